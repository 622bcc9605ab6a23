import { getStats } from '@shop/shared/analytics/calls.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Analytics } from '../analytics.ts'

/** GET /analytics/stats. */
export const getStatsCall = (analytics: Analytics) => implementCall(getStats, () => analytics.stats())
