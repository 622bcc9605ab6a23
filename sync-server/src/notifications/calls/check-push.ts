import { checkPush } from '@shop/shared/notifications/calls.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Notifications } from '../notifications.ts'
import { isKnown } from '../subscriptions.ts'

/** POST /notifications/push/check. */
export const checkPushCall = ({ publicKey }: Notifications) =>
  implementCall(checkPush, async ({ body: { endpoint }, actor, platform }) => ({
    isSubscribed: await isKnown(platform.db, actor.uid, endpoint, publicKey),
  }))
