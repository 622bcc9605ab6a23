import { SECURITY_PAGE_SIZE } from '@shop/shared/accounts/calls/security-record.ts'
import { ADDRESS_KEEP_DAYS } from '@shop/shared/accounts/rules/security-record.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { setRoleByEmail } from '../../app/cli/admin-commands.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD, type TestShop, testShop } from '../../app/testing/shop.ts'
import { sql } from '../../platform/database/sql.ts'
import { createLog } from '../../platform/kernel/log.ts'
import { forEachDatabase } from '../../platform/testing/databases.ts'
import { MAX_REFUSED_AN_HOUR, Repetitions } from './repetitions.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
const DAY_MS = 86_400_000

forEachDatabase('the security record', (open) => {
  let shop: TestShop
  let admin: string
  let ahead = 0
  const lines: string[] = []
  beforeAll(async () => {
    const log = createLog('info', { write: (line) => void lines.push(line) })
    shop = await testShop(await open({ log, nowMs: () => Date.now() + ahead }), OPENED)
    admin = await shop.signIn(ADMIN_EMAIL)
  })
  const try_ = (email: string, password: string, peer = '203.0.113.7') =>
    shop.ask('POST', '/identity/sign-in/email', { email, password }, { peer, headers: { 'user-agent': CHROME } })
  const record = async (query: Record<string, string> = {}, token = admin) =>
    (await shop.ask('GET', `/admin/security-record?${new URLSearchParams(query)}`, undefined, { token })).body
  const own = async (token: string, query = '') => (await shop.ask('GET', `/identity/security-record${query}`, undefined, { token })).body

  it('names the person, the address, the device and the result of each sign-in', async () => {
    const { uid, token } = await shop.signUp('ann@example.org')
    await try_('ann@example.org', 'not the password')
    await shop.signIn('ann@example.org')
    await shop.ask('POST', '/identity/sign-out', undefined, { token })
    const { entries } = await record({ uid })
    expect(entries.map(({ kind, result }: { kind: string; result: string }) => `${kind} ${result}`)).toEqual([
      'signOut done',
      'signIn done',
      'signIn refused',
      'signUp done',
    ])
    expect(entries[2]).toMatchObject({
      uid,
      byUid: null,
      address: '203.0.113.7',
      client: 'Chrome on Windows',
      detail: { by: 'password' },
      count: 1,
    })
    expect((await record({ uid, kind: 'signOut' })).entries).toHaveLength(1)
    const logged = lines.filter((line) => line.includes('"msg":"security"') && line.includes(uid))
    expect(logged).toHaveLength(4)
    expect(lines.join('')).not.toMatch(/ann@example|203\.0\.113/)
  })

  it('names each change of a password, of the sessions and of the role, and who closed the account', async () => {
    const { uid, token } = await shop.signUp('eve@example.org')
    const ask = (path: string, body?: unknown) => shop.ask('POST', `/identity/${path}`, body, { token })
    await ask('change-password', { currentPassword: 'wrong one', newPassword: 'another password', revokeOtherSessions: true })
    await ask('change-password', { currentPassword: PASSWORD, newPassword: 'another password', revokeOtherSessions: true })
    await ask('revoke-other-sessions')
    await ask('request-password-reset', { email: 'eve@example.org' })
    const [mail] = await shop.platform.db
      .selectFrom('mails')
      .select('text')
      .where('to_address', '=', 'eve@example.org')
      .where('kind', '=', 'accounts.passwordReset')
      .execute()
    await ask('reset-password', { token: /token=(\S+)/.exec(mail?.text ?? '')?.[1], newPassword: 'a third password' })
    await setRoleByEmail(shop.platform, 'eve@example.org', 'admin', { vouches: true })
    await shop.ask('DELETE', `/auth/users/${uid}`, undefined, { token: admin })
    const { entries } = await record({ uid })
    expect(entries.map(({ kind, result }: { kind: string; result: string }) => `${kind} ${result}`).reverse()).toEqual([
      'signUp done',
      'passwordChanged refused',
      'passwordChanged done',
      'sessionsEnded done',
      'passwordResetAsked done',
      'passwordReset done',
      'roleChanged done',
      'accountClosed done',
    ])
    expect(entries[0].byUid).not.toBeNull()
    expect(entries[1]).toMatchObject({ client: '', address: '', detail: { to: 'admin' } })
  })

  it('names each export of a person’s data, and who made it', async () => {
    const { uid, token } = await shop.signUp('fay@example.org')
    const take = async (by: string) =>
      (await shop.ask('GET', `/auth/users/${uid}/export`, undefined, { token: by, peer: '203.0.113.9', headers: { 'user-agent': CHROME } }))
        .status
    const { token: stranger } = await shop.signUp('gil@example.org')
    expect(await take(stranger)).toBe(403)
    for (const by of [token, admin]) expect(await take(by)).toBe(200)
    const { uid: adminUid } = (await shop.ask('GET', '/auth/me', undefined, { token: admin })).body
    const made = { kind: 'dataExported', result: 'done', uid, address: '203.0.113.9', client: 'Chrome on Windows' }
    expect((await record({ uid, kind: 'dataExported' })).entries).toMatchObject([
      { ...made, byUid: adminUid },
      { ...made, byUid: null },
    ])
    // the person sees that an admin took the data, but not from where
    expect((await own(token)).entries[0]).toMatchObject({ kind: 'dataExported', byUid: adminUid, address: '', client: '' })
  })

  it('does not store an e-mail that no account has, since people also type passwords into that field', async () => {
    await try_('nobody@example.org', 'x')
    const [newest] = (await record({ kind: 'signIn' })).entries
    expect(newest).toMatchObject({ result: 'refused', uid: null })
    expect(JSON.stringify(newest)).not.toContain('nobody@')
  })

  it('is read by admins, page by page, and by each person for themselves', async () => {
    const { uid, token } = await shop.signUp('ben@example.org')
    for (let n = 0; n < SECURITY_PAGE_SIZE + 3; n++) {
      const entry = { kind: 'passwordChanged' as const, uid, byUid: n === 0 ? 'somebody' : undefined }
      await shop.platform.db
        .insertInto('security_events')
        .values({
          ...{ id: `0190a0b0-0000-7000-8000-${String(n).padStart(12, '0')}`, at_ms: n, kind: entry.kind, result: 'done', uid },
          ...{ by_uid: entry.byUid ?? null, address: '203.0.113.8', client: 'Chrome', detail: '{}', count: 1 },
        })
        .execute()
    }
    const first = await own(token)
    expect([first.entries.length, first.hasMore]).toEqual([SECURITY_PAGE_SIZE, true])
    const rest = await own(token, `?before=${first.entries.at(-1).id}`)
    expect([rest.entries.length, rest.hasMore]).toEqual([4, false])
    // the device of an admin who acted on this account is not shown
    expect(rest.entries.at(-1)).toMatchObject({ byUid: 'somebody', address: '', client: '' })
    expect((await record({ uid, before: first.entries.at(-1).id })).entries.at(-1)).toMatchObject({ address: '203.0.113.8' })
    expect((await shop.ask('GET', '/admin/security-record', undefined, { token })).status).toBe(403)
    expect((await shop.ask('GET', '/admin/security-record?kind=nothing', undefined, { token: admin })).status).toBe(400)
  })

  it('admits no change except the removal of an address, not even by the database’s owner', async () => {
    const { db } = shop.platform
    for (const statement of [
      'delete from security_events',
      `update security_events set result = 'done'`,
      `update security_events set address = '203.0.113.9'`,
      `update security_events set address = null, uid = null`,
    ])
      await expect(sql.raw(statement).execute(db)).rejects.toThrow('neither changed nor removed')
  })

  it('forgets addresses after some time, and keeps everything else', async () => {
    const { uid } = await shop.signUp('dora@example.org', { peer: '203.0.113.20' })
    const forget = async () => {
      await sql`update jobs set run_at = now() where kind = 'accounts.forgetAddresses'`.execute(shop.platform.db)
      await shop.platform.jobs.drain()
      return (await record({ uid })).entries[0]
    }
    ahead = (ADDRESS_KEEP_DAYS - 1) * DAY_MS
    expect(await forget()).toMatchObject({ kind: 'signUp', address: '203.0.113.20' })
    ahead = (ADDRESS_KEEP_DAYS + 1) * DAY_MS
    expect(await forget()).toMatchObject({ kind: 'signUp', uid, address: '' })
    ahead = 0
  })

  it('gets few entries from a flood of failed sign-ins', async () => {
    const { uid } = await shop.signUp('carl@example.org')
    for (let n = 0; n < 10; n++) await try_('carl@example.org', `guess ${n}`, '198.51.100.4')
    const counts = (await record({ uid, kind: 'signIn' })).entries.map(({ count }: { count: number }) => count)
    expect(counts).toEqual([10, 5, 3, 2, 1])
  })
})

describe('the entries of an hour', () => {
  const refused = { kind: 'signIn', result: 'refused' } as const

  it('are limited even when many accounts and networks try, and begin again with the next hour', () => {
    const repetitions = new Repetitions()
    let entries = 0
    let beyond = 0
    for (let n = 0; n < 100_000; n++) {
      const taken = repetitions.take({ ...refused, uid: `account ${n % 700}`, address: `10.${n % 251}.${n % 241}.1` }, 1_000)
      if (taken) entries += 1
      if (taken?.isBeyond) beyond = taken.count
    }
    expect(entries).toBeLessThan(2 * MAX_REFUSED_AN_HOUR)
    expect(beyond).toBeGreaterThan(40_000)
    expect(repetitions.take({ ...refused, uid: 'account 1', address: '10.0.0.1' }, 3_700_000)).toEqual({ count: 1, isBeyond: false })
  })

  it('include every change of a password', () => {
    const repetitions = new Repetitions()
    for (let n = 0; n < 1_000; n++)
      expect(repetitions.take({ kind: 'passwordChanged', result: 'done', uid: 'a', address: '10.0.0.1' }, 1_000)).toBeDefined()
  })
})
