import { trackVisit } from '@shop/shared/analytics/calls.ts'
import { kernelRefusals } from '@shop/shared/kernel/errors.ts'
import { implementPublicCall } from '../../platform/http/implement-call.ts'
import { TooMany } from '../../platform/kernel/too-many.ts'
import type { Analytics } from '../analytics.ts'

/** POST /analytics/track. */
export const trackVisitCall = (analytics: Analytics) =>
  implementPublicCall(trackVisit, async ({ body, request, clientAddress }) => {
    const waitSeconds = analytics.limit(clientAddress)
    if (waitSeconds > 0) throw new TooMany('TOO_MANY_REQUESTS', kernelRefusals.TOO_MANY_REQUESTS.message, waitSeconds)
    return { counted: await analytics.track({ request, address: clientAddress, ...body }) }
  })
