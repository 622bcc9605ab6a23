import { setTimeout as sleep } from 'node:timers/promises'
import { channelIdsOf } from '@shop/shared/chat/rules.ts'
import { NOTICE_MAX_ATTEMPTS, NOTICE_MAX_WAIT_SECONDS, type NoticeChannel, type PushPayload } from '@shop/shared/notifications/schema.ts'
import { now } from '../platform/database/expressions.ts'
import type { Db } from '../platform/database/sql.ts'
import { scheduleJob } from '../platform/jobs/job-store.ts'
import { RetryLater } from '../platform/jobs/jobs.ts'
import type { SendMail } from '../platform/kernel/outgoing-mail.ts'
import { Undelivered } from '../platform/kernel/undelivered.ts'
import type { Platform } from '../platform/platform.ts'
import { TELL_JOB, type TellPayload } from './effects.ts'
import { allLines, type Message, messageOf } from './message.ts'
import { claimMessage, noteAttempt, purgeNotices, settleMessage } from './notice-rows.ts'
import { type PushKeys, shopPushKeys } from './push-keys.ts'
import { DeviceGone, openPushSender, type PushSender } from './push-sender.ts'
import { findDevice, forgetDevice } from './subscriptions.ts'
import { EARLIER_MAIL_JOB, SEND_JOBS, type SendPayload, tell } from './tell.ts'

const PURGE_JOB = 'notifications.purge'
const DAY_SECONDS = 86_400
/** Maximum milliseconds that a message waits for news whose recipients are not found yet, and the interval of the checks. */
const GATHER_MAX_MS = 5_000
const GATHER_STEP_MS = 50

/** Settings of notifications, and services of other features. */
export type NotificationsParts = {
  /** Posts to a Discord channel or person (`channel:…`, `user:…`); undefined without a bot. Throws Undelivered. */
  readonly writeToDiscord: ((target: string, message: Message, link: string | undefined) => Promise<void>) | undefined
  readonly sendMail: SendMail
  /** Keys for web push; when undefined, the shop generates its own. */
  readonly pushKeys: PushKeys | undefined
  /** Contact for push services. */
  readonly pushSubject: string
  /** The origins of `PushAccess.trustedOrigins`. */
  readonly trustedPushOrigins: readonly string[]
  /** Address of the shop. Without it, messages have no link. */
  readonly publicUrl: string | undefined
  /** Maximum milliseconds for an answer of a push service. */
  readonly timeoutMs: number | undefined
}

/** Notifies the people and channels that asked for news of the shop. */
export type Notifications = {
  readonly publicKey: string
  readonly hasBot: boolean
  readonly accepts: PushSender['accepts']
  /** Ends waits for news, and aborts pending push requests, which are repeated later. */
  close(): void
}

/** Sends a message to one target by one channel. Answers `gone` when the target no longer exists or no longer wants messages.
 *  Throws Undelivered. */
type Way = (target: string, message: Message) => Promise<'sent' | 'gone'>

/** Opens the shop's notifications. News begins as a job in its command's transaction (see effects.ts), so no news is lost in a restart. A message
 *  that is repeated after a crash has the same nonce, topic or Message-ID. So receivers can recognise the repetition. */
export async function openNotifications(platform: Platform, parts: NotificationsParts): Promise<Notifications> {
  const { db, jobs, nowMs } = platform
  const keys = parts.pushKeys ?? (await shopPushKeys(db))
  const push = openPushSender({ keys, subject: parts.pushSubject, trustedOrigins: parts.trustedPushOrigins }, parts.timeoutMs)
  const hasBot = parts.writeToDiscord !== undefined
  const closing = new AbortController()

  jobs.handle(TELL_JOB, async (payload) => {
    await tell(platform, { hasBot, publicKey: keys.publicKey }, payload as TellPayload)
    if (!(await hasMoreToTell(db))) jobs.wake()
  })
  const ways: Readonly<Record<NoticeChannel, Way>> = {
    discord: discordWay(platform, parts),
    push: pushWay(platform, push),
    email: mailWay(platform, parts),
  }
  const giveUp = (payload: unknown, error: string) =>
    settleMessage(db, (payload as SendPayload).messageId, { state: 'failed', error, nowMs: nowMs() })
  for (const [channel, send] of Object.entries(ways) as [NoticeChannel, Way][])
    jobs.handle(
      SEND_JOBS[channel],
      async (payload, job) => {
        await untilAllIsTold(db, closing.signal)
        await attempt(platform, channel, send, payload as SendPayload, job.attempts)
      },
      giveUp,
    )
  // jobs of this kind share a lane with the jobs that find recipients, so a wait for those would block both
  jobs.handle(EARLIER_MAIL_JOB, (payload, job) => attempt(platform, 'email', ways.email, payload as SendPayload, job.attempts), giveUp)
  jobs.handle(PURGE_JOB, () => purgeNotices(db, nowMs()))
  await scheduleJob(db, PURGE_JOB, DAY_SECONDS, DAY_SECONDS)
  const close = () => {
    closing.abort()
    push.close()
  }
  return { publicKey: keys.publicKey, hasBot, accepts: push.accepts, close }
}

