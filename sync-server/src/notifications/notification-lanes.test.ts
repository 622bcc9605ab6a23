import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { OPENED, testShop } from '../app/testing/shop.ts'
import { sql } from '../platform/database/sql.ts'
import { enqueueJobs } from '../platform/jobs/job-store.ts'
import type { Platform } from '../platform/platform.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { TELL_JOB } from './effects.ts'
import { insertNotices } from './notice-rows.ts'
import { openNotifications } from './notifications.ts'
import { SEND_JOBS, type SendPayload } from './tell.ts'

/** Opens a shop that records its mails, with a person whose news waits to be mailed. */
async function onStage(platform: Platform) {
  const shop = await testShop(platform, OPENED)
  const ann = await shop.signUp('ann@example.org')
  await shop.ask('PUT', '/auth/me', { emailNotificationsEnabled: true }, ann)
  await platform.jobs.drain()
  const done: string[] = []
  const notifications = await openNotifications(platform, {
    writeToDiscord: undefined,
    sendMail: async ({ to }) => void done.push(`mail to ${to}`),
    pushKeys: undefined,
    pushSubject: 'https://shop.example',
    trustedPushOrigins: [],
    publicUrl: undefined,
    timeoutMs: undefined,
  })
  const payload: SendPayload = { messageId: randomUUID(), target: ann.uid }
  await platform.transaction((tx) =>
    insertNotices(
      tx,
      [
        {
          id: 'one',
          channel: 'email',
          target: ann.uid,
          reader: `user:${ann.uid}`,
          topic: 'sold',
          subject: 's',
          lines: ['Cup'],
          lineCount: 1,
        },
      ],
      platform.nowMs(),
    ),
  )
  return { done, payload, notifications }
}

forEachDatabase('a mail of news', (open) => {
  it('waits until the recipients of all news are found, and does not block that work', async () => {
    const platform = await open()
    const { done, payload } = await onStage(platform)
    const isBegun = async (kind: string) => {
      const { rows } = await sql`select 1 from jobs where kind = ${kind} and (leased_until is not null or attempts > 0)`.execute(
        platform.db,
      )
      return rows.length > 0
    }
    // the first news job lasts until the mail's job has begun; the second one waits behind it, and the mail waits for both
    platform.jobs.handle(TELL_JOB, async () => {
      if (done.length === 0) await expect.poll(() => isBegun(SEND_JOBS.email), { timeout: 60_000, interval: 20 }).toBe(true)
      done.push('told')
    })
    await enqueueJobs(platform.db, [{ kind: SEND_JOBS.email, payload }])
    await enqueueJobs(
      platform.db,
      [TELL_JOB, TELL_JOB].map((kind) => ({ kind, payload: {} })),
    )
    await platform.jobs.drain()
    expect(done[0]).toBe('told')
    expect(done.toSorted()).toEqual(['mail to ann@example.org', 'told', 'told'])
  })

  it('is sent even when an earlier release queued it', async () => {
    const platform = await open()
    const { done, payload } = await onStage(platform)
    await enqueueJobs(platform.db, [{ kind: 'notifications.mail', payload }])
    await platform.jobs.drain()
    expect(done).toEqual(['mail to ann@example.org'])
  })
})
