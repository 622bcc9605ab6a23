import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { HOSTILE_STRINGS } from '@shop/shared/testing/hostile-strings.ts'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { setRoleByEmail } from '../app/cli/admin-commands.ts'
import { mailedProof, proveEmail, signUpProved } from '../app/testing/proved.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD, type TestShop, testShop } from '../app/testing/shop.ts'
import { startMailServer } from '../mail/testing/mail-server.ts'
import { sql } from '../platform/database/sql.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { MAX_CODE_GUESSES } from './email-proofs.ts'

const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')

forEachDatabase('an e-mail', (open) => {
  let shop: TestShop
  let admin: string
  let count = 0
  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    admin = await shop.signIn(ADMIN_EMAIL)
  })

  const fresh = () => `person${++count}@example.org`
  const byCode = (token: string, code: unknown, headers = {}) => shop.ask('POST', '/identity/prove-email', { code }, { token, headers })
  const byLink = (link: string, more: { token?: string; password?: string } = {}) =>
    shop.ask('POST', '/identity/prove-email-by-link', { token: link, password: more.password }, { token: more.token })
  const another = (token: string) => shop.ask('POST', '/identity/request-email-proof', undefined, { token })
  const stateOf = async (uid: string) => {
    const { rows } = await sql<{ isProved: boolean; isShown: boolean }>`select i."emailVerified" as "isProved",
      u.email_proved_at_ms is not null as "isShown" from identity_users i join users u on u.id = i.id where u.id = ${uid}`.execute(
      shop.platform.db,
    )
    return rows[0]
  }
  const PROVED = { isProved: true, isShown: true }
  const UNPROVED = { isProved: false, isShown: false }

  describe('is proved', () => {
    it('once, by the six-digit code that is mailed at the sign-up', async () => {
      const { uid, token } = await shop.signUp('Mixed.Case@Example.ORG')
      expect(await stateOf(uid)).toEqual(UNPROVED)
      const { code } = await mailedProof(shop, 'mixed.case@example.org')
      const done = await byCode(token, ` ${code.slice(0, 3)}-${code.slice(3)} `)
      expect([done.status, done.body]).toEqual([200, { email: 'mixed.case@example.org', state: 'confirmed' }])
      expect(await stateOf(uid)).toEqual(PROVED)
      expect((await byCode(token, code)).body.state).toBe('already')
      expect((await another(token)).body.code).toBe('EMAIL_PROVED_ALREADY')
    })

    it('by the mailed link on a device where the person is signed in; elsewhere the link needs the password too', async () => {
      const here = await shop.signUp(fresh())
      const { url, token: link } = await mailedProof(shop, `person${count}@example.org`)
      expect(url).toBe(`http://localhost/confirm-email?token=${link}`)
      const first = await byLink(link, here)
      expect([first.status, first.body]).toEqual([200, { email: `person${count}@example.org`, state: 'confirmed' }])
      expect(await stateOf(here.uid)).toEqual(PROVED)
      expect((await byLink(link)).body).toEqual({ email: `person${count}@example.org`, state: 'already' })

      const there = await shop.signUp(fresh())
      const other = await mailedProof(shop, `person${count}@example.org`)
      expect(await byLink(other.token)).toMatchObject({ status: 403, body: { code: 'EMAIL_LINK_NEEDS_PASSWORD' } })
      const wrong = await byLink(other.token, { password: 'not the password' })
      expect([wrong.status, wrong.body.fields]).toEqual([400, { password: 'Incorrect password.' }])
      expect(await stateOf(there.uid)).toEqual(UNPROVED)
      expect((await byLink(other.token, { password: PASSWORD })).body.state).toBe('confirmed')
      expect(await stateOf(there.uid)).toEqual(PROVED)
    })

    it('by a used reset link, because its reader owns the mailbox', async () => {
      const email = fresh()
      const { uid } = await shop.signUp(email)
      await shop.ask('POST', '/identity/request-password-reset', { email })
      const { rows } = await sql<{
        text: string
      }>`select text from mails where to_address = ${email} and kind = 'accounts.passwordReset'`.execute(shop.platform.db)
      const token = /token=([\w-]+)/.exec(rows[0]?.text ?? '')?.[1]
      expect((await shop.ask('POST', '/identity/reset-password', { token, newPassword: 'an entirely new password' })).status).toBe(200)
      expect(await stateOf(uid)).toEqual(PROVED)
    })

    it('from the start for the first admin, who may have no mail', async () => {
      const { uid } = (await shop.ask('GET', '/auth/me', undefined, { token: admin })).body
      expect(await stateOf(uid)).toEqual(PROVED)
    })
  })

  describe('is not proved', () => {
    it('by the owner who only opens the link of a mail that a stranger’s sign-up sent', async () => {
      const stranger = await shop.signUp(fresh())
      const { token: link } = await mailedProof(shop, `person${count}@example.org`)
      const reader = await shop.signUp(fresh())
      for (const more of [{}, reader, { token: admin }, { token: 'no session' }])
        expect((await byLink(link, more)).body.code).toBe('EMAIL_LINK_NEEDS_PASSWORD')
      expect(await stateOf(stranger.uid)).toEqual(UNPROVED)
      expect(await stateOf(reader.uid)).toEqual(UNPROVED)
    })

    it('by somebody else’s code, a code of an older mail, or a code that is a day old', async () => {
      const [ann, bea] = [await shop.signUp('ann@example.org'), await shop.signUp('bea@example.org')]
      const first = await mailedProof(shop, 'ann@example.org')
      expect((await another(ann.token)).body).toEqual({ email: 'ann@example.org' })
      const newest = await mailedProof(shop, 'ann@example.org')
      expect(newest.token).not.toBe(first.token)
      expect((await byLink(first.token, ann)).body.code).toBe('EMAIL_LINK_OLD')
      if (first.code !== newest.code) expect((await byCode(ann.token, first.code)).body.code).toBe('EMAIL_CODE_WRONG')
      const beas = await mailedProof(shop, 'bea@example.org')
      if (beas.code !== newest.code) expect((await byCode(ann.token, beas.code)).body.code).toBe('EMAIL_CODE_WRONG')
      await sql`update email_proofs set expires_at = expires_at - interval '24 hours' where uid = ${ann.uid}`.execute(shop.platform.db)
      expect((await byCode(ann.token, newest.code)).body.code).toBe('EMAIL_CODE_OLD')
      expect(await byLink(newest.token, ann)).toMatchObject({ status: 409, body: { code: 'EMAIL_LINK_OLD' } })
      expect([await stateOf(ann.uid), await stateOf(bea.uid)]).toEqual([UNPROVED, UNPROVED])
      // the next mail works
      await another(ann.token)
      await proveEmail(shop, 'ann@example.org', ann.token)
      expect(await stateOf(ann.uid)).toEqual(PROVED)
    })

    it('by guessing: a few wrong guesses void the code but not the link, even if they arrive together', async () => {
      const email = fresh()
      const { uid, token } = await shop.signUp(email)
      const { code, token: link } = await mailedProof(shop, email)
      const answers = await Promise.all(Array.from({ length: MAX_CODE_GUESSES + 3 }, () => byCode(token, otherThan(code))))
      const codes = answers.map(({ body }) => body.code).sort()
      expect(codes).toEqual([...Array(3).fill('EMAIL_CODE_OLD'), ...Array(MAX_CODE_GUESSES).fill('EMAIL_CODE_WRONG')])
      expect(await byCode(token, code)).toMatchObject({ status: 409, body: { code: 'EMAIL_CODE_OLD' } })
      expect(await stateOf(uid)).toEqual(UNPROVED)
      expect((await byLink(link, { token })).status).toBe(200)
    })

    it('by an input that cannot be a code, and the server never answers 500 to it', async () => {
      const { token } = await shop.signUp(fresh())
      for (const code of ['', '12345', '1234567', '12345a', '１２３４５６', '-----------', null, 123456, ['123456'], {}])
        expect([code, (await byCode(token, code)).body.fields]).toEqual([code, { code: 'Please enter the 6 digits of the mail' }])
      for (const text of HOSTILE_STRINGS.slice(0, 80)) {
        const answers = [await byCode(token, text), await byLink(text), await byLink('x', { password: text })]
        for (const { status } of answers) expect([400, 403, 409], text).toContain(status)
      }
      expect((await shop.ask('POST', '/identity/prove-email', { code: '123456' })).status).toBe(401)
      expect((await another('nobody')).status).toBe(401)
    })

    it('for an account that has changed its address or is closed', async () => {
      const email = fresh()
      const { uid, token } = await shop.signUp(email)
      const { code, token: link } = await mailedProof(shop, email)
      await sql`update identity_users set email = 'elsewhere@example.org' where id = ${uid}`.execute(shop.platform.db)
      expect((await byCode(token, code)).body.code).toBe('EMAIL_CODE_OLD')
      expect((await byLink(link, { token })).body.code).toBe('EMAIL_LINK_OLD')
      expect(await stateOf(uid)).toEqual(UNPROVED)
      await shop.ask('DELETE', `/auth/users/${uid}`, undefined, { token: admin })
      expect((await byLink(link, { password: PASSWORD })).body.code).toBe('EMAIL_LINK_OLD')
    })
  })

  it('gets only a few mails a day, so that nobody floods a mailbox; other addresses still get theirs', async () => {
    const { token } = await shop.signUp(fresh())
    const statuses = []
    for (let n = 0; n < 5; n++) statuses.push((await another(token)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
    expect((await another(token)).headers.get('retry-after')).toMatch(/^\d+$/)
    const other = await shop.signUp(fresh())
    expect((await another(other.token)).status).toBe(200)
  })

  it('has to be proved before its account becomes an admin’s, unless the machine’s owner vouches for it, which the audit log records', async () => {
    const email = fresh()
    const { uid } = await shop.signUp(email)
    await expect(setRoleByEmail(shop.platform, email, 'admin')).rejects.toMatchObject({ code: 'EMAIL_NOT_PROVED' })
    await setRoleByEmail(shop.platform, email, 'admin', { vouches: true })
    expect(await stateOf(uid)).toEqual(PROVED)
    const { rows } = await sql`select action, by_uid as by from audit_entries where subject = ${uid} order by id`.execute(shop.platform.db)
    expect(rows).toEqual([
      { action: 'accounts.vouchForEmail', by: 'system' },
      { action: 'accounts.changeRole', by: 'system' },
    ])
    // an admin of an earlier release, who never proved anything, stays one
    await sql`update identity_users set "emailVerified" = false where id = ${uid}`.execute(shop.platform.db)
    await setRoleByEmail(shop.platform, email, 'admin')
    await setRoleByEmail(shop.platform, email, 'user')
    const proved = await signUpProved(shop, fresh())
    await setRoleByEmail(shop.platform, `person${count}@example.org`, 'admin')
    expect((await shop.ask('GET', '/auth/me', undefined, proved)).body.role).toBe('admin')
  })

  describe('that nobody proved', () => {
    const earlier = async (email: string) => {
      const body = { uid: freshId(), email, displayName: 'Of old' }
      const { uid } = (await shop.ask('POST', '/auth/users', body, { token: admin })).body
      await shop.ask('POST', '/sales/custom', { consignorID: uid, itemName: 'Lamp', amount: 40 }, { token: admin })
      return uid as string
    }
    const migrate = (uid: string) => shop.ask('POST', `/auth/users/${uid}/migrate`, undefined, { token: admin })
    const balanceOf = async (uid: string) => (await shop.ask('GET', `/auth/users/${uid}`, undefined, { token: admin })).body.balance
    const vouch = (uid: string, token = admin) => shop.ask('POST', `/auth/users/${uid}/vouch`, undefined, { token })

    it('lets its account get nothing of an earlier account, by a single or a bulk migration, until it is proved', async () => {
      const email = fresh()
      const old = await earlier(email)
      const { uid, token } = await shop.signUp(email.toUpperCase())
      for (const one of [uid, old])
        expect(await migrate(one)).toMatchObject({ status: 409, body: { code: 'EMAIL_NOT_PROVED', message: /confirm/ } })
      const bulk = (await shop.ask('POST', '/auth/migrate-all', undefined, { token: admin })).body
      expect(bulk.migrated + bulk.skipped + bulk.failed).toBe(bulk.totalUsers)
      expect(bulk.details).toContainEqual({ status: 'skipped', email, uid, reason: 'E-mail not confirmed' })
      expect([await balanceOf(old), await balanceOf(uid)]).toEqual([40, 0])

      await proveEmail(shop, email, token)
      expect((await shop.ask('POST', '/auth/migrate-all', undefined, { token: admin })).body.details).toContainEqual({
        status: 'migrated',
        email,
        uid,
      })
      expect([await balanceOf(old), await balanceOf(uid)]).toEqual([0, 40])
    })

    it('counts as proved after an admin has vouched for it, which the audit log records', async () => {
      const email = fresh()
      const old = await earlier(email)
      const { uid, token } = await shop.signUp(email)
      expect((await vouch(uid, token)).status).toBe(403)
      expect((await vouch(old)).body.code).toBe('NOBODY_SIGNS_IN')
      expect((await vouch(freshId())).status).toBe(404)
      const isProved = async () =>
        (await shop.ask('GET', '/admin/users', undefined, { token: admin })).body.users.find((one: { uid: string }) => one.uid === uid)
          .emailProved
      expect(await isProved()).toBe(false)
      for (let n = 0; n < 2; n++) expect((await vouch(uid)).body).toEqual({ message: 'E-mail confirmed' })
      expect(await isProved()).toBe(true)
      expect(await stateOf(uid)).toEqual(PROVED)
      const { rows } = await sql`select after from audit_entries where subject = ${uid} and action = 'accounts.vouchForEmail'`.execute(
        shop.platform.db,
      )
      expect(rows).toEqual([{ after: { emailProved: true, email } }])
      expect((await migrate(uid)).body).toEqual({ message: 'Migration completed' })
      expect(await balanceOf(uid)).toBe(40)
      await shop.ask('DELETE', `/auth/users/${uid}`, undefined, { token: admin })
      expect((await vouch(uid)).body.code).toBe('ACCOUNT_CLOSED')
    })

    it('still lets its account get what is booked later for an earlier account that was migrated before', async () => {
      const email = fresh()
      const old = await earlier(email)
      const { uid } = await signUpProved(shop, email)
      expect((await migrate(uid)).status).toBe(200)
      await sql`update identity_users set "emailVerified" = false where id = ${uid}`.execute(shop.platform.db)
      await sql`update users set email_proved_at_ms = null where id = ${uid}`.execute(shop.platform.db)
      expect((await shop.ask('PUT', `/sales/balance/${old}`, { balance: 7 }, { token: admin })).status).toBe(200)
      expect((await shop.ask('POST', '/auth/migrate-all', undefined, { token: admin })).body.details).toContainEqual({
        status: 'migrated',
        email,
        uid,
      })
      expect([await balanceOf(old), await balanceOf(uid)]).toEqual([0, 47])
    })

    it('still signs in, also in upper case', async () => {
      const email = fresh()
      const { token } = await shop.signUp(email)
      const me = await shop.ask('GET', '/auth/me', undefined, { token })
      expect([me.status, me.body.email]).toEqual([200, email])
      await shop.signIn(email.toUpperCase())
    })
  })
})

