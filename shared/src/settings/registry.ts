import type { AnyCall } from '../kernel/define-call.ts'
import type { AnyCommand } from '../kernel/define-command.ts'
import { confirmRestoreCall, getRestoreCall } from './calls.ts'
import { confirmRestore, editSettings } from './commands.ts'

/** The commands of settings that devices queue. */
export const deviceCommands: readonly AnyCommand[] = [editSettings]

/** The commands of settings that the server alone runs. */
export const serverCommands: readonly AnyCommand[] = [confirmRestore]

/** The calls of settings. */
export const calls: readonly AnyCall[] = [getRestoreCall, confirmRestoreCall]
