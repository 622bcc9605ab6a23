import type { AnyCall } from '../kernel/define-call.ts'
import { confirmRestoreCall, getRestoreCall, settleRestoreReportCall } from './calls.ts'

/** The calls of settings. */
export const calls: readonly AnyCall[] = [getRestoreCall, confirmRestoreCall, settleRestoreReportCall]
