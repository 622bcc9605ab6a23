import type { AnyCall } from '../kernel/define-call.ts'
import { closeShiftCall, listShiftsCall, moveCashCall, openShiftCall } from './shift-calls.ts'

/** The calls of pos. */
export const calls: readonly AnyCall[] = [openShiftCall, moveCashCall, closeShiftCall, listShiftsCall]
