import type { AnyCommand } from '@shop/shared/kernel/define-command.ts'
import { kernelRefusals, Refusal, refusal } from '@shop/shared/kernel/errors.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import type { KnownCommand } from '../store/outbox.ts'

/** Key that a command shares with the unsent commands that it replaces; '' when it replaces none. */
export function replaceKeyOf(command: AnyCommand, args: unknown): string {
  return command.replaces ? `${command.name}/${command.replaces(args)}` : ''
}

/** Puts a receipt number, and the other values of one attempt, into a command's arguments. An empty number removes these values. */
export type PutReceiptNumber = (args: unknown, receiptNumber: string) => unknown

/** Gives a repeated command the outcome of the first command. Refuses ID_REUSED when a different command has the same id. Receipt numbers and other
 *  values of one attempt are not compared, because they differ from attempt to attempt. */
export function requireSame(known: KnownCommand, queued: QueuedCommand, putReceiptNumber?: PutReceiptNumber): void {
  const content = ({ name, args }: QueuedCommand) => JSON.stringify([name, putReceiptNumber ? putReceiptNumber(args, '') : args])
  if (content(known.command) !== content(queued)) throw refusal(kernelRefusals, 'ID_REUSED')
  const { result } = known
  if (result) throw new Refusal(result.code ?? 'FAILED', 409, result.message ?? 'The server refused this.', result.fields)
}
