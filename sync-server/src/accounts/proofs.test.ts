import { beforeEach, expect, it } from 'vitest'
import { ADMIN_EMAIL, OPENED, PASSWORD, type TestShop, testShop } from '../app/testing/shop.ts'
import { sql } from '../platform/database/sql.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { codeOf, setUpCodes, wrongCodeOf } from './testing/authenticator.ts'
import { hashOf } from './token-hash.ts'

/** Makes all sessions and proofs this many minutes older. */
const age = (shop: TestShop, minutes: number) =>
  sql`update identity_sessions set "createdAt" = "createdAt" - make_interval(mins => ${minutes}::integer),
    proved_at = proved_at - make_interval(mins => ${minutes}::integer)`.execute(shop.platform.db)

forEachDatabase('a proof of identity', (open) => {
  let shop: TestShop
  let admin: string
  let ann: { uid: string; token: string }

  beforeEach(async () => {
    shop = await testShop(await open(), OPENED)
    admin = await shop.signIn(ADMIN_EMAIL)
    ann = await shop.signUp('ann@example.org')
  })

  const correct = (balance: number, token = admin) => shop.ask('PUT', `/sales/balance/${ann.uid}`, { balance }, { token })
  const prove = (password: string, token = admin) => shop.ask('POST', '/identity/proof', { password }, { token })
  /** Gives the person of a session a further one. A sign-in for each would need the second factor. */
  const copySession = (from: string, token: string) =>
    sql`insert into identity_sessions (id, token, "userId", "expiresAt", "createdAt", "updatedAt")
      select ${token}, ${hashOf(token)}, "userId", "expiresAt", "createdAt", "updatedAt" from identity_sessions
      where token = ${hashOf(from)}`.execute(shop.platform.db)
  const balance = async () => (await shop.ask('GET', `/sales/balance/${ann.uid}`, undefined, { token: admin })).body.balance

  it('is a sign-in of the last 15 minutes; later the server asks for a proof with 403', async () => {
    expect((await correct(10)).status).toBe(200)
    await age(shop, 14)
    expect((await correct(20)).status).toBe(200)
    await age(shop, 2)
    const refused = await correct(30)
    expect(refused).toMatchObject({ status: 403, body: { code: 'PROOF_NEEDED', message: expect.stringContaining('show that it is you') } })
    expect(await balance()).toBe(20)
  })

  it('by the password counts for 15 minutes, and only in the session that gave it', async () => {
    const other = await shop.signIn(ADMIN_EMAIL)
    await age(shop, 16)
    expect(await prove(PASSWORD)).toMatchObject({ status: 200, body: { success: true } })
    expect((await correct(10)).status).toBe(200)
    expect((await correct(20, other)).body.code).toBe('PROOF_NEEDED')
    await age(shop, 16)
    expect((await correct(30)).body.code).toBe('PROOF_NEEDED')
    expect(await balance()).toBe(10)
  })

  it('is not given by a wrong password, and wrong passwords are limited', async () => {
    await age(shop, 16)
    const wrong = await prove('not the password')
    expect(wrong).toMatchObject({ status: 400, body: { code: 'CURRENT_PASSWORD_WRONG', fields: { password: 'Incorrect password.' } } })
    expect((await correct(10)).body.code).toBe('PROOF_NEEDED')
    const statuses = []
    for (let n = 0; n < 12; n++) statuses.push((await prove('not the password')).status)
    expect(statuses).toContain(429)
  })

  it('can be given in one session after another one, at the same address, has used up its wrong answers', async () => {
    const [stolen, own] = [await shop.signIn(ADMIN_EMAIL), await shop.signIn(ADMIN_EMAIL)]
    const { secret } = await setUpCodes(shop, admin)
    const prove = (token: string, answer: object) => shop.ask('POST', '/identity/proof', answer, { token })
    /** Gives wrong answers until one is not looked at any more. */
    const burn = async (token: string, answer: object) => {
      let count = 0
      while ((await prove(token, answer)).status === 400) count += 1
      return count
    }
    const wrongCode = { code: wrongCodeOf(secret) }
    expect([await burn(stolen, wrongCode), await burn(stolen, { password: 'not it' })]).toEqual([10, 10])
    for (const right of [{ code: codeOf(secret) }, { password: PASSWORD }]) {
      expect((await prove(own, right)).status).toBe(200)
      expect((await prove(stolen, right)).status).toBe(429)
    }

    // a thief with many sessions reaches the limit of the account
    const sessions = Array.from({ length: 12 }, (_, n) => `token-${n}`)
    for (const token of sessions) await copySession(own, token)
    const [codes, passwords] = [[0], [0]]
    for (const token of sessions) {
      codes.push(await burn(token, wrongCode))
      passwords.push(await burn(token, { password: 'not it' }))
    }
    const sum = (counts: number[]) => counts.reduce((before, count) => before + count, 0)
    expect([sum(codes), sum(passwords)]).toEqual([40, 90])
    for (const answer of [{ code: codeOf(secret, 1) }, { password: PASSWORD }]) expect((await prove(own, answer)).status).toBe(429)
  })

  it('is checked after the role and before the request is validated', async () => {
    await age(shop, 16)
    expect((await correct(10, ann.token)).body.code).toBe('FORBIDDEN')
    expect((await shop.ask('PUT', '/sales/balance/no-id', { balance: 'much' }, { token: admin })).body.code).toBe('PROOF_NEEDED')
  })

  it('can be given in the ways that the server lists, here only by password', async () => {
    await age(shop, 16)
    const ways = async () => (await shop.ask('GET', '/identity/proof', undefined, { token: admin })).body
    expect(await ways()).toEqual({
      isRecent: false,
      isSecond: false,
      hasSecond: false,
      password: true,
      codes: false,
      passkey: false,
      google: false,
      discord: false,
    })
    await prove(PASSWORD)
    expect(await ways()).toMatchObject({ isRecent: true, isSecond: false })
  })

  it('is asked for when an admin reads a mail with a secret, and not for other mails', async () => {
    await shop.ask(
      'POST',
      '/admin/send-email',
      { email: 'ann@example.org', subject: 'Hello', htmlContent: '<p>Hello</p>' },
      { token: admin },
    )
    await shop.ask('POST', '/identity/request-password-reset', { email: 'ann@example.org' })
    const mails = async () =>
      ((await shop.ask('GET', '/admin/mails', undefined, { token: admin })).body.mails as { id: string; kind: string }[]).filter(
        ({ kind }) => kind !== 'accounts.emailProof',
      )
    await expect.poll(async () => (await mails()).length).toBe(2)
    await age(shop, 16)
    for (const { id, kind } of await mails()) {
      const { status, body } = await shop.ask('GET', `/admin/mails/${id}`, undefined, { token: admin })
      if (kind === 'mail.written') expect(status).toBe(200)
      else expect({ status, code: body.code }).toEqual({ status: 403, code: 'PROOF_NEEDED' })
    }
  })

  it('is asked for when an account without a sign-in is added as an admin, but not when it is added as a user', async () => {
    const add = (role: string, email: string) => shop.ask('POST', '/auth/users', { email, displayName: 'Ada', role }, { token: admin })
    await age(shop, 16)
    expect((await add('user', 'user@example.org')).status).toBe(200)
    expect(await add('admin', 'admin2@example.org')).toMatchObject({ status: 403, body: { code: 'PROOF_NEEDED' } })
    await prove(PASSWORD)
    expect((await add('admin', 'admin2@example.org')).status).toBe(200)
  })

  it('is asked for before a mail to a typed address, and before a sale of goods that are in no inventory', async () => {
    const mail = { email: 'victim@example.org', subject: 'Your payout', htmlContent: '<p>Hello</p>' }
    const sale = { consignorID: ann.uid, itemName: 'Chair', amount: 5_000 }
    await age(shop, 16)
    expect((await shop.ask('POST', '/admin/send-email', mail, { token: admin })).body.code).toBe('PROOF_NEEDED')
    expect((await shop.ask('POST', '/sales/custom', sale, { token: admin })).body.code).toBe('PROOF_NEEDED')
    expect(await balance()).toBe(0)
    await prove(PASSWORD)
    expect((await shop.ask('POST', '/admin/send-email', mail, { token: admin })).status).toBe(200)
    expect((await shop.ask('POST', '/sales/custom', sale, { token: admin })).status).toBe(200)
  })

  it('is not required of a device that sends its queued work', async () => {
    await age(shop, 16)
    const command = { id: '0190a0b0-0000-7000-8000-000000000001', name: 'accounts.editProfile', version: 1, at: Date.now() }
    const { uid } = (await shop.ask('GET', '/auth/me', undefined, { token: admin })).body
    const clientId = '0190a0b0-0000-7000-8000-00000000c001'
    const commands = [{ ...command, args: { uid, changes: { displayName: 'Ada' } } }]
    const pushed = await shop.ask('POST', '/sync/push', { protocol: 2, clientId, commands }, { token: admin })
    expect(pushed).toMatchObject({ status: 200, body: { results: [{ status: 'done' }] } })
  })
})
