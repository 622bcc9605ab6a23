import type { AnyCommand } from '../kernel/define-command.ts'
import { noteSecretShown } from './commands/note-secret-shown.ts'

/** The commands of mail that only the server runs. */
export const serverCommands: readonly AnyCommand[] = [noteSecretShown]
