import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { MAIL_KEEP_DAYS, MAIL_MAX_ATTEMPTS, MAIL_QUEUE_MAX } from '@shop/shared/mail/schema.ts'
import { HOSTILE_STRINGS } from '@shop/shared/testing/hostile-strings.ts'
import { expect, it, onTestFinished } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import type { Platform } from '../platform/platform.ts'
import { forEachDatabase, freshDatabase, onPostgres } from '../platform/testing/databases.ts'
import { type Mail, openMail } from './mail.ts'
import { findMail, type MailRow } from './mail-rows.ts'
import type { MailConfig } from './sender.ts'
import { startMailServer } from './testing/mail-server.ts'

const RESET = {
  to: 'ann@example.org',
  subject: 'Reset your password',
  kind: 'accounts.passwordReset',
  text: 'Hello Ann,\n\nopen this link:\n\nhttps://shop.example/reset?token=abc&x=1\n\nThe link works once.',
}
const NOTE = { to: 'bob@example.org', subject: 'Your box', kind: 'mail.written', text: 'It came.\nThank you!' }

/** Id and author of the copy of a sent mail. */
const COPY = { id: '0190a0b0-0000-7000-8000-00000000bbbb', byUid: 'admin' }

async function shopMail(platform: Platform, smtpUrl?: string, config: Partial<MailConfig> = {}, attemptMs?: number): Promise<Mail> {
  const mail = await openMail(
    platform,
    { smtpUrl, mailFrom: 'Shop <shop@example.org>', publicUrl: undefined, brands: [{ title: 'Consign' }], ...config },
    attemptMs,
  )
  onTestFinished(() => mail.close())
  return mail
}

async function stored(platform: Platform): Promise<MailRow[]> {
  const { rows } = await sql<{ id: string }>`select id from mails order by created_at_ms, id`.execute(platform.db)
  return Promise.all(rows.map(async ({ id }) => (await findMail(platform.db, id)) as MailRow))
}

/** Makes all mail jobs due, as if their wait or lease had ended, and runs them. */
async function later(platform: Platform): Promise<void> {
  await sql`update jobs set run_at = now() - interval '1 second', leased_until = null where kind = 'mail.send'`.execute(platform.db)
  await platform.jobs.drain()
}

const waitingJobs = async (platform: Platform) =>
  (await sql<{ id: string }>`select id from jobs where kind = 'mail.send'`.execute(platform.db)).rows.length

