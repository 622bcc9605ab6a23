import type { AnyCommand } from '@shop/shared/kernel/define-command.ts'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { MAX_PUSH_COMMANDS } from '@shop/shared/kernel/limits.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import type { Platform } from '../platform/platform.ts'
import type { Chance } from './chance.ts'

/** A command that a person ran at a moment of the year. */
export type Deed = { readonly command: AnyCommand; readonly args: unknown; readonly atMs: number }

/** The device of one person of the demo shop. Pushes that person's commands as an outbox does, but as past events, so that nobody is notified of
 *  them. */
export class DemoDevice {
  private readonly clientId: string

  constructor(
    private readonly platform: Platform,
    readonly uid: string,
    private readonly chance: Chance,
  ) {
    this.clientId = this.newId(platform.nowMs())
  }

  newId(atMs: number): string {
    return uuidv7(atMs, this.chance.bytes(10))
  }

  /** Pushes deeds in this order. Throws when the shop refuses a deed, because the story is inconsistent then. */
  async bring(deeds: readonly Deed[]): Promise<void> {
    for (let from = 0; from < deeds.length; from += MAX_PUSH_COMMANDS) {
      const commands: QueuedCommand[] = deeds.slice(from, from + MAX_PUSH_COMMANDS).map(({ command, args, atMs }) => ({
        id: this.newId(atMs),
        name: command.name,
        version: command.version,
        args,
        at: atMs,
      }))
      // this role does not count, because each push reads the role from the database
      const actor = { uid: this.uid, role: 'user', wasAdmin: false } as const
      const request = { clientId: this.clientId, protocol: PROTOCOL_VERSION, commands }
      const { results } = await this.platform.push(actor, request, { isHistory: true })
      const wrong = results.findIndex(({ status }) => status !== 'done')
      if (wrong >= 0)
        throw new Error(`The demo shop refuses ${commands[wrong]?.name}: ${results[wrong]?.message ?? results[wrong]?.status}`)
    }
  }
}
