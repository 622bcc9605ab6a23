import { beforeAll, describe, expect, it } from 'vitest'
import { setRoleByEmail } from '../app/cli/admin-commands.ts'
import { signUpProved } from '../app/testing/proved.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD, type TestShop, testShop } from '../app/testing/shop.ts'
import { sql } from '../platform/database/sql.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

const OPENING = { email: 'Ada@Example.org', password: PASSWORD, displayName: 'Ada', timeZone: 'Europe/Berlin', shopName: 'Second Chance' }

forEachDatabase('a shop that is not set up', (open) => {
  it('says that it needs a set-up, lets nobody sign up, and is set up once', async () => {
    const { ask, platform } = await testShop(await open())
    expect((await ask('GET', '/setup')).body).toEqual({ needed: true, needsCode: false })
    expect((await ask('GET', '/ready')).status).toBe(200)
    const early = await ask('POST', '/identity/sign-up/email', { email: 'a@example.org', password: PASSWORD, name: 'A' })
    expect([early.status, early.body.code]).toEqual([409, 'SET_UP_NEEDED'])

    const opened = await ask('POST', '/setup', OPENING)
    expect(opened.status).toBe(200)
    const me = await ask('GET', '/auth/me', undefined, { token: opened.body.token })
    expect(me.body).toMatchObject({
      uid: opened.body.user.id,
      email: 'ada@example.org',
      displayName: 'Ada',
      role: 'admin',
      balance: 0,
      offlineDays: 30,
    })
    expect((await ask('GET', '/setup')).body).toEqual({ needed: false, needsCode: false })

    const again = await ask('POST', '/setup', { ...OPENING, email: 'eve@example.org' })
    expect([again.status, again.body.code]).toEqual([409, 'ALREADY_SET_UP'])
    const { rows } = await sql`select time_zone, shop_name, tax_rate_bps from settings`.execute(platform.db)
    expect(rows).toEqual([{ time_zone: 'Europe/Berlin', shop_name: 'Second Chance', tax_rate_bps: 825 }])
  })

  it('names what is wrong with a set-up', async () => {
    const { ask } = await testShop(await open())
    const { status, body } = await ask('POST', '/setup', { email: 'x', password: '12345', displayName: ' ', timeZone: 'Mars' })
    expect(status).toBe(400)
    expect(body.fields).toEqual({
      email: 'Invalid email address.',
      password: 'Password should be at least 6 characters.',
      displayName: 'Please enter your name',
      timeZone: 'Please choose a time zone',
    })
    expect((await ask('GET', '/setup')).body).toEqual({ needed: true, needsCode: false })
  })

  it('keeps one admin when many set-ups arrive at the same time, and stores nothing of the other set-ups', async () => {
    const { ask, platform } = await testShop(await open())
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => ask('POST', '/setup', { ...OPENING, email: n === 4 ? 'a0@example.org' : `a${n}@example.org` })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const counts = await sql`select (select count(*)::int from users) as users, (select count(*)::int from identity_users) as identities,
      (select count(*)::int from identity_accounts) as accounts, (select count(*)::int from settings) as settings`.execute(platform.db)
    expect(counts.rows).toEqual([{ users: 1, identities: 1, accounts: 1, settings: 1 }])
  })

  it('is set up once from the environment variables', async () => {
    const platform = await open()
    const first = await testShop(platform, OPENED)
    expect((await first.ask('GET', '/setup')).body).toEqual({ needed: false, needsCode: false })
    const token = await first.signIn(ADMIN_EMAIL)
    expect((await first.ask('GET', '/auth/me', undefined, { token })).body).toMatchObject({ role: 'admin', email: ADMIN_EMAIL })
    const second = await testShop(platform, { ADMIN_EMAIL: 'other@example.org', ADMIN_PASSWORD: 'another password' })
    expect((await second.ask('POST', '/identity/sign-in/email', { email: 'other@example.org', password: 'another password' })).status).toBe(
      401,
    )
    await second.signIn(ADMIN_EMAIL)
  })
})

