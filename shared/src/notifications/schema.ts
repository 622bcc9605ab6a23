import * as z from 'zod/mini'

/** Ways the shop's news travels: a Discord channel or person, an installed app, a mailbox. */
export const noticeChannelSchema = z.enum(['discord', 'push', 'email'])
/** A way the shop's news travels. */
export type NoticeChannel = z.infer<typeof noticeChannelSchema>

/** What became of a notice: `waiting` for its next attempt, `sent`, `failed` for good, or `dropped`: taken back or out of date before it was sent. */
export const noticeStateSchema = z.enum(['waiting', 'sent', 'failed', 'dropped'])
/** What became of a notice. */
export type NoticeState = z.infer<typeof noticeStateSchema>

/** Attempts at one message before it is given up; with the jobs' back-off about two and a half hours. */
export const NOTICE_MAX_ATTEMPTS = 12
/** Longest wait a service may ask for before the next attempt, seconds. */
export const NOTICE_MAX_WAIT_SECONDS = 3_600
/** News older than this is no news: it is dropped. So what a restored backup still believes to be waiting is not told again days later. */
export const NOTICE_STALE_HOURS = 24
/** Days a notice is kept. */
export const NOTICE_KEEP_DAYS = 30
/** Most notices that wait. Beyond it new ones are left out until some are gone: news is worth less than the shop's work. */
export const NOTICE_QUEUE_MAX = 10_000
/** Notices that go out as one message, when many wait for the same reader. */
export const NOTICES_PER_MESSAGE = 50
/** Lines of one message; the rest is counted. */
export const NOTICE_MAX_LINES = 10
/** Most characters of one line. */
export const NOTICE_MAX_LINE = 200

/** Devices of one person that are told by push. The one that was added first makes room. */
export const PUSH_DEVICES_MAX = 10

/** What the app hands the service worker through the push service. */
export const pushPayloadSchema = z.object({
  /** Whom it is for: a device that somebody else uses by now does not show it. */
  uid: z.string(),
  title: z.string(),
  body: z.string(),
  /** Where a tap leads: a path of the app. */
  path: z.string(),
  /** The same message, should it come twice. */
  tag: z.string(),
})
/** What a push carries. */
export type PushPayload = z.infer<typeof pushPayloadSchema>

const base64url = (bytes: readonly number[], message: string) =>
  z.string(message).check(
    z.refine((text) => {
      const plain = text.replace(/=+$/, '')
      return /^[\w-]+$/.test(plain) && bytes.includes(Math.floor((plain.length * 3) / 4))
    }, message),
  )

/** A device's subscription, as the browser's `PushSubscription.toJSON()` says it: where its push service is, and with which keys it reads. */
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
