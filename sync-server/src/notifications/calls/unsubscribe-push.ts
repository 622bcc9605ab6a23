import { unsubscribePush } from '@shop/shared/notifications/calls.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { countDevices, forgetEndpoint } from '../subscriptions.ts'

/** DELETE /notifications/push. */
export const unsubscribePushCall = implementCall(unsubscribePush, async ({ body: { endpoint }, actor, platform }) => ({
  success: await forgetEndpoint(platform.db, actor.uid, endpoint),
  devices: await countDevices(platform.db, actor.uid),
}))
