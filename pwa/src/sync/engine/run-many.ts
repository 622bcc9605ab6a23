import type { AnyCommand, ArgsOf } from '@shop/shared/kernel/define-command.ts'
import { invalid, kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { mayRun } from '@shop/shared/kernel/unit-of-work.ts'
import { StorageProblem } from '../ports/contract.ts'
import type { NewEntry } from '../ports/records.ts'
import { addCommands } from '../store/outbox.ts'
import type { SyncEngine } from './engine.ts'
import { replaceKeyOf } from './queued.ts'

/** Maximum number of commands that are stored, and shown, in one transaction. */
const PART_COMMANDS = 100

/** Runs a command once for each element of a list, such as a new price of each chosen item. Stores a part of them in one strict transaction, because
 *  screens of a large shop would otherwise follow every single one. Leaves out what a rule refuses. `onStored` tells of each part, refused ones
 *  counted; rejects with StorageProblem, and then the parts before it are stored. */
export async function runMany<C extends AnyCommand>(
  engine: SyncEngine,
  command: C,
  list: readonly ArgsOf<C>[],
  onStored: (part: readonly ArgsOf<C>[], done: number) => void,
): Promise<void> {
  const { ports, options, replica } = engine
  engine.lastRunAtMs = ports.clock.nowMs()
  engine.registry.add?.(command)
  if (command.channel !== 'device' || !mayRun(command, options.actor())) throw refusal(kernelRefusals, 'FORBIDDEN')
  const isAllowed = ({ args, entry }: Prepared<C>) => replica.preview(command, args, entry).status !== 'refused'
  const prepared = list.map((given) => prepare(engine, command, given))
  for (let done = 0; done < prepared.length; ) {
    const part = prepared.slice(done, done + PART_COMMANDS)
    try {
      const stored = await engine.exclusive(async () => {
        const allowed = part.filter(isAllowed)
        if (options.isVolatile) throw new StorageProblem('blocked')
        const entries = allowed.map(({ entry }) => entry)
        const { delta } = await addCommands(ports.database, replica.position, entries)
        await engine.absorbStored(entries, delta)
        return allowed.map(({ given }) => given)
      })
      done += part.length
      engine.noteStored()
      engine.noteQueued()
      onStored(stored, done)
    } catch (thrown) {
      if (thrown instanceof StorageProblem) engine.noteFailure(thrown)
      throw thrown
    }
  }
}

type Prepared<C extends AnyCommand> = { readonly given: ArgsOf<C>; readonly args: unknown; readonly entry: NewEntry }

function prepare<C extends AnyCommand>(engine: SyncEngine, command: C, given: ArgsOf<C>): Prepared<C> {
  // the arguments as JSON stores and sends them, without undefined fields and proxies
  const plain: unknown = JSON.parse(JSON.stringify(given))
  const parsed = command.args.safeParse(plain)
  if (!parsed.success) throw invalid(parsed.error)
  const { name, version } = command
  const replaceKey = replaceKeyOf(command, parsed.data)
  return { given, args: parsed.data, entry: { id: engine.newId(), name, version, args: plain, at: engine.nowMs(), replaceKey } }
}