/** Finds a port on which nobody listens. */
async function silentPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Starts a mail server that runs `answer` on each connection. */
async function oddServer(answer: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    answer(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

forEachDatabase('mail', (open, kind) => {
  it('is sent as text and HTML, and loses its secret afterwards', async () => {
    const platform = await open()
    const server = await startMailServer()
    const mail = await shopMail(platform, server.url)
    await mail.send(RESET)
    expect(await stored(platform)).toMatchObject([{ state: 'waiting', attempts: 0, holdsSecret: true }])
    await platform.jobs.drain()
    expect(server.received).toHaveLength(1)
    const [letter] = server.received
    expect(letter).toMatchObject({ from: 'shop@example.org', to: ['ann@example.org'] })
    expect(letter?.mail).toMatchObject({ subject: RESET.subject, from: { name: 'Shop', address: 'shop@example.org' } })
    expect(letter?.mail.text?.trim()).toBe(RESET.text)
    expect(letter?.mail.html).toContain('href="https://shop.example/reset?token=abc&amp;x=1"')
    expect(letter?.raw).toContain('Auto-Submitted: auto-generated')
    const [row] = await stored(platform)
    expect(letter?.mail.messageId).toBe(`<${row?.id}@example.org>`)
    expect(row).toMatchObject({ state: 'sent', attempts: 1, lastError: '', text: '', html: '' })
    expect(row?.answer).toContain('250')
    expect(await waitingJobs(platform)).toBe(0)
  })

  it('is kept without a mail server, and cannot be resent', async () => {
    const platform = await open()
    const mail = await shopMail(platform)
    await mail.send(RESET)
    await later(platform)
    expect(await stored(platform)).toMatchObject([{ state: 'kept', attempts: 0, text: RESET.text }])
    expect(await waitingJobs(platform)).toBe(0)
    expect(await mail.resend((await stored(platform))[0]?.id ?? '', COPY)).toBeUndefined()
  })

  it('is retried after a temporary refusal', async () => {
    const platform = await open()
    const server = await startMailServer({ judge: (_to, n) => (n < 3 ? { code: 451, sentence: 'Come back later' } : undefined) })
    const mail = await shopMail(platform, server.url)
    await mail.send(NOTE)
    await platform.jobs.drain()
    expect(await stored(platform)).toMatchObject([{ state: 'waiting', attempts: 1, lastError: '451 Come back later' }])
    await platform.jobs.drain()
    expect((await stored(platform))[0]?.attempts, 'not before its back-off').toBe(1)
    await later(platform)
    await later(platform)
    expect(await stored(platform)).toMatchObject([{ state: 'sent', attempts: 3, lastError: '', text: NOTE.text }])
    expect(server.received.map(({ to }) => to)).toEqual([['bob@example.org']])
  })

  it('is given up after the maximum number of attempts', async () => {
    const platform = await open()
    const server = await startMailServer({ judge: () => ({ code: 450, sentence: 'Mailbox busy' }) })
    const mail = await shopMail(platform, server.url)
    await mail.send(NOTE)
    for (let n = 0; n < MAIL_MAX_ATTEMPTS + 2; n++) await later(platform)
    expect(await stored(platform)).toMatchObject([{ state: 'failed', attempts: MAIL_MAX_ATTEMPTS, lastError: '450 Mailbox busy' }])
    expect(await waitingJobs(platform)).toBe(0)
  })

  it('fails with the mail server’s words at the first final refusal, and can be resent', async () => {
    const platform = await open()
    let isOpen = false
    const server = await startMailServer({ judge: () => (isOpen ? undefined : { code: 550, sentence: 'No such user here' }) })
    const mail = await shopMail(platform, server.url)
    await mail.send(NOTE)
    await platform.jobs.drain()
    expect(await stored(platform)).toMatchObject([{ state: 'failed', attempts: 1, lastError: '550 No such user here' }])
    expect(await waitingJobs(platform)).toBe(0)
    isOpen = true
    const id = (await stored(platform))[0]?.id ?? ''
    expect(await Promise.all([mail.resend(id, COPY), mail.resend(id, COPY)])).toEqual(expect.arrayContaining([id, undefined]))
    await platform.jobs.drain()
    expect(await stored(platform)).toMatchObject([{ state: 'sent', attempts: 1 }])
    expect(server.received).toHaveLength(1)
  })

  it('counts as failed, and can be resent, when the shop’s server stopped during each attempt', async () => {
    const platform = await open()
    const server = await startMailServer()
    const mail = await shopMail(platform, server.url)
    await mail.send(NOTE)
    await sql`update jobs set attempts = ${MAIL_MAX_ATTEMPTS} where kind = 'mail.send'`.execute(platform.db)
    await later(platform)
    expect(await stored(platform)).toMatchObject([{ state: 'failed', lastError: 'The server ended each time it was at this.' }])
    const id = (await stored(platform))[0]?.id ?? ''
    expect(await mail.resend(id, COPY)).toBe(id)
    await platform.jobs.drain()
    expect(await stored(platform)).toMatchObject([{ state: 'sent' }])
  })

  it('waits while the mail server refuses the shop itself, and is sent when the server accepts the shop', async () => {
    const platform = await open()
    const refusals = [
      { code: 530, sentence: '5.7.0 Authentication required' },
      { code: 553, sentence: '5.7.1 Sender address rejected: not owned by user' },
      { code: 550, sentence: '5.4.5 Daily sending quota exceeded' },
    ]
    const server = await startMailServer({
      onMailFrom(_address, _session, callback) {
        const refused = refusals[0]
        callback(refused ? Object.assign(new Error(refused.sentence), { responseCode: refused.code }) : null)
      },
    })
    const mail = await shopMail(platform, server.url)
    await mail.send(RESET)
    while (refusals.length > 0) {
      await later(platform)
      const [refused] = refusals
      expect(await stored(platform)).toMatchObject([{ state: 'waiting', lastError: expect.stringContaining(refused?.sentence ?? '') }])
      refusals.shift()
    }
    await later(platform)
    expect(await stored(platform)).toMatchObject([{ state: 'sent' }])
  })

  it('is resent as a new mail when it was sent before', async () => {
    const platform = await open()
    const server = await startMailServer()
    const mail = await shopMail(platform, server.url)
    await mail.send(NOTE)
    await platform.jobs.drain()
    const id = (await stored(platform))[0]?.id ?? ''
    // the same request is repeated
    for (let times = 0; times < 2; times++) expect(await mail.resend(id, COPY)).toBe(COPY.id)
    await platform.jobs.drain()
    expect(server.received.map(({ mail: { subject, text, messageId } }) => [subject, text?.trim(), messageId])).toEqual([
      [NOTE.subject, NOTE.text, `<${id}@example.org>`],
      [NOTE.subject, NOTE.text, `<${COPY.id}@example.org>`],
    ])
    expect(await findMail(platform.db, COPY.id)).toMatchObject({ state: 'sent', byUid: COPY.byUid, kind: NOTE.kind })
    expect(await mail.resend('nothing', { ...COPY, id: 'another' })).toBeUndefined()
  })

  it('loses its secret when it fails, and is not resent after that', async () => {
    const platform = await open()
    const server = await startMailServer({ judge: () => ({ code: 550, sentence: 'No' }) })
    const mail = await shopMail(platform, server.url)
    await mail.send(RESET)
    await platform.jobs.drain()
    const [row] = await stored(platform)
    expect(row).toMatchObject({ state: 'failed', text: '', html: '' })
    expect(await mail.resend(row?.id ?? '', COPY)).toBeUndefined()
  })

  it('waits while the mail server is away, and is sent when it is back', async () => {
    const platform = await open()
    const port = await silentPort()
    const mail = await shopMail(platform, `smtp://127.0.0.1:${port}`)
    await mail.send(NOTE)
    await platform.jobs.drain()
    expect(await stored(platform)).toMatchObject([{ state: 'waiting', attempts: 1 }])
    expect((await stored(platform))[0]?.lastError).toMatch(/ECONNREFUSED/)
    const server = await startMailServer({ port })
    await later(platform)
    expect(await stored(platform)).toMatchObject([{ state: 'sent', attempts: 2 }])
    expect(server.received).toHaveLength(1)
  })

  it('waits for another attempt when the mail server stays silent or never ends its answer', async () => {
    const platform = await open()
    for (const url of [
      await oddServer(() => {}),
      await oddServer((socket) => {
        socket.write('220 hello\r\n')
        const drip = setInterval(() => socket.write('250-still\r\n'), 50)
        socket.on('close', () => clearInterval(drip))
      }),
    ]) {
      const mail = await shopMail(platform, url, {}, 400)
      await mail.send(NOTE)
      const from = performance.now()
      await platform.jobs.drain()
      expect(performance.now() - from).toBeLessThan(5_000)
    }
    const rows = await stored(platform)
    expect(rows.map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    for (const { lastError } of rows) expect(lastError).not.toBe('')
  })

  it('waits for another attempt when the mail server hangs up', async () => {
    const platform = await open()
    const mail = await shopMail(platform, await oddServer((socket) => socket.end('220 hello\r\n')))
    await mail.send(NOTE)
    await platform.jobs.drain()
    expect(await stored(platform)).toMatchObject([{ state: 'waiting', attempts: 1 }])
  })

  it('is sent after a restart in the middle of an attempt', async () => {
    const database = await freshDatabase(kind)
    const platform = await open(database.kind === 'postgres' ? { database } : {})
    const slow = await oddServer((socket) => socket.write('220 hello\r\n'))
    const mail = await shopMail(platform, slow)
    await mail.send(NOTE)
    const running = platform.jobs.drain()
    await expect
      .poll(async () => (await sql`select 1 from jobs where kind = 'mail.send' and leased_until is not null`.execute(platform.db)).rows)
      .toHaveLength(1)
    await new Promise((resolve) => setTimeout(resolve, 100))
    const from = performance.now()
    await mail.close()
    await running
    expect(performance.now() - from).toBeLessThan(3_000)
    expect(await stored(platform)).toMatchObject([{ state: 'waiting', lastError: 'The server stopped during this attempt.' }])

    const server = await startMailServer()
    await shopMail(platform, server.url)
    await later(platform)
    expect(await stored(platform)).toMatchObject([{ state: 'sent' }])
    expect(server.received).toHaveLength(1)
  })

  it('uses TLS and a login if the address says so, and waits while the mail server offers no TLS', async () => {
    const platform = await open()
    const logins: string[] = []
    const server = await startMailServer({
      disabledCommands: [],
      authOptional: false,
      onAuth({ username, password }, session, callback) {
        logins.push(`${session.secure ? 'tls' : 'plain'} ${username} ${password}`)
        callback(null, { user: username })
      },
    })
    const mail = await shopMail(platform, `smtp://ann:s%40cret@127.0.0.1:${server.port}?tls.rejectUnauthorized=false&requireTLS=true`)
    await mail.send(NOTE)
    await platform.jobs.drain()
    expect(await stored(platform)).toMatchObject([{ state: 'sent' }])
    expect(server.received).toMatchObject([{ isSecure: true }])
    expect(logins).toEqual(['tls ann s@cret'])
    await mail.close()

    const open2 = await startMailServer({ onAuth: (_auth, _session, callback) => callback(new Error('no')) })
    const strict = await shopMail(platform, `smtp://ann:secret@127.0.0.1:${open2.port}?requireTLS=true`)
    await strict.send(NOTE)
    await platform.jobs.drain()
    expect((await stored(platform)).at(-1)).toMatchObject({ state: 'waiting', attempts: 1 })
  })

  it('waits while the shop’s login is refused, and records the reason', async () => {
    const platform = await open()
    const server = await startMailServer({
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) => callback(Object.assign(new Error('Bad password'), { responseCode: 535 })),
    })
    const mail = await shopMail(platform, `smtp://ann:wrong@127.0.0.1:${server.port}`)
    await mail.send(NOTE)
    await platform.jobs.drain()
    const [row] = await stored(platform)
    expect(row).toMatchObject({ state: 'waiting', attempts: 1 })
    expect(row?.lastError).toMatch(/^The mail server refused the login of the shop: 535/)
    expect(row?.lastError).not.toContain('wrong')
  })

  it('can contain hostile text, which adds no recipient', async () => {
    const platform = await open()
    const server = await startMailServer()
    const mail = await shopMail(platform, server.url)
    const strings = HOSTILE_STRINGS
    for (const hostile of strings) await mail.send({ ...NOTE, subject: `S ${hostile}`, text: `T ${hostile}` })
    await mail.send({ ...NOTE, subject: 'A\r\nBcc: eve@example.org\r\n\r\nbody', text: '.\r\n.\r\nQUIT\r\n' })
    await platform.jobs.drain()
    expect(server.received).toHaveLength(strings.length + 1)
    for (const { to, mail: got, raw } of server.received) {
      expect(to).toEqual(['bob@example.org'])
      expect(got.bcc ?? []).toEqual([])
      expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im)
    }
    expect(server.received.at(-1)?.mail.subject).toBe('A Bcc: eve@example.org body')
    for (const to of ['a@example.org, eve@example.org', 'a@example.org\r\nBcc: eve@example.org', '<a@example.org>', '', 'a'])
      await expect(mail.send({ ...NOTE, to })).rejects.toThrow()
  })

  it('is sent once when it is given several times with the same id', async () => {
    const platform = await open()
    const server = await startMailServer()
    const mail = await shopMail(platform, server.url)
    const id = '0190a0b0-0000-7000-8000-000000000001'
    await Promise.all([mail.send({ ...NOTE, id }), mail.send({ ...NOTE, id })])
    await platform.jobs.drain()
    await mail.send({ ...NOTE, id })
    await platform.jobs.drain()
    expect(server.received).toHaveLength(1)
  })

  it('is deleted after its retention, and refused when the queue is full', async () => {
    const platform = await open()
    const mail = await shopMail(platform, 'smtp://127.0.0.1:9')
    await mail.send(NOTE)
    await mail.send({ ...NOTE, to: 'old@example.org' })
    await sql`update mails set created_at_ms = created_at_ms - ${(MAIL_KEEP_DAYS + 1) * 86_400_000} where to_address = 'old@example.org'`.execute(
      platform.db,
    )
    await sql`update jobs set run_at = now() where kind = 'mail.purge'`.execute(platform.db)
    await sql`update jobs set run_at = now() + interval '1 hour' where kind = 'mail.send'`.execute(platform.db)
    await platform.jobs.drain()
    expect((await stored(platform)).map(({ toAddress }) => toAddress)).toEqual(['bob@example.org'])
    await sql`insert into mails (id, kind, to_address, subject, text, html, holds_secret, created_at_ms, state)
      select 'x' || n, 'k', 'a@example.org', '', '', '', false, 0, 'waiting' from generate_series(2, ${MAIL_QUEUE_MAX}) n`.execute(
      platform.db,
    )
    await expect(mail.send(NOTE)).rejects.toThrow('Too many mails')
  })
})

onPostgres('mail of two servers', (open) => {
  it('is sent once', async () => {
    const database = await freshDatabase('postgres')
    const one = await open({ database })
    const two = await open({ database })
    const server = await startMailServer()
    const mails = [await shopMail(one, server.url), await shopMail(two, server.url)]
    for (let n = 0; n < 20; n++) await mails[n % 2]?.send({ ...NOTE, to: `to${n}@example.org` })
    await Promise.all([one.jobs.drain(), two.jobs.drain()])
    expect(server.received.map(({ to }) => to[0]).sort()).toEqual(Array.from({ length: 20 }, (_, n) => `to${n}@example.org`).sort())
  })
})
