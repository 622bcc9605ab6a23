import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import {
  checkPushCall,
  getPushKeyCall,
  listNoticeTroublesCall,
  NOTICE_LOG_LIMIT,
  subscribePushCall,
  unsubscribePushCall,
} from '@shop/shared/notifications/calls.ts'
import { notificationRefusals } from '@shop/shared/notifications/errors.ts'
import type { NoticeChannel } from '@shop/shared/notifications/schema.ts'
import { type CallImplementation, implementCall } from '../platform/http/implement-call.ts'
import { countWaiting } from './notice-rows.ts'
import type { Notifications } from './notifications.ts'
import { isPushKey } from './push-sender.ts'
import { countDevices, forgetEndpoint, isKnown, keepDevice } from './subscriptions.ts'
import { TOPICS } from './topics.ts'

/** GET /notifications/push. */
export const handleGetPushKey = ({ publicKey }: Notifications) =>
  implementCall(getPushKeyCall, async ({ actor, platform }) => ({ publicKey, devices: await countDevices(platform.db, actor.uid) }))

/** POST /notifications/push. `sessionOf` answers the id of a request's session. */
export const handleSubscribePush = ({ publicKey, accepts }: Notifications, sessionOf: (request: Request) => Promise<string | null>) =>
  implementCall(subscribePushCall, async ({ body: { publicKey: subscribedWith, ...subscription }, actor, platform, request }) => {
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

/** DELETE /notifications/push. */
export const handleUnsubscribePush = implementCall(unsubscribePushCall, async ({ body: { endpoint }, actor, platform }) => ({
  success: await forgetEndpoint(platform.db, actor.uid, endpoint),
  devices: await countDevices(platform.db, actor.uid),
}))

/** POST /notifications/push/check. */
export const handleCheckPush = ({ publicKey }: Notifications) =>
  implementCall(checkPushCall, async ({ body: { endpoint }, actor, platform }) => ({
    isSubscribed: await isKnown(platform.db, actor.uid, endpoint, publicKey),
  }))

/** GET /admin/notifications. */
export const handleListNoticeTroubles = ({ hasBot }: Notifications) =>
  implementCall(listNoticeTroublesCall, async ({ platform: { db } }) => {
    const rows = await db
      .selectFrom('notices as notice')
      .leftJoin('push_subscriptions as device', (join) => join.on('notice.channel', '=', 'push').onRef('device.id', '=', 'notice.target'))
      .select((eb) => eb.fn.coalesce('device.uid', 'notice.target').as('target'))
      .select(['notice.id', 'notice.channel', 'notice.topic', 'notice.state', 'notice.attempts'])
      .select(['notice.last_error as lastError', 'notice.created_at_ms as createdAtMs'])
      .where((eb) =>
        eb.or([eb('notice.state', '=', 'failed'), eb.and([eb('notice.state', '=', 'waiting'), eb('notice.attempts', '>', 0)])]),
      )
      .orderBy('notice.created_at_ms', 'desc')
      .orderBy('notice.id')
      .limit(NOTICE_LOG_LIMIT)
      // only a mark of taken-back news has no channel or target, and a mark is never failed or waiting
      .$narrowType<{ channel: NoticeChannel; target: string }>()
      .execute()
    const notices = rows.map(({ topic, createdAtMs, ...row }) => ({
      ...row,
      title: TOPICS[topic].title,
      createdAt: new Date(createdAtMs).toISOString(),
    }))
    return { notices, waiting: await countWaiting(db), hasBot }
  })

export const notificationsCalls = ({
  notifications,
  sessionOf,
}: {
  notifications: Notifications
  sessionOf: (request: Request) => Promise<string | null>
}): readonly CallImplementation[] => [
  handleGetPushKey(notifications),
  handleSubscribePush(notifications, sessionOf),
  handleUnsubscribePush,
  handleCheckPush(notifications),
  handleListNoticeTroubles(notifications),
]
