import type { AnyCall } from '../kernel/define-call.ts'
import type { AnyCommand } from '../kernel/define-command.ts'
import { confirmRestore, getRestore } from './calls.ts'
import { changeSettings, noteRestoreConfirmed } from './commands.ts'

/** The commands of settings that devices queue. */
export const deviceCommands: readonly AnyCommand[] = [changeSettings]

/** The commands of settings that the server alone runs. */
export const serverCommands: readonly AnyCommand[] = [noteRestoreConfirmed]

/** The calls of settings. */
export const calls: readonly AnyCall[] = [getRestore, confirmRestore]
