import type { AnyCommand } from '../kernel/define-command.ts'
import { confirmRestore, editSettings, settleRestoreReport } from './commands.ts'

/** The commands of settings that devices queue. */
export const deviceCommands: readonly AnyCommand[] = [editSettings]

/** The commands of settings that only the server runs. */
export const serverCommands: readonly AnyCommand[] = [confirmRestore, settleRestoreReport]