forEachDatabase('accounts', (open) => {
  let shop: TestShop
  let admin: string
  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    admin = await shop.signIn(ADMIN_EMAIL)
  })

  it('refuse, on every route that sets a password, one that is too long for a sign-in', async () => {
    const tooLong = '👩'.repeat(65)
    const { token } = await shop.signUp('emoji@example.org')
    for (const [path, body, field] of [
      ['/setup', { ...OPENING, password: tooLong }, 'password'],
      ['/identity/sign-up/email', { email: 'long@example.org', password: tooLong, name: 'L' }, 'password'],
      ['/identity/reset-password', { token: 'x', newPassword: tooLong }, 'newPassword'],
      ['/identity/change-password', { currentPassword: PASSWORD, newPassword: tooLong }, 'newPassword'],
      ['/identity/link-password', { password: tooLong }, 'password'],
    ] as const) {
      const answer = await shop.ask('POST', path, body, { token })
      expect([path, answer.status, answer.body.fields]).toEqual([path, 400, { [field]: 'Password should be at most 128 characters.' }])
    }
    const longest = '👩'.repeat(64)
    const change = await shop.ask('POST', '/identity/change-password', { currentPassword: PASSWORD, newPassword: longest }, { token })
    expect(change.status).toBe(200)
    await shop.signIn('emoji@example.org', longest)
  })

  describe('signing up and in', () => {
    it('gives a user a profile, a balance and a session', async () => {
      const { uid, token } = await shop.signUp('ann@example.org')
      const me = await shop.ask('GET', '/auth/me', undefined, { token })
      expect(me.body).toMatchObject({
        uid,
        email: 'ann@example.org',
        displayName: 'ann',
        username: null,
        role: 'user',
        photoURL: '',
        balance: 0,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        offlineDays: 30,
      })
      const { rows } = await sql`select available_cents, held_cents from balances where id = ${uid}`.execute(shop.platform.db)
      expect(rows).toEqual([{ available_cents: 0, held_cents: 0 }])
    })

    it('accepts an e-mail in upper or lower case and with spaces around it', async () => {
      await shop.signUp('Case@Example.org')
      expect(await shop.signIn(' CASE@example.ORG ')).toMatch(/^[\w-]{43}$/)
    })

    it('answers an unknown e-mail and a wrong password differently, and names what is wrong with a new account', async () => {
      await shop.signUp('known@example.org')
      const say = async (path: string, body: object) => {
        const answer = await shop.ask('POST', `/identity/${path}`, body)
        return [answer.status, answer.body.code, answer.body.message]
      }
      const name = 'N'
      expect(await say('sign-in/email', { email: 'known@example.org', password: 'not the password' })).toEqual([
        401,
        'WRONG_PASSWORD',
        'Incorrect password.',
      ])
      expect(await say('sign-in/email', { email: 'who@example.org', password: PASSWORD })).toEqual([
        401,
        'USER_NOT_FOUND',
        'No account found with this email.',
      ])
      for (const email of ['who', '', undefined])
        expect(await say('sign-in/email', { email, password: PASSWORD })).toEqual([400, 'INVALID', 'Invalid email address.'])
      for (const password of ['', undefined])
        expect(await say('sign-in/email', { email: 'known@example.org', password })).toEqual([400, 'INVALID', 'Please enter your password'])
      expect(await say('sign-up/email', { email: 'KNOWN@example.org', password: PASSWORD, name })).toEqual([
        409,
        'EMAIL_IN_USE',
        'This email is already registered. Try signing in instead.',
      ])
      expect(await say('sign-up/email', { email: 'new@example.org', password: '12345', name })).toEqual([
        400,
        'INVALID',
        'Password should be at least 6 characters.',
      ])
      expect((await say('sign-up/email', { email: 'new@example.org', password: 'x'.repeat(129), name }))[0]).toBe(400)
      expect((await say('sign-up/email', { email: 'new@example.org', password: 'nul\u0000nul', name }))[0]).toBe(400)
      expect((await say('sign-up/email', { email: 'new@example.org', password: PASSWORD, name: '' }))[0]).toBe(400)
    })

    it('makes one account when many people sign up with the same e-mail at the same time', async () => {
      const body = { email: 'race@example.org', password: PASSWORD, name: 'Race' }
      const answers = await Promise.all(Array.from({ length: 4 }, () => shop.ask('POST', '/identity/sign-up/email', body)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
      const { rows } = await sql`select 1 from users where email = 'race@example.org'`.execute(shop.platform.db)
      expect(rows).toHaveLength(1)
    })

    it('keeps a name as it was typed, and answers neither the password nor a cookie', async () => {
      const answer = await shop.ask('POST', '/identity/sign-up/email', {
        email: 'o@example.org',
        password: PASSWORD,
        name: `<b>O'Neil</b> 👩‍👧 '; drop table users; --`,
      })
      expect(answer.body.user.name).toBe(`<b>O'Neil</b> 👩‍👧 '; drop table users; --`)
      expect(Object.keys(answer.body)).toEqual(['token', 'knownDevice', 'user'])
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(JSON.stringify(answer.body)).not.toContain(PASSWORD)
    })

    it('creates the profile later if the server stopped before it wrote the profile', async () => {
      const { uid, token } = await shop.signUp('late@example.org')
      await sql`delete from users where id = ${uid}`.execute(shop.platform.db)
      const me = await shop.ask('GET', '/auth/me', undefined, { token })
      expect(me.body).toMatchObject({ uid, email: 'late@example.org', displayName: 'late', role: 'user' })
    })

    it('ends only the session that signs out', async () => {
      const { token } = await shop.signUp('two@example.org')
      const other = await shop.signIn('two@example.org')
      expect((await shop.ask('GET', '/auth/me', undefined, { token })).status).toBe(200)
      expect((await shop.ask('POST', '/identity/sign-out', undefined, { token })).body).toEqual({ success: true })
      expect((await shop.ask('GET', '/auth/me', undefined, { token })).status).toBe(401)
      expect((await shop.ask('GET', '/auth/me', undefined, { token: other })).status).toBe(200)
    })

    it('changes a password, and ends the other sessions', async () => {
      const { token } = await shop.signUp('change@example.org')
      const other = await shop.signIn('change@example.org')
      expect((await shop.ask('GET', '/auth/me', undefined, { token: other })).status).toBe(200)
      const change = (body: object) => shop.ask('POST', '/identity/change-password', body, { token })
      const wrong = await change({ currentPassword: 'wrong one', newPassword: 'another password' })
      expect([wrong.status, wrong.body.code, wrong.body.fields]).toEqual([
        400,
        'CURRENT_PASSWORD_WRONG',
        { currentPassword: 'Incorrect password.' },
      ])
      expect((await change({ currentPassword: PASSWORD, newPassword: '12345' })).status).toBe(400)
      expect((await change({ currentPassword: PASSWORD, newPassword: 'another password' })).status).toBe(200)
      expect((await shop.ask('GET', '/auth/me', undefined, { token: other })).status).toBe(401)
      expect((await shop.ask('GET', '/identity/get-session', undefined, { token })).body.user.email).toBe('change@example.org')
      await shop.signIn('change@example.org', 'another password')
    })

    it('keeps sessions for 400 days, and prolongs them while they are used', async () => {
      const { uid, token } = await shop.signUp('long@example.org')
      const days = async () => {
        const { rows } = await sql<{ days: number }>`select extract(day from "expiresAt" - now())::int as days from identity_sessions
          where "userId" = ${uid}`.execute(shop.platform.db)
        return rows[0]?.days
      }
      expect(await days()).toBeGreaterThanOrEqual(399)
      await sql`update identity_sessions set "expiresAt" = now() + interval '300 days', "updatedAt" = now() - interval '100 days'
        where "userId" = ${uid}`.execute(shop.platform.db)
      expect((await shop.ask('GET', '/auth/me', undefined, { token })).status).toBe(200)
      expect(await days()).toBeGreaterThanOrEqual(399)
    })

    it('refuses a session that has run out', async () => {
      const { uid, token } = await shop.signUp('expired@example.org')
      await sql`update identity_sessions set "expiresAt" = now() - interval '1 second' where "userId" = ${uid}`.execute(shop.platform.db)
      expect((await shop.ask('GET', '/auth/me', undefined, { token })).status).toBe(401)
    })

    it('limits guesses at one account, and still lets others in', async () => {
      await shop.signUp('guessed@example.org')
      const guess = () => shop.ask('POST', '/identity/sign-in/email', { email: 'guessed@example.org', password: 'a guess' })
      const guesses = []
      for (let n = 0; n < 11; n++) guesses.push(await guess())
      expect(guesses.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(401))
      const last = guesses[10]
      expect([last?.status, last?.body.code]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
      expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
      await shop.signIn(ADMIN_EMAIL)
    })
  })

  describe('users', () => {
    it('are found by a part of e-mail, username or name', async () => {
      const { uid } = await shop.signUp('zoe.muller@example.org')
      await sql`update users set display_name = 'Zoë Müller', username = 'zoe_m' where id = ${uid}`.execute(shop.platform.db)
      const find = async (q: string) =>
        (await shop.ask('GET', `/auth/search?q=${encodeURIComponent(q)}`, undefined, { token: admin })).body.users
      for (const q of ['zoe.', 'ZOE_M', 'MÜLLER', 'ë mü', ' zoë '])
        expect(await find(q), q).toMatchObject([{ uid, username: 'zoe_m', displayName: 'Zoë Müller' }])
      for (const q of ['', '   ', '%', '_____', 'nobody at all']) expect(await find(q), q).toEqual([])
      expect(Object.keys((await find('zoe_m'))[0]).sort()).toEqual(['displayName', 'email', 'uid', 'username'])
    })

    it('are suggested only with an e-mail, at most twenty at a time', async () => {
      await sql`insert into users (id, email, display_name, role, photo_url, created_at_ms, audience)
        select 'many-' || n, case when n = 0 then '' else 'many' || n || '@example.org' end, 'Many ' || n, 'user', '', 0, '{admins}'
        from generate_series(0, 30) n`.execute(shop.platform.db)
      const { body } = await shop.ask('GET', '/auth/search?q=many', undefined, { token: admin })
      expect(body.users).toHaveLength(20)
      expect(body.users.every(({ email }: { email: string }) => email !== '')).toBe(true)
      const all = await shop.ask('GET', '/auth/all-users', undefined, { token: admin })
      expect(all.body.users.length).toBeGreaterThan(31)
    })

    it('see their own profile; admins see every user, and an unknown user is not found', async () => {
      const { uid, token } = await shop.signUp('self@example.org')
      const self = { uid, email: 'self@example.org', displayName: 'self', username: null, role: 'user', balance: 0, addresses: [] }
      for (const by of [token, admin])
        expect((await shop.ask('GET', `/auth/users/${uid}`, undefined, { token: by })).body).toMatchObject(self)
      expect((await shop.ask('GET', '/auth/users/nobody', undefined, { token: admin })).body.code).toBe('ACCOUNT_NOT_FOUND')
      expect((await shop.ask('GET', '/auth/users/nobody', undefined, { token })).status).toBe(403)
    })
  })

  describe('roles', () => {
    it('change immediately, are audited, and never leave the shop without an admin', async () => {
      const { uid, token } = await signUpProved(shop, 'rising@example.org')
      const list = async () => (await shop.ask('GET', '/auth/all-users', undefined, { token })).status
      expect(await list()).toBe(403)
      await setRoleByEmail(shop.platform, 'rising@example.org', 'admin')
      expect(await list()).toBe(200)
      await setRoleByEmail(shop.platform, 'rising@example.org', 'user')
      expect(await list()).toBe(403)
      const { rows } = await sql`select before, after from audit_entries where subject = ${uid} order by at_ms, id`.execute(
        shop.platform.db,
      )
      expect(rows).toEqual([
        { before: { role: 'user' }, after: { role: 'admin' } },
        { before: { role: 'admin' }, after: { role: 'user' } },
      ])
      await expect(setRoleByEmail(shop.platform, ADMIN_EMAIL, 'user')).rejects.toMatchObject({ code: 'LAST_ADMIN' })
      await expect(setRoleByEmail(shop.platform, 'nobody@example.org', 'admin')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
    })
  })

  describe('settings', () => {
    it('are changed by admins, and each change is audited with the value before it', async () => {
      const change = (changes: object, token: string) =>
        shop.ask(
          'POST',
          '/sync/push',
          {
            clientId: '0190a0b0-0000-7000-8000-000000000001',
            protocol: 1,
            commands: [{ id: crypto.randomUUID(), name: 'settings.change', version: 1, args: { changes }, at: Date.now() }],
          },
          { token },
        )
      const done = await change({ taxRateBps: 900, offlineDays: 30, shopName: 'Shop' }, admin)
      expect(done.body.results).toMatchObject([{ status: 'done' }])
      const bad = await change({ taxRateBps: 9_000 }, admin)
      expect(bad.body.results).toMatchObject([{ status: 'rejected', code: 'INVALID' }])
      const { token } = await shop.signUp('nosettings@example.org')
      expect((await change({ taxRateBps: 0 }, token)).body.results).toMatchObject([{ status: 'rejected', code: 'FORBIDDEN' }])
      const { rows } = await sql`select before, after from audit_entries where subject = 'shop'`.execute(shop.platform.db)
      expect(rows).toEqual([{ before: { taxRateBps: 825, shopName: '' }, after: { taxRateBps: 900, shopName: 'Shop' } }])
    })
  })
})
