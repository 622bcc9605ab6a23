import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { subscribePush } from '@shop/shared/notifications/calls.ts'
import { notificationRefusals } from '@shop/shared/notifications/errors.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Notifications } from '../notifications.ts'
import { isPushKey } from '../push-sender.ts'
import { countDevices, keepDevice } from '../subscriptions.ts'

/** POST /notifications/push. `sessionOf`: the session a request was made in. */
export const subscribePushCall = ({ publicKey, accepts }: Notifications, sessionOf: (request: Request) => Promise<string | null>) =>
  implementCall(subscribePush, async ({ body: { publicKey: subscribedWith, ...subscription }, actor, platform, request }) => {
    if (!accepts(subscription.endpoint)) throw refusal(notificationRefusals, 'PUSH_ADDRESS_REFUSED')
    if (!isPushKey(subscription.keys.p256dh)) {
      const message = 'The key p256dh is no point of the curve P-256'
      throw refusal(kernelRefusals, 'INVALID', { message, fields: { 'keys.p256dh': message } })
    }
    if (subscribedWith !== undefined && subscribedWith !== publicKey) throw refusal(notificationRefusals, 'PUSH_KEY_OTHER')
    const sessionId = await sessionOf(request)
    const isKept =
      sessionId !== null &&
      (await platform.transaction((tx) => keepDevice(tx, { uid: actor.uid, sessionId, subscription, publicKey, nowMs: platform.nowMs() })))
    if (!isKept) throw refusal(kernelRefusals, 'SIGN_IN_REQUIRED')
    return { success: true as const, devices: await countDevices(platform.db, actor.uid) }
  })