/** True while a job that finds recipients is due and not begun. */
async function hasMoreToTell(db: Db): Promise<boolean> {
  const due = db.selectFrom('jobs').select('id').where('kind', '=', TELL_JOB).where('status', '=', 'waiting').where('run_at', '<=', now())
  return (await due.where('leased_until', 'is', null).limit(1).executeTakeFirst()) !== undefined
}

/** Waits until no job that finds recipients is due, but at most GATHER_MAX_MS. A tablet that was offline pushes all its sales together, and they
 *  should share a message. */
async function untilAllIsTold(db: Db, closing: AbortSignal): Promise<void> {
  for (let waitedMs = 0; waitedMs < GATHER_MAX_MS && !closing.aborted && (await hasMoreToTell(db)); waitedMs += GATHER_STEP_MS)
    await sleep(GATHER_STEP_MS)
}

/** Tries to send the notices that wait for a target. Throws when the job has to run again. */
async function attempt(
  platform: Platform,
  channel: NoticeChannel,
  send: Way,
  { messageId, target }: SendPayload,
  attempts: number,
): Promise<void> {
  const { db, log } = platform
  const notices = await platform.transaction((tx) => claimMessage(tx, { messageId, channel, target }, platform.nowMs()))
  // another message has these notices, or they were dropped
  if (notices.length === 0) return
  try {
    const outcome = await send(target, messageOf(messageId, notices))
    await settleMessage(db, messageId, { state: outcome === 'sent' ? 'sent' : 'dropped', nowMs: platform.nowMs() })
  } catch (error) {
    const said = error instanceof Undelivered ? error.message : 'The server made a mistake; its log says more.'
    const isFinal = error instanceof Undelivered && error.isFinal
    if (!isFinal && attempts < NOTICE_MAX_ATTEMPTS) {
      await noteAttempt(db, messageId, said)
      if (!(error instanceof Undelivered)) throw error
      throw new RetryLater(said, Math.min(error.waitSeconds, NOTICE_MAX_WAIT_SECONDS))
    }
    log.warn({ err: error, messageId, channel }, 'a notice was not delivered')
    await settleMessage(db, messageId, { state: 'failed', error: said, nowMs: platform.nowMs() })
  }
}

const linkOf = (publicUrl: string | undefined, path: string) => (publicUrl === undefined ? undefined : `${publicUrl}${path}`)

function discordWay({ db }: Platform, { writeToDiscord, publicUrl }: NotificationsParts): Way {
  return async (target, message) => {
    // the bot, the channel or the person's consent may have been removed since the notice was written
    if (!writeToDiscord || !(await isWanted(db, target))) return 'gone'
    await writeToDiscord(target, message, linkOf(publicUrl, message.path))
    return 'sent'
  }
}

/** True while a channel is still set, or a person still wants chat messages. */
async function isWanted(db: Db, target: string): Promise<boolean> {
  const [kind, id = ''] = target.split(':')
  if (kind === 'user') {
    const people = db.selectFrom('users').select('id').where('discord_id', '=', id).where('discord_notifications_enabled', '=', true)
    return (await people.where('closed_at_ms', 'is', null).limit(1).executeTakeFirst()) !== undefined
  }
  const settings = await db.selectFrom('settings').select(['discord_sales_channels', 'discord_payout_channels']).executeTakeFirst()
  return channelIdsOf(`${settings?.discord_sales_channels ?? ''} ${settings?.discord_payout_channels ?? ''}`).includes(id)
}

function pushWay({ db }: Platform, push: PushSender): Way {
  return async (id, message) => {
    const device = await findDevice(db, id)
    if (!device) return 'gone'
    const tag = message.id.replaceAll('-', '')
    const payload: PushPayload = {
      uid: device.uid,
      title: message.title,
      body: allLines(message).join('\n').slice(0, MAX_BODY).toWellFormed(),
      path: message.path,
      tag,
    }
    try {
      await push.send(device, JSON.stringify(payload), tag)
      return 'sent'
    } catch (error) {
      if (!(error instanceof DeviceGone)) throw error
      await forgetDevice(db, id)
      return 'gone'
    }
  }
}

/** Maximum number of characters of a push body. A push has at most four kilobytes, and a character may take four bytes. */
const MAX_BODY = 600

function mailWay({ db }: Platform, { sendMail, publicUrl }: NotificationsParts): Way {
  return async (uid, message) => {
    const wanting = db.selectFrom('users').where('id', '=', uid).where('email_notifications_enabled', '=', true)
    const email = (await wanting.select('email').where('closed_at_ms', 'is', null).executeTakeFirst())?.email
    if (email === undefined) return 'gone'
    const link = linkOf(publicUrl, message.path)
    const text = [
      ...allLines(message),
      ...(link === undefined ? [] : [`Open: ${link}`]),
      'You asked for these e-mails in your profile, where they can be switched off.',
    ].join('\n\n')
    await sendMail({ id: message.id, to: email, subject: message.title, text, kind: 'notifications.news' })
    return 'sent'
  }
}
