import { randomUUID } from 'node:crypto'
import { looksLikeChatId } from '@shop/shared/accounts/rules/chat-id.ts'
import { channelIdsOf } from '@shop/shared/chat/rules.ts'
import { NOTICE_MAX_ATTEMPTS, NOTICE_QUEUE_MAX, type NoticeChannel } from '@shop/shared/notifications/schema.ts'
import type { Tx } from '../platform/database/sql.ts'
import { enqueueJobs } from '../platform/jobs/job-store.ts'
import type { Platform } from '../platform/platform.ts'
import type { TellPayload } from './effects.ts'
import { countWaiting, insertNotices, isTakenBack, lockSubject, type NewNotice, takeBack } from './notice-rows.ts'
import type { News, Reader } from './topics.ts'

/** Age in milliseconds at which news mentions its day, because a tablet may have sold offline. */
const LATE_AFTER_MS = 12 * 3_600_000

/** The jobs that send the notices for one target, by channel. */
export const SEND_JOBS: Readonly<Record<NoticeChannel, string>> = {
  // each channel has a separate lane, so that a stalled channel delays no other
  discord: 'discord.send',
  push: 'push.send',
  email: 'news-mail.send',
}

/** The former kind of the jobs that mail news. An older release may have left such jobs in the queue. */
export const EARLIER_MAIL_JOB = 'notifications.mail'

/** Payload of a job that sends a message. */
export type SendPayload = { readonly messageId: string; readonly target: string }

type Ways = { readonly hasBot: boolean; readonly publicKey: string }
type Target = Pick<NewNotice, 'channel' | 'target'>

/** Finds the recipients of news and their channels, and adds the notices with the jobs that send them. Safe to repeat. */
export async function tell(platform: Platform, ways: Ways, { commandId, atMs, byUid, news }: TellPayload): Promise<void> {
  const nowMs = platform.nowMs()
  const isFull = await platform.transaction(async (tx) => {
    if ((await countWaiting(tx)) >= NOTICE_QUEUE_MAX) return true
    const when = nowMs - atMs > LATE_AFTER_MS ? ` (${await dayOf(tx, atMs)})` : ''
    const notices: NewNotice[] = []
    for (const subject of [...new Set(news.map((one) => one.subject))].sort()) await lockSubject(tx, subject)
    for (const one of news) {
      const { topic, reader, subject, lineCount } = one
      const paid = topic === 'payoutSent' || topic === 'payoutUnsent' ? await paidPayout(tx, subject) : undefined
      const to = topic === 'payoutSent' && reader.startsWith('user:') && paid ? ` to ${paid.handle}` : ''
      for (const target of await targetsOf(tx, one, { ways, byUid, atMs, nowMs, paidAtMs: paid?.atMs ?? null })) {
        // marks of one batch have one moment, so a payout that was marked twice in it is told once
        const cause = topic === 'payoutSent' ? String(atMs) : commandId
        const id = [cause, topic, subject, reader, target.channel, target.target].join(' ')
        notices.push({ id, ...target, topic, reader, subject, lineCount, lines: one.lines.map((line) => `${line}${to}${when}`) })
      }
    }
    const added = await insertNotices(tx, notices, nowMs)
    await enqueueJobs(
      tx,
      notices
        .filter(({ id }) => added.has(id))
        .map(({ channel, target }) => ({
          kind: SEND_JOBS[channel],
          payload: { messageId: randomUUID(), target } satisfies SendPayload,
          maxAttempts: NOTICE_MAX_ATTEMPTS,
        })),
    )
    return false
  })
  if (isFull) platform.log.warn({ commandId }, 'too many notices are waiting, so this news is dropped')
}

async function targetsOf(
  tx: Tx,
  { reader, subject, topic, takesBack }: News,
  { ways, byUid, atMs, nowMs, paidAtMs }: { ways: Ways; byUid: string; atMs: number; nowMs: number; paidAtMs: number | null },
): Promise<Target[]> {
  // a payout can be paid again after its mark was undone, so for payouts the row decides
  if (topic === 'payoutUnsent' && paidAtMs !== null) return []
  if (takesBack !== undefined) return takeBack(tx, { subject, topic: takesBack, reader }, nowMs)
  if (topic === 'payoutSent' ? paidAtMs !== atMs : await isTakenBack(tx, subject, topic)) return []
  if (reader === 'channels:sales' || reader === 'channels:payouts') return ways.hasBot ? channelTargets(tx, reader) : []
  return personTargets(tx, reader, ways, byUid)
}

/** The handle of a payout, and the time at which it was marked as paid; undefined while it is not. */
function paidPayout(tx: Tx, payoutId: string): Promise<{ atMs: number | null; handle: string } | undefined> {
  const payout = tx
    .selectFrom('payouts')
    .select(['settled_at_ms as atMs', 'handle'])
    .where('id', '=', payoutId)
    .where('status', '=', 'paid')
  return payout.executeTakeFirst()
}

async function channelTargets(tx: Tx, reader: Reader): Promise<Target[]> {
  const column = reader === 'channels:sales' ? 'discord_sales_channels' : 'discord_payout_channels'
  const settings = await tx.selectFrom('settings').select(`${column} as list`).limit(1).executeTakeFirst()
  const list = settings?.list ?? ''
  return channelIdsOf(list).map((id) => ({ channel: 'discord', target: `channel:${id}` }))
}

/** Reads the targets that people have chosen. News for all admins goes to the e-mails and devices of every admin except `byUid`, but not to their
 *  chats. */
async function personTargets(tx: Tx, reader: Reader, { hasBot, publicKey }: Ways, byUid: string): Promise<Target[]> {
  const isOne = reader.startsWith('user:')
  const present = tx.selectFrom('users').where('closed_at_ms', 'is', null).orderBy('id')
  const meant = isOne
    ? present.where('id', '=', reader.slice('user:'.length))
    : present.where('role', '=', 'admin').where('id', '<>', byUid)
  const people = await meant
    .select(['id', 'discord_id as discordId', 'discord_notifications_enabled as wantsDiscord', 'email_notifications_enabled as wantsEmail'])
    .execute()
  const targets: Target[] = []
  for (const { id, discordId, wantsDiscord, wantsEmail } of people) {
    if (isOne && hasBot && wantsDiscord && looksLikeChatId(discordId)) targets.push({ channel: 'discord', target: `user:${discordId}` })
    if (wantsEmail) targets.push({ channel: 'email', target: id })
    // the present key cannot reach a device that subscribed with another key of the shop
    const devices = tx.selectFrom('push_subscriptions').select('id').where('uid', '=', id).where('public_key', '=', publicKey)
    for (const device of await devices.execute()) targets.push({ channel: 'push', target: device.id })
  }
  return targets
}

async function dayOf(tx: Tx, atMs: number): Promise<string> {
  const settings = await tx.selectFrom('settings').select('time_zone').limit(1).executeTakeFirst()
  return new Date(atMs).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: settings?.time_zone ?? 'UTC' })
}
