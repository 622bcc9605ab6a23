import { MAIL_PAGE_SIZE } from '@shop/shared/mail/calls.ts'
import { TOO_NESTED } from '@shop/shared/mail/rules/mail-form.ts'
import { MAX_MAIL_SUBJECT } from '@shop/shared/mail/schema.ts'
import { HOSTILE_STRINGS } from '@shop/shared/testing/hostile-strings.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_EMAIL, type Answer, OPENED, type TestShop, testShop } from '../app/testing/shop.ts'
import { sql } from '../platform/database/sql.ts'
import type { Platform } from '../platform/platform.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { type MailServer, startMailServer } from './testing/mail-server.ts'

const NOTE = { email: 'Ann@Example.org ', subject: 'Your box', htmlContent: 'It came.<br>Thank you!' }
const ID = '0190a0b0-0000-7000-8000-00000000aaaa'

/** Inserts a mail with a link that only its recipient may see. */
const secret = (platform: Platform, state: string, text = 'https://shop.example/reset?token=abc') =>
  sql`insert into mails (id, kind, to_address, subject, text, html, holds_secret, created_at_ms, state) values
    (${`secret-${state}`}, 'accounts.passwordReset', 'bob@example.org', 'Reset', ${text}, ${text}, true, 1, ${state})`.execute(platform.db)

