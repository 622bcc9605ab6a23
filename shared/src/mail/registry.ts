import type { AnyCall } from '../kernel/define-call.ts'
import type { AnyCommand } from '../kernel/define-command.ts'
import { listMailsCall, openMailCall, resendMailCall, sendEmailCall } from './calls.ts'
import { noteSecretShown } from './commands/note-secret-shown.ts'

/** The commands of mail that the server alone runs. */
export const serverCommands: readonly AnyCommand[] = [noteSecretShown]

/** The calls of mail. */
export const calls: readonly AnyCall[] = [sendEmailCall, listMailsCall, openMailCall, resendMailCall]
