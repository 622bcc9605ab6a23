import { expect, it, onTestFinished } from 'vitest'
import type { Platform } from '../platform/platform.ts'
import { sql } from '../platform/sql.ts'
import { forEachDatabase } from '../platform/testing.ts'
import { type Mail, openMail } from './mail.ts'
import { findMail } from './mail-rows.ts'
import type { MailConfig } from './sender.ts'
import { startMailServer } from './testing/mail-server.ts'

const RESET = {
  to: 'ann@example.org',
  subject: 'Reset your password',
  kind: 'accounts.passwordReset',
  text: 'Hello Ann,\n\nopen this link:\n\nhttps://shop.example/reset?token=abc&x=1\n\nThe link works once.',
}

async function shopMail(platform: Platform, config: Partial<MailConfig> = {}, attemptMs?: number): Promise<Mail> {
  const mail = await openMail(
    platform,
    { smtpUrl: undefined, mailFrom: 'Shop <shop@example.org>', publicUrl: undefined, ...config },
    attemptMs,
  )
  onTestFinished(() => mail.close())
  return mail
}

const stored = async (platform: Platform) => {
  const { rows } = await sql<{ id: string }>`select id from mails order by created_at_ms`.execute(platform.db)
  return Promise.all(rows.map(async ({ id }) => await findMail(platform.db, id)))
}

forEachDatabase('mail', (open) => {
  it('is sent with its words in both forms', async () => {
    const platform = await open()
    const server = await startMailServer()
    const mail = await shopMail(platform, { smtpUrl: server.url })
    await mail.send(RESET)
    expect(await stored(platform)).toMatchObject([{ state: 'waiting', attempts: 0 }])
    await platform.jobs.drain()
    expect(server.received).toHaveLength(1)
    const [letter] = server.received
    expect(letter).toMatchObject({ from: 'shop@example.org', to: ['ann@example.org'] })
    expect(letter?.mail).toMatchObject({ subject: RESET.subject, from: { name: 'Shop', address: 'shop@example.org' } })
    expect(letter?.mail.text?.trim()).toBe(RESET.text)
    expect(letter?.mail.html).toContain('href="https://shop.example/reset?token=abc&amp;x=1"')
    expect(await stored(platform)).toMatchObject([{ state: 'sent', attempts: 1, lastError: '', text: '', html: '' }])
  })

  it('is kept, and counts as sent, without a mail server', async () => {
    const platform = await open()
    const mail = await shopMail(platform)
    await mail.send(RESET)
    await platform.jobs.drain()
    expect(await stored(platform)).toMatchObject([{ state: 'kept', attempts: 0, text: RESET.text }])
  })
})
