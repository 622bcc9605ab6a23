import * as z from 'zod/mini'

/** Channels of the shop's news: a Discord channel or person, an installed app, a mailbox. */
export const noticeChannelSchema = z.enum(['discord', 'push', 'email'])
/** Channel of the shop's news. */
export type NoticeChannel = z.infer<typeof noticeChannelSchema>

/** State of a notice: `waiting` for its next attempt, `sent`, `failed` for good, or `dropped`: withdrawn or outdated before it was sent. */
export const noticeStateSchema = z.enum(['waiting', 'sent', 'failed', 'dropped'])
/** State of a notice. */
export type NoticeState = z.infer<typeof noticeStateSchema>

/** Attempts to send one message before it is given up; about two and a half hours with the jobs' back-off. */
export const NOTICE_MAX_ATTEMPTS = 12
/** Longest wait in seconds that a service may request before the next attempt. */
export const NOTICE_MAX_WAIT_SECONDS = 3_600
/** Hours after which a waiting notice is dropped, so that a restored backup does not send old news again. */
export const NOTICE_STALE_HOURS = 24
/** Days a notice is kept. */
export const NOTICE_KEEP_DAYS = 30
/** Most notices that wait. Beyond this number, new notices are dropped, because news matters less than the shop's work. */
export const NOTICE_QUEUE_MAX = 10_000
/** Most notices combined into one message, when many wait for the same reader. */
export const NOTICES_PER_MESSAGE = 50
/** Most lines of one message. Of further notices the message says only how many there are. */
export const NOTICE_MAX_LINES = 10
/** Most characters of one line. */
export const NOTICE_MAX_LINE = 200

/** Most devices per person that receive push messages. A new one replaces the oldest. */
export const PUSH_DEVICES_MAX = 10

/** Payload that the app's server sends the service worker through the push service. */
export const pushPayloadSchema = z.object({
  /** The recipient: a device that somebody else uses by now does not show the message. */
  uid: z.string(),
  title: z.string(),
  body: z.string(),
  /** Target of a tap: a path of the app. */
  path: z.string(),
  /** Identifies the message, should it arrive twice. */
  tag: z.string(),
})
/** Payload of a push message. */
export type PushPayload = z.infer<typeof pushPayloadSchema>

const base64url = (bytes: readonly number[], message: string) =>
  z.string(message).check(
    z.refine((text) => {
      const plain = text.replace(/=+$/, '')
      return /^[\w-]+$/.test(plain) && bytes.includes(Math.floor((plain.length * 3) / 4))
    }, message),
  )

/** A device's subscription, as the browser's `PushSubscription.toJSON()` gives it: the address of its push service, and its keys. */
export const pushSubscriptionSchema = z.object({
  endpoint: z
    .string('Please send the address of the push service')
    .check(z.minLength(1), z.maxLength(2_000, 'The address of the push service is too long')),
  keys: z.object(
    {
      p256dh: base64url([65], 'The key p256dh is 65 bytes in base64url'),
      auth: base64url([16], 'The key auth is 16 bytes in base64url'),
    },
    'Please send the keys of the subscription',
  ),
})
/** A device's subscription. */
export type DeviceSubscription = z.infer<typeof pushSubscriptionSchema>
