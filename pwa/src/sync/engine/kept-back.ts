import type { AnyCommand, Touch } from '@shop/shared/kernel/define-command.ts'
import { readArgs } from '@shop/shared/kernel/unit-of-work.ts'
import type { ServerProblem } from '../ports/ports.ts'
import type { OutboxEntry } from '../ports/records.ts'

type Commands = { findCommand(name: string): AnyCommand | undefined }

/** Rows that a command reads or writes; `all` when this app cannot tell. */
type Rows = readonly Touch[] | 'all'

/** The commands that stay on this device while the server is older than the app: those that it does not know, and those behind them that touch the
 *  same rows. A known fact is sent all the same, because it is true without the commands before it. */
export class KeptBack {
  /** The server's refusal of the first unknown command. */
  problem: ServerProblem | null = null
  private readonly unknown = new Set<string>()
  /** Rows of the commands that stay, by their place in the queue. */
  private readonly rowsBySeq = new Map<number, Rows>()

  constructor(private readonly commands: Commands) {}

  /** Notes a command that the server refused as unknown. */
  add(entry: OutboxEntry, problem: ServerProblem): void {
    this.problem ??= problem
    this.unknown.add(kindOf(entry))
    this.keep(entry, this.rowsOf(entry))
  }

  /** True when a command stays here. Asked in the order of the outbox, because a command that stays keeps back those behind it. */
  has(entry: OutboxEntry): boolean {
    if (!this.problem) return false
    const rows = this.rowsOf(entry)
    if (this.unknown.has(kindOf(entry))) return this.keep(entry, rows)
    if (this.commands.findCommand(entry.name)?.isFact) return false
    for (const [seq, before] of this.rowsBySeq) if (seq < entry.seq && overlap(before, rows)) return this.keep(entry, rows)
    return false
  }

  private keep({ seq }: OutboxEntry, rows: Rows): true {
    this.rowsBySeq.set(seq, rows)
    return true
  }

  private rowsOf({ name, version, args }: OutboxEntry): Rows {
    const command = this.commands.findCommand(name)
    const parsed = command && readArgs(command, version, args)
    return command && parsed?.success ? command.touches(parsed.data) : 'all'
  }
}

const kindOf = ({ name, version }: OutboxEntry) => `${name} ${version}`

function overlap(some: Rows, others: Rows): boolean {
  return some === 'all' || others === 'all' || some.some((one) => others.some((other) => mayMeet(one, other)))
}

/** True unless both surely name different rows, or both only read. A reference is not sure: this device may not know of a migration yet. */
const mayMeet = (one: Touch, other: Touch) =>
  one.collection === other.collection && (one.lock || other.lock) && !('id' in one && 'id' in other && one.id !== other.id)
