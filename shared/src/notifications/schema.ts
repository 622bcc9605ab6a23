import * as z from 'zod/mini'

/** Channels of the shop's news: a Discord channel or person, a device, a mailbox. */
export const noticeChannelSchema = z.enum(['discord', 'push', 'email'])
/** Channel of the shop's news. */
export type NoticeChannel = z.infer<typeof noticeChannelSchema>

/** State of a notice. `waiting`: for its next attempt; `failed`: given up; `dropped`: withdrawn or outdated before it was sent. */
export const noticeStateSchema = z.enum(['waiting', 'sent', 'failed', 'dropped'])
/** State of a notice. */
export type NoticeState = z.infer<typeof noticeStateSchema>

/** Number of attempts to send a message. With the jobs' back-off they take about two and a half hours. */
export const NOTICE_MAX_ATTEMPTS = 12
/** Maximum wait before the next attempt that a service may request, in seconds. */
export const NOTICE_MAX_WAIT_SECONDS = 3_600
/** Hours after which a waiting notice is dropped, so that a restored backup does not send old news again. */
export const NOTICE_STALE_HOURS = 24
/** Days for which a notice is kept. */
export const NOTICE_KEEP_DAYS = 30
/** Maximum number of notices that wait. Beyond this number, further news gets no notice. */
export const NOTICE_QUEUE_MAX = 10_000
/** Maximum number of notices in one message, when many wait for the same reader. */
export const NOTICES_PER_MESSAGE = 50
/** Maximum number of lines in one message. The message only counts further notices. */
export const NOTICE_MAX_LINES = 10
/** Maximum length of one line, in characters. */
export const NOTICE_MAX_LINE = 200

/** Maximum number of a person's devices that receive push messages. A new device replaces the oldest. */
export const PUSH_DEVICES_MAX = 10

/** Payload of a push message, from the shop's server to the service worker. */
export const pushPayloadSchema = z.object({
  /** The recipient. Only a device on which this person is signed in shows the message. */
  uid: z.string(),
  title: z.string(),
  body: z.string(),
  /** Target of a tap: a path of the app. */
  path: z.string(),
  /** Identifies a message that arrives twice. */
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

/** A device's subscription, as the browser's `PushSubscription.toJSON()` returns it. */
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
