import { getStatsCall, trackVisitCall } from '@shop/shared/analytics/calls.ts'
import { kernelRefusals } from '@shop/shared/kernel/errors.ts'
import { type CallImplementation, implementCall, implementPublicCall } from '../platform/http/implement-call.ts'
import { TooMany } from '../platform/kernel/too-many.ts'
import type { Analytics } from './analytics.ts'

/** POST /analytics/track. */
export const handleTrackVisit = (analytics: Analytics) =>
  implementPublicCall(trackVisitCall, async ({ body, request, clientAddress }) => {
    const waitSeconds = analytics.limit(clientAddress)
    if (waitSeconds > 0) throw new TooMany('TOO_MANY_REQUESTS', kernelRefusals.TOO_MANY_REQUESTS.message, waitSeconds)
    return { counted: await analytics.track({ request, address: clientAddress, ...body }) }
  })

/** GET /analytics/stats. */
export const handleGetStats = (analytics: Analytics) => implementCall(getStatsCall, () => analytics.stats())

export const analyticsCalls = ({ analytics }: { analytics: Analytics }): readonly CallImplementation[] => [
  handleTrackVisit(analytics),
  handleGetStats(analytics),
]