forEachDatabase('mail over HTTP', (open) => {
  describe('without a mail server', () => {
    let shop: TestShop
    let token: string
    const ask = (method: string, path: string, body?: unknown): Promise<Answer> => shop.ask(method, path, body, { token })

    beforeAll(async () => {
      shop = await testShop(await open(), OPENED)
      token = await shop.signIn(ADMIN_EMAIL)
    })

    it('stores a mail instead of sending it, answers success, and shows it', async () => {
      const { status, body } = await ask('POST', '/admin/send-email', NOTE)
      expect({ status, success: body.success, isChanged: body.isChanged }).toEqual({ status: 200, success: true, isChanged: false })
      expect(body.mail).toMatchObject({ email: 'ann@example.org', state: 'kept', canResend: false, byUid: expect.any(String) })
      const { body: list } = await ask('GET', '/admin/mails')
      expect(list).toMatchObject({ hasServer: false, hasMore: false })
      expect(list.mails.map(({ id }: { id: string }) => id)).toContain(body.mail.id)
      const { body: opened } = await ask('GET', `/admin/mails/${body.mail.id}`)
      expect(opened).toMatchObject({ text: 'It came.\nThank you!', isHidden: false, subject: 'Your box' })
      expect(opened.html).toContain('It came.<br />Thank you!')
      expect(await ask('POST', `/admin/mails/${body.mail.id}/resend`)).toMatchObject({ status: 409, body: { code: 'MAIL_NOT_RESENDABLE' } })
    })

    it('shows the secret link of a kept mail, and records in the audit log who saw it', async () => {
      await secret(shop.platform, 'kept')
      expect((await ask('GET', '/admin/mails/secret-kept')).body).toMatchObject({
        isHidden: false,
        text: 'https://shop.example/reset?token=abc',
      })
      await ask('GET', `/admin/mails/${(await ask('POST', '/admin/send-email', NOTE)).body.mail.id}`)
      // the link gives access to the account, so the audit log records who saw the link, but not the link itself
      const { rows } =
        await sql`select i.email as by, a.subject, a.before, a.after from audit_entries a join identity_users i on i.id = a.by_uid
        where a.action = 'mail.noteSecretShown'`.execute(shop.platform.db)
      expect(rows).toEqual([{ by: ADMIN_EMAIL, subject: 'secret-kept', before: {}, after: { email: 'bob@example.org' } }])
    })

    it.each([
      ['no recipient', { email: '' }, 'email', 'Please fill in all fields'],
      ['no recipient at all', { email: undefined }, 'email', 'Please fill in all fields'],
      ['no subject', { subject: '  ' }, 'subject', 'Please fill in all fields'],
      ['no message', { htmlContent: '' }, 'htmlContent', 'Please fill in all fields'],
      ['a message without words', { htmlContent: '<br> <p></p>' }, 'htmlContent', 'Please fill in all fields'],
      ['tags by the thousands inside one another', { htmlContent: '<b>'.repeat(50_000) }, 'htmlContent', TOO_NESTED],
      ['no address', { email: 'ann' }, 'email', 'Please enter a valid email address'],
      ['two addresses', { email: 'a@example.org, b@example.org' }, 'email', 'Please enter a valid email address'],
      ['a header in the address', { email: 'a@example.org\r\nBcc: b@example.org' }, 'email', 'Please enter a valid email address'],
      ['a long subject', { subject: 'x'.repeat(201) }, 'subject', 'At most 200 characters'],
    ])('refuses %s with the message of its field', async (_name, change, field, message) => {
      const { status, body } = await ask('POST', '/admin/send-email', { ...NOTE, ...change })
      expect({ status, code: body.code, message: body.message, field: body.fields[field] }).toEqual({
        status: 400,
        code: 'INVALID',
        message,
        field: message,
      })
    })

    it('sanitises HTML from other clients, and reports the change', async () => {
      const { body } = await ask('POST', '/admin/send-email', {
        ...NOTE,
        htmlContent: '<b>Hi</b><img src="https://spy.example/x.gif"><a href="javascript:x()">go</a>',
      })
      expect(body).toMatchObject({ success: true, isChanged: true })
      const { html, text } = (await ask('GET', `/admin/mails/${body.mail.id}`)).body
      expect(html).toContain('<b>Hi</b>&lt;img src="https://spy.example/x.gif" /&gt;<a>go</a>')
      expect(text).toContain('<img src="https://spy.example/x.gif" />')
    })

    it('stores a subject of several lines as one line, and refuses too long texts instead of cutting them', async () => {
      // a new server, because an admin may write only a few mails a minute
      shop = await testShop(shop.platform, OPENED)
      for (const subject of ['a\r\nBcc: all@example.org', 'tab\tand\u2028line', '\u0085next']) {
        const { status, body } = await ask('POST', '/admin/send-email', { ...NOTE, subject })
        expect([subject, status, body.mail?.subject]).toEqual([subject, 200, subject.replace(/[\r\n\t\u2028\u0085]+/g, ' ').trim()])
      }
      const long = '😀'.repeat(MAX_MAIL_SUBJECT)
      expect((await ask('POST', '/admin/send-email', { ...NOTE, subject: long })).body.mail.subject).toBe(long)
      expect((await ask('POST', '/admin/send-email', { ...NOTE, subject: `${long}!` })).status).toBe(400)
      expect((await ask('POST', '/admin/send-email', { ...NOTE, subject: '\u0001\u0002' })).body.fields).toEqual({
        subject: 'Please fill in all fields',
      })
      const grows = await ask('POST', '/admin/send-email', { ...NOTE, htmlContent: '&'.repeat(150_000) })
      expect([grows.status, grows.body.fields]).toEqual([400, { htmlContent: 'This message is too long' }])
    })

    it('never answers 500 to hostile texts, and stores one mail under an id', async () => {
      for (const hostile of HOSTILE_STRINGS) {
        // a new server for each text, because an admin may write only a few mails a minute
        const fresh = await testShop(shop.platform, OPENED)
        for (const change of [{ subject: hostile }, { htmlContent: hostile }, { email: hostile }, { id: hostile }])
          expect([200, 400, 409]).toContain((await fresh.ask('POST', '/admin/send-email', { ...NOTE, ...change }, { token })).status)
      }
      shop = await testShop(shop.platform, OPENED)
      for (const hostile of HOSTILE_STRINGS) {
        expect((await ask('GET', `/admin/mails?q=${encodeURIComponent(hostile.toWellFormed())}`)).status).toBeLessThan(500)
        expect([400, 404]).toContain((await ask('GET', `/admin/mails/${encodeURIComponent(hostile.toWellFormed())}`)).status)
      }
      expect((await ask('POST', '/admin/send-email', { ...NOTE, id: ID })).body.mail.id).toBe(ID)
      expect((await ask('POST', '/admin/send-email', { ...NOTE, id: ID })).body.mail.id).toBe(ID)
      expect(await ask('POST', '/admin/send-email', { ...NOTE, id: ID, subject: 'Another' })).toMatchObject({
        status: 409,
        body: { code: 'ID_REUSED' },
      })
      expect((await ask('GET', '/admin/mails/nothing')).body.code).toBe('MAIL_NOT_FOUND')
      expect((await ask('POST', '/admin/mails/nothing/resend')).body.code).toBe('MAIL_NOT_FOUND')
    })

    it('lists mails page by page, filtered by part of the recipient and by state', async () => {
      await sql`insert into mails (id, kind, to_address, subject, text, html, holds_secret, created_at_ms, state)
        select 'many-' || n, 'mail.written', 'many' || n || '_x@example.org', 's', 't', 'h', false, n, 'sent' from generate_series(1, 120) n`.execute(
        shop.platform.db,
      )
      const pages = []
      for (const page of [1, 2, 3]) pages.push((await ask('GET', `/admin/mails?q=MANY&state=sent&page=${page}`)).body)
      expect(pages.map(({ mails, hasMore }) => [mails.length, hasMore])).toEqual([
        [MAIL_PAGE_SIZE, true],
        [MAIL_PAGE_SIZE, true],
        [20, false],
      ])
      expect(new Set(pages.flatMap(({ mails }) => mails.map(({ id }: { id: string }) => id))).size).toBe(120)
      expect(pages[0].mails[0].id).toBe('many-120')
      expect((await ask('GET', '/admin/mails?q=many7_x')).body.mails).toHaveLength(1)
      expect((await ask('GET', '/admin/mails?q=%25')).body.mails).toEqual([])
      expect((await ask('GET', '/admin/mails?q=many&state=failed')).body.mails).toEqual([])
      expect((await ask('GET', '/admin/mails?state=lost')).status).toBe(400)
      expect((await ask('GET', '/admin/mails?page=0')).status).toBe(400)
    })
  })

  describe('with a mail server', () => {
    let shop: TestShop
    let server: MailServer
    let token: string
    const ask = (method: string, path: string, body?: unknown): Promise<Answer> => shop.ask(method, path, body, { token })

    beforeAll(async () => {
      server = await startMailServer({
        judge: (to) => (to.startsWith('nobody') ? { code: 550, sentence: 'No such user here' } : undefined),
      })
      shop = await testShop(await open(), { ...OPENED, SMTP_URL: server.url, MAIL_FROM: 'Shop <shop@example.org>' })
      token = await shop.signIn(ADMIN_EMAIL)
      return async () => {
        await shop.server.close()
        await server.close()
      }
    })

    it('sends mails that an admin writes, and stores the mail server’s answer', async () => {
      const { body } = await ask('POST', '/admin/send-email', NOTE)
      expect(body.mail).toMatchObject({ state: 'waiting', canResend: false })
      await shop.platform.jobs.drain()
      expect(server.received.at(-1)?.mail).toMatchObject({ subject: 'Your box', to: [{ address: 'ann@example.org' }] })
      expect(server.received.at(-1)?.raw).not.toContain('Auto-Submitted')
      expect((await ask('GET', `/admin/mails/${body.mail.id}`)).body).toMatchObject({
        state: 'sent',
        answer: expect.stringContaining('250'),
      })
    })

    it('queues a failed mail again, but only once', async () => {
      const { body } = await ask('POST', '/admin/send-email', { ...NOTE, email: 'nobody@example.org' })
      await shop.platform.jobs.drain()
      expect((await ask('GET', `/admin/mails/${body.mail.id}`)).body).toMatchObject({
        state: 'failed',
        lastError: '550 No such user here',
        canResend: true,
      })
      expect((await ask('POST', `/admin/mails/${body.mail.id}/resend`)).body).toMatchObject({
        state: 'waiting',
        attempts: 0,
        canResend: false,
      })
      expect((await ask('POST', `/admin/mails/${body.mail.id}/resend`)).status).toBe(409)
    })

    it('sends one copy of a sent mail, even when the request is repeated', async () => {
      const { id } = (await ask('POST', '/admin/send-email', NOTE)).body.mail
      await shop.platform.jobs.drain()
      expect((await ask('GET', `/admin/mails/${id}`)).body).toMatchObject({ state: 'sent', canResend: true })
      const before = server.received.length
      const options = { token, headers: { 'idempotency-key': '0190a0b0-0000-7000-8000-0000000000cc' } }
      const again = async () => (await shop.ask('POST', `/admin/mails/${id}/resend`, undefined, options)).body
      const copy = await again()
      expect(copy).toMatchObject({ state: 'waiting', subject: 'Your box', email: 'ann@example.org' })
      expect(copy.id).not.toBe(id)
      expect((await again()).id).toBe(copy.id)
      await shop.platform.jobs.drain()
      expect(server.received.length).toBe(before + 1)
    })

    it('sends no copy of a sent mail when only an unsent mail may be resent', async () => {
      const { id } = (await ask('POST', '/admin/send-email', NOTE)).body.mail
      await shop.platform.jobs.drain()
      const before = server.received.length
      expect(await ask('POST', `/admin/mails/${id}/resend?only=unsent`)).toMatchObject({
        status: 409,
        body: { code: 'MAIL_SENT_MEANWHILE' },
      })
      await shop.platform.jobs.drain()
      expect(server.received.length).toBe(before)
    })

    it('hides secrets that only the recipient may see', async () => {
      await secret(shop.platform, 'waiting')
      await secret(shop.platform, 'kept')
      for (const state of ['waiting', 'kept']) {
        const { body } = await ask('GET', `/admin/mails/secret-${state}`)
        expect(body).toMatchObject({ isHidden: true, text: '', html: '', canResend: false })
        expect(JSON.stringify(body)).not.toContain('token=abc')
      }
    })
  })
})
