import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { notificationRefusals } from './errors.ts'
import { noticeChannelSchema, noticeStateSchema, PUSH_DEVICES_MAX, pushSubscriptionSchema } from './schema.ts'

const endpointSchema = z.pick(pushSubscriptionSchema, { endpoint: true })

/** Gets the key that a browser needs to subscribe, and the number of the caller's subscribed devices. */
export const getPushKeyCall = defineCall({
  name: 'notifications.getPushKey',
  method: 'GET',
  path: '/notifications/push',
  access: 'user',
  summary: 'Returns the public key for browsers to subscribe with (VAPID, base64url) and the number of the caller’s devices.',
  output: z.object({ publicKey: z.string(), devices: z.int() }),
})

/** Subscribes this device to push messages until the session ends. `publicKey`: the key that the device subscribed with. */
export const subscribePushCall = defineCall({
  name: 'notifications.subscribePush',
  method: 'POST',
  path: '/notifications/push',
  access: 'user',
  summary: `Subscribes a device of the caller until the session ends; a caller may have ${PUSH_DEVICES_MAX} devices at most. A device that somebody else had subscribed becomes the caller’s.`,
  body: z.extend(pushSubscriptionSchema, { publicKey: z.optional(z.string().check(z.maxLength(200))) }),
  output: z.object({ success: z.literal(true), devices: z.int() }),
  refusals: { ...notificationRefusals },
})

/** Unsubscribes this device from push messages. */
export const unsubscribePushCall = defineCall({
  name: 'notifications.unsubscribePush',
  method: 'DELETE',
  path: '/notifications/push',
  access: 'user',
  summary: 'Unsubscribes one of the caller’s devices, by its endpoint.',
  body: endpointSchema,
  output: z.object({ success: z.boolean(), devices: z.int() }),
})

/** Tells if a device is subscribed for the caller. */
export const checkPushCall = defineCall({
  name: 'notifications.checkPush',
  method: 'POST',
  path: '/notifications/push/check',
  access: 'user',
  summary: 'Says whether this endpoint is one of the caller’s devices.',
  body: endpointSchema,
  output: z.object({ isSubscribed: z.boolean() }),
})

/** A notice in the log's list, without its text. */
export const loggedNoticeSchema = z.object({
  id: z.string(),
  channel: noticeChannelSchema,
  /** The Discord channel or person, or the uid of the person with the device or mailbox. */
  target: z.string(),
  title: z.string(),
  state: noticeStateSchema,
  attempts: z.int(),
  /** Reason why the last attempt failed. */
  lastError: z.string(),
  createdAt: z.string(),
})
/** A notice in the log's list. */
export type LoggedNotice = z.infer<typeof loggedNoticeSchema>

/** Maximum number of notices in the log's list. */
export const NOTICE_LOG_LIMIT = 50

/** Lists notices that recently failed or still wait. */
export const listNoticeTroublesCall = defineCall({
  name: 'notifications.listTroubles',
  method: 'GET',
  path: '/admin/notifications',
  access: 'admin',
  summary: `Lists the last ${NOTICE_LOG_LIMIT} notices that failed or wait after a failed attempt, newest first, and counts all that wait.`,
  output: z.object({ notices: z.array(loggedNoticeSchema), waiting: z.int(), hasBot: z.boolean() }),
})
