import type { AnyCommand } from '../kernel/define-command.ts'
import { noteSecretShown } from './commands/note-secret-shown.ts'

/** The commands of mail that the server alone runs. */
export const serverCommands: readonly AnyCommand[] = [noteSecretShown]
