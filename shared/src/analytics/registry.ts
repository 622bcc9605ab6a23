import type { AnyCall } from '../kernel/define-call.ts'
import { getStats, trackVisit } from './calls.ts'

/** The calls of analytics. */
export const calls: readonly AnyCall[] = [trackVisit, getStats]