forEachDatabase('the mail that proves an e-mail', (open) => {
  it('has HTML and text, a link to PUBLIC_URL and a code; once it is sent, the database holds neither secret', async () => {
    const mail = await startMailServer()
    const environment = { ...OPENED, PUBLIC_URL: 'https://till.example', SMTP_URL: mail.url, MAIL_FROM: 'shop@till.example' }
    const shop = await testShop(await open({ firstRetrySeconds: 0 }), environment)
    const { uid, token } = await shop.signUp('Vera@example.org')
    await shop.platform.jobs.drain()
    await expect.poll(() => mail.received.length).toBe(1)
    const { to, mail: letter } = mail.received[0] as (typeof mail.received)[number]
    expect(to).toEqual(['vera@example.org'])
    const link = /https:\/\/till\.example\/confirm-email\?token=([\w-]+)/.exec(letter.text ?? '')
    const code = /^\d{6}$/m.exec(letter.text ?? '')?.[0] as string
    expect(letter.html).toContain(link?.[0])
    expect(letter.html).toContain(code)
    const admin = await shop.signIn(ADMIN_EMAIL)
    const { mails } = (await shop.ask('GET', '/admin/mails', undefined, { token: admin })).body
    const opened = await shop.ask('GET', `/admin/mails/${mails[0].id}`, undefined, { token: admin })
    expect(opened.body).toMatchObject({ kind: 'accounts.emailProof', isHidden: true, text: '', html: '' })
    const { rows } = await sql<{
      all: string
    }>`select (select jsonb_agg(p) from email_proofs p)::text || (select jsonb_agg(m) from mails m)::text
      || coalesce((select jsonb_agg(c) from command_log c)::text, '') as all`.execute(shop.platform.db)
    for (const secret of [link?.[1] as string, code]) expect(rows[0]?.all.includes(secret), secret).toBe(false)
    const done = await shop.ask('POST', '/identity/prove-email-by-link', { token: link?.[1] }, { token })
    expect([done.body, uid.length]).toEqual([{ email: 'vera@example.org', state: 'confirmed' }, 36])
  })

  it('waits for an admin in a shop without a mail server, and the audit log records that it was read', async () => {
    const shop = await testShop(await open(), OPENED)
    const { token } = await shop.signUp('kept@example.org')
    const admin = await shop.signIn(ADMIN_EMAIL)
    const { mails } = (await shop.ask('GET', '/admin/mails?q=kept', undefined, { token: admin })).body
    const { body } = await shop.ask('GET', `/admin/mails/${mails[0].id}`, undefined, { token: admin })
    expect(body).toMatchObject({ state: 'kept', isHidden: false })
    const code = /^\d{6}$/m.exec(body.text)?.[0]
    expect((await shop.ask('POST', '/identity/prove-email', { code }, { token })).body.state).toBe('confirmed')
    const { rows } = await sql`select subject from audit_entries where action = 'mail.noteSecretShown'`.execute(shop.platform.db)
    expect(rows).toHaveLength(1)
  })

  it('has a code but no link when the shop has a mail server but no confirmed address', async () => {
    const mail = await startMailServer()
    const shop = await testShop(await open({ firstRetrySeconds: 0 }), { ...OPENED, SMTP_URL: mail.url, MAIL_FROM: 'shop@till.example' })
    const { token } = await shop.signUp('nowhere@example.org')
    const { url, code } = await mailedProof(shop, 'nowhere@example.org')
    expect(url).toBe('')
    await shop.platform.jobs.drain()
    await expect.poll(() => mail.received.map(({ to }) => to)).toEqual([['nowhere@example.org']])
    expect((await shop.ask('POST', '/identity/prove-email', { code }, { token })).status).toBe(200)
  })

  it('delays no sign-up when the mail server hangs, answers nonsense, refuses or is away', async () => {
    const garbage = await listener((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n\u0000\uFFFF'))
    const silent = await listener(() => {})
    const refusing = await startMailServer({ judge: () => ({ code: 550, sentence: 'No such user here' }) })
    const gone = await listener(() => {})
    await new Promise<void>((resolve) => gone.server.close(() => resolve()))
    const platform = await open({ firstRetrySeconds: 0 })
    for (const [n, url] of [garbage.url, silent.url, refusing.url, gone.url].entries()) {
      const shop = await testShop(platform, { ...OPENED, SMTP_URL: url, MAIL_FROM: 'shop@till.example' })
      const { token } = await shop.signUp(`held${n}@example.org`)
      expect((await shop.ask('GET', '/auth/me', undefined, { token })).status).toBe(200)
      if (url !== silent.url) await platform.jobs.drain()
      const { rows } =
        await sql`select 1 from mails where to_address = ${`held${n}@example.org`} and state in ('waiting', 'failed')`.execute(platform.db)
      expect(rows).toHaveLength(1)
      expect((await shop.ask('POST', '/identity/request-email-proof', undefined, { token })).status).toBe(200)
    }
  })
})

/** Starts a server on this machine that is no mail server. */
async function listener(greet: (socket: Socket) => void): Promise<{ url: string; server: Server }> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    greet(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, server }
}
