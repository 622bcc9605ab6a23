import type { AnyCall } from '../kernel/define-call.ts'
import { listFaultsCall, reportFaultsCall } from './calls.ts'

/** The calls of faults. */
export const calls: readonly AnyCall[] = [reportFaultsCall, listFaultsCall]
