import type { AnyCall } from '../kernel/define-call.ts'
import { getStatsCall, trackVisitCall } from './calls.ts'

/** The calls of analytics. */
export const calls: readonly AnyCall[] = [trackVisitCall, getStatsCall]
