import { USER_LIST_LIMIT } from '@shop/shared/accounts/calls/people.ts'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { HOSTILE_STRINGS } from '@shop/shared/testing/hostile-strings.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { signUpProved } from '../app/testing/proved.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD, type TestShop, testShop } from '../app/testing/shop.ts'
import { checkStock } from '../inventory/examine-stock.ts'
import { sql } from '../platform/database/sql.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { checkBooks } from '../sales/examine-books.ts'

type Person = { uid: string; token: string }

forEachDatabase('user administration', (open) => {
  let shop: TestShop
  let admin: Person
  let ann: Person
  let count = 0

  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    const token = await shop.signIn(ADMIN_EMAIL)
    admin = { token, uid: (await shop.ask('GET', '/auth/me', undefined, { token })).body.uid }
    ann = await shop.signUp('ann@example.org')
  }, 60_000)

  const asAdmin = (method: string, path: string, body?: unknown) => shop.ask(method, path, body, admin)
  const userOf = async (uid: string) => (await asAdmin('GET', `/auth/users/${uid}`)).body
  const fresh = (name = 'p') => `${name}${++count}@example.org`
  const earlier = async (email: string, more: object = {}) =>
    (await asAdmin('POST', '/auth/users', { uid: freshId(), email, displayName: 'Of old', ...more })).body
  const addItem = async (consignorId: string, quantity = 2) => {
    const answer = await asAdmin('POST', '/inventory/consignor', {
      consignorID: consignorId,
      itemName: 'Cup',
      barcode1: '1',
      quantity,
    })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return answer.body.item.id as string
  }
  const customSale = (uid: string, amount = 12.5) => asAdmin('POST', '/sales/custom', { consignorID: uid, itemName: 'Lamp', amount })
  const requireLaws = async () => {
    expect(await checkStock(shop.platform.db)).toEqual([])
    expect(await checkBooks(shop.platform.db)).toEqual([])
  }
  const audited = async (subject: string) =>
    (
      await sql<{ action: string }>`select action from audit_entries where subject = ${subject} order by id`.execute(shop.platform.db)
    ).rows.map(({ action }) => action)

  describe('changing a user', () => {
    it('changes display name and bypass, which are audited, and neither role nor e-mail', async () => {
      const answer = await asAdmin('PUT', `/auth/users/${ann.uid}`, { displayName: 'Ann B.', whopBypass: true, role: 'admin', email: 'x' })
      expect(answer).toMatchObject({
        status: 200,
        body: { message: 'User updated successfully', displayName: 'Ann B.', whopBypass: true, role: 'user', email: 'ann@example.org' },
      })
      await asAdmin('PUT', `/auth/users/${ann.uid.toUpperCase()}`, { whopBypass: false })
      expect(await userOf(ann.uid)).toMatchObject({ displayName: 'Ann B.', whopBypass: false })
      expect((await audited(ann.uid)).slice(-2)).toEqual(['accounts.editUser', 'accounts.editUser'])
    })

    it('is refused with an empty name, for an unknown user, and to a user who is no admin', async () => {
      const path = `/auth/users/${ann.uid}`
      expect((await asAdmin('PUT', path, { displayName: ' ' })).body).toMatchObject({
        message: 'Please enter a display name',
        fields: { displayName: 'Please enter a display name' },
      })
      expect((await asAdmin('PUT', '/auth/users/nobody', { displayName: 'X' })).status).toBe(404)
      expect((await asAdmin('PUT', `/auth/users/${freshId()}`, { displayName: 'X' })).body.message).toBe(
        'This user does not exist (any more).',
      )
      expect((await shop.ask('PUT', path, { displayName: 'X' }, ann)).status).toBe(403)
    })

    it('stores a hostile display name trimmed and without NULs, or refuses it', async () => {
      for (const text of HOSTILE_STRINGS.slice(0, 60)) {
        const { status, body } = await asAdmin('PUT', `/auth/users/${ann.uid}`, { displayName: text })
        if (status === 200) expect(body.displayName).toBe(text.toWellFormed().replaceAll('\u0000', '').trim())
        else expect(status).toBe(400)
      }
      await asAdmin('PUT', `/auth/users/${ann.uid}`, { displayName: 'Ann' })
    })
  })

  describe('money', () => {
    it('of a custom sale is credited entirely to the consignor', async () => {
      const { uid } = await shop.signUp(fresh())
      const { status, body } = await customSale(uid, 19.99)
      expect([status, body.message]).toEqual([200, 'Sale recorded successfully'])
      const again = { saleID: body.saleID, consignorID: uid, itemName: 'Lamp', amount: 19.99 }
      expect((await asAdmin('POST', '/sales/custom', again)).status).toBe(409)
      expect((await userOf(uid)).balance).toBe(19.99)
      for (const wrong of [{ itemName: '' }, { itemName: 'X', amount: undefined }, { itemName: 'X', amount: null }])
        expect((await asAdmin('POST', '/sales/custom', { consignorID: uid, amount: 1, ...wrong })).body.message).toBe(
          'Please fill in all fields',
        )
      for (const amount of [0, -1, 1e12]) expect((await customSale(uid, amount)).status).toBe(400)
      expect((await customSale(freshId())).status).toBe(404)
      await requireLaws()
    })

    it('is corrected by an entry that names who and why', async () => {
      const { uid, token } = await shop.signUp(fresh())
      await customSale(uid, 10)
      const set = (body: object) => asAdmin('PUT', `/sales/balance/${uid}`, body)
      expect((await set({ balance: 7.5, reason: 'Broken' })).body).toEqual({ message: 'Balance updated successfully', balance: 7.5 })
      await customSale(uid, 2)
      expect((await set({ balance: 8, seenBalance: 7.5 })).body.balance).toBe(10)
      const { rows } = await sql<{ after: unknown; by_uid: string }>`select after, by_uid from audit_entries
        where subject = ${uid} and action = 'sales.adjustBalance' order by id limit 1`.execute(shop.platform.db)
      expect(rows).toEqual([{ after: { availableCents: 750, reason: 'Broken' }, by_uid: admin.uid }])
      for (const balance of ['5', null, undefined, 1e13]) expect((await set({ balance })).status).toBe(400)
      expect((await asAdmin('PUT', `/sales/balance/${freshId()}`, { balance: 1 })).status).toBe(404)
      expect((await shop.ask('PUT', `/sales/balance/${uid}`, { balance: 1_000 }, { token })).status).toBe(403)
      await requireLaws()
    })

    it('is corrected only once if a request is sent again because its answer was lost', async () => {
      const { uid } = await earlier(fresh())
      await customSale(uid, 50)
      const set = (body: object) => asAdmin('PUT', `/sales/balance/${uid}`, { balance: 100, seenBalance: 50, ...body })
      const id = freshId()
      for (let n = 0; n < 2; n++) expect((await set({ id })).body.balance).toBe(100)
      // another amount under the same id is no second correction
      expect((await set({ id, balance: 120 })).body.code).toBe('ID_REUSED')
      expect((await userOf(uid)).balance).toBe(100)
      expect((await audited(uid)).filter((action) => action === 'sales.adjustBalance')).toHaveLength(1)

      // a refused correction can be sent again under its id after its mistake is mended
      const other = freshId()
      expect((await asAdmin('PUT', `/sales/balance/${freshId()}`, { balance: 1, id: other })).status).toBe(404)
      expect((await set({ id: other, seenBalance: 90 })).body.balance).toBe(110)
      expect((await set({ id: 'mine' })).body.fields).toHaveProperty('id')
      await requireLaws()
    })
  })

  describe('deleting a user', () => {
    it('removes the sign-in and ends the session, and keeps items and balance', async () => {
      const email = fresh()
      const { uid, token } = await shop.signUp(email)
      const itemId = await addItem(uid)
      await customSale(uid, 30)
      const clientId = freshId()
      expect((await shop.ask('GET', '/auth/me', undefined, { token })).status).toBe(200)

      expect((await asAdmin('DELETE', `/auth/users/${uid}`)).body.message).toBe('User deleted successfully')
      for (const [method, path, body] of [
        ['GET', '/auth/me', undefined],
        ['POST', '/sync/push', { clientId, protocol: PROTOCOL_VERSION, commands: [] }],
        ['POST', '/sync/pull', { clientId, protocol: PROTOCOL_VERSION, cursor: 'x' }],
      ] as const)
        expect((await shop.ask(method, path, body, { token })).status).toBe(401)
      expect((await shop.ask('POST', '/identity/sign-in/email', { email, password: PASSWORD })).body.code).toBe('USER_NOT_FOUND')

      expect(await userOf(uid)).toMatchObject({ email, balance: 30, username: null, role: 'user' })
      const { rows } = await sql`select consignor_id, stock_count from items where id = ${itemId}`.execute(shop.platform.db)
      expect(rows).toEqual([{ consignor_id: uid, stock_count: 2 }])
      expect((await asAdmin('PUT', `/sales/balance/${uid}`, { balance: 0, reason: 'Paid by check' })).body.balance).toBe(0)
      expect((await asAdmin('DELETE', `/auth/users/${uid}`)).status).toBe(404)
      expect(await audited(uid)).toContain('accounts.close')
      await requireLaws()
    })

    it('frees the e-mail for a new account that gets nothing of the old one', async () => {
      const email = fresh()
      const first = await shop.signUp(email)
      await customSale(first.uid, 30)
      await asAdmin('DELETE', `/auth/users/${first.uid}`)
      const second = await shop.signUp(email)
      expect(second.uid).not.toBe(first.uid)
      expect(await userOf(second.uid)).toMatchObject({ email, balance: 0 })
      expect((await asAdmin('POST', `/auth/users/${second.uid}/migrate`)).body.message).toMatch(/^Nothing to migrate/)
      expect((await userOf(first.uid)).balance).toBe(30)
    })

    it('refuses the admin’s own account, and leaves at least one of two admins who delete each other at the same time', async () => {
      expect((await asAdmin('DELETE', `/auth/users/${admin.uid}`)).body).toMatchObject({ code: 'OWN_ACCOUNT' })
      const two = await Promise.all([shop.signUp(fresh()), shop.signUp(fresh())])
      for (const { uid } of two) await sql`update users set role = 'admin' where id = ${uid}`.execute(shop.platform.db)
      const answers = await Promise.all(
        two.map(({ token }, n) => shop.ask('DELETE', `/auth/users/${two[1 - n]?.uid}`, undefined, { token })),
      )
      expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200])
      const { rows } = await sql`select 1 from users where role = 'admin' and id = any(${two.map(({ uid }) => uid)}::text[])`.execute(
        shop.platform.db,
      )
      expect(rows.length).toBeGreaterThanOrEqual(1)
    })

    it('hides closed accounts from lists unless they are asked for', async () => {
      const email = fresh('gone')
      const { uid } = await shop.signUp(email)
      await asAdmin('DELETE', `/auth/users/${uid}`)
      for (const path of ['/auth/all-users', '/admin/users', `/auth/search?q=${email}`]) {
        const of = async (query: string) =>
          (await asAdmin('GET', path + (path.includes('?') ? '&' : '?') + query)).body.users.some((user: Person) => user.uid === uid)
        expect([path, await of(''), await of('closed=true')]).toEqual([path, false, true])
      }
      expect((await asAdmin('GET', '/admin/users')).body).toMatchObject({ success: true, hasMore: false })
      expect((await asAdmin('GET', '/admin/users?closed=maybe')).status).toBe(400)
    })
  })

  it('lists up to the limit, and says when there are more', async () => {
    await sql`insert into users select more.* from users one cross join generate_series(1, ${USER_LIST_LIMIT}::int) n
      cross join jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'email', 'zz' || n || '@example.org', 'username', null)) more
      where one.id = ${ann.uid}`.execute(shop.platform.db)
    for (const path of ['/auth/all-users', '/admin/users']) {
      const { users, hasMore } = (await asAdmin('GET', path)).body
      expect([path, users.length, hasMore]).toEqual([path, USER_LIST_LIMIT, true])
    }
    await sql`delete from users where email like 'zz%'`.execute(shop.platform.db)
  })

  describe('creating a profile', () => {
    it('answers users with their own profile, without the e-mail and role that they send, and refuses another uid', async () => {
      const { uid, token } = await shop.signUp(fresh())
      const answer = await shop.ask('POST', '/auth/users', { uid, email: 'x@example.org', displayName: 'Boss', role: 'admin' }, { token })
      expect(answer).toMatchObject({ status: 200, body: { uid, role: 'user' } })
      expect(answer.body.email).not.toBe('x@example.org')
      const other = await shop.ask('POST', '/auth/users', { uid: freshId(), displayName: 'X' }, { token })
      expect(other.status).toBe(403)
    })

    it('by an admin creates one account without a sign-in, even if the request is repeated', async () => {
      const [email, uid] = [fresh(), freshId()]
      const body = { uid, email: email.toUpperCase(), displayName: 'Of old', role: 'user' }
      for (let i = 0; i < 2; i++) expect((await asAdmin('POST', '/auth/users', body)).body).toMatchObject({ uid, email, balance: 0 })
      // another name under the same uid is refused, so that nobody believes it was saved
      expect((await asAdmin('POST', '/auth/users', { ...body, displayName: 'Another' })).body.code).toBe('ACCOUNT_EXISTS')
      expect((await asAdmin('POST', '/auth/users', { ...body, uid: freshId() })).body.code).toBe('EARLIER_ACCOUNT_EXISTS')
      expect((await asAdmin('POST', '/auth/users', { uid: ann.uid, email: fresh(), displayName: 'X' })).body.code).toBe('ACCOUNT_EXISTS')
      expect((await asAdmin('POST', '/auth/users', {})).status).toBe(400)
      const named = await asAdmin('POST', '/auth/users', { displayName: 'Only a name', role: 'admin' })
      expect(named).toMatchObject({ status: 200, body: { displayName: 'Only a name', email: '', role: 'admin' } })
      expect((await asAdmin('POST', '/auth/users', { displayName: 'Another name' })).body.role).toBe('user')
      expect((await shop.ask('POST', '/identity/sign-in/email', { email, password: PASSWORD })).body.code).toBe('USER_NOT_FOUND')
      const list = (await asAdmin('GET', '/auth/all-users')).body.users
      expect(list.find((user: Person) => user.uid === uid)).toMatchObject({ hasSignIn: false })
    })
  })

  describe('migrating', () => {
    it('moves all of the earlier account to the person who joined', async () => {
      const email = fresh()
      const old = await earlier(email)
      const itemId = await addItem(old.uid)
      await customSale(old.uid, 40)
      await asAdmin('POST', `/shipments/${old.uid}`, { carrier: 'UPS', trackingNumber: '1' })
      await asAdmin('POST', `/payouts/${old.uid}/request`, { amount: 15, method: 'cashapp', paymentUsername: 'old' })
      const joined = await signUpProved(shop, email)

      // the path may name either of the two accounts
      expect((await asAdmin('POST', `/auth/users/${old.uid}/migrate`)).body).toEqual({ message: 'Migration completed' })
      expect(await userOf(joined.uid)).toMatchObject({
        balance: 25,
        migratedFrom: { uid: old.uid, displayName: 'Of old', username: null },
      })
      expect((await userOf(old.uid)).balance).toBe(0)
      const own = async (path: string) => (await shop.ask('GET', `${path}/${joined.uid}`, undefined, joined)).body
      expect((await own('/shipments')).shipments).toHaveLength(1)
      expect((await own('/sales/history')).sales).toMatchObject([{ itemName: 'Lamp', payoutAmount: 40 }])
      expect((await own('/sales/payouts')).payouts).toMatchObject([{ amount: 15, paid: false, paymentUsername: '$old' }])
      const { rows } = await sql`select consignor_id from items where id = ${itemId}`.execute(shop.platform.db)
      expect(rows).toEqual([{ consignor_id: joined.uid }])

      const again = await asAdmin('POST', `/auth/users/${joined.uid}/migrate`)
      expect(again).toMatchObject({ status: 200, body: { message: 'Nothing left to migrate' } })
      expect((await asAdmin('POST', `/auth/users/${old.uid}/migrate`)).body.code).toBe('ACCOUNT_CLOSED')
      await requireLaws()
    })

    it('says when there is nothing to move, and does not find an unknown user', async () => {
      expect((await asAdmin('POST', `/auth/users/${ann.uid}/migrate`)).body.message).toBe(
        'Nothing to migrate: there is no earlier account of ann@example.org',
      )
      expect((await asAdmin('POST', `/auth/users/${freshId()}/migrate`)).status).toBe(404)
    })

    it('sets the domain of the paid variant, and refuses every other domain', async () => {
      const path = `/auth/users/${ann.uid}/migrate-domain`
      for (const targetDomain of [
        '',
        'shop.example',
        'evil.example',
        'exchange.localhost.evil.example',
        'exchange.localhost:1',
        undefined,
      ]) {
        const { status, body } = await asAdmin('POST', path, { targetDomain })
        expect([targetDomain, status, Object.keys(body.fields)]).toEqual([targetDomain, 400, ['targetDomain']])
      }
      expect((await asAdmin('POST', path, { targetDomain: 'not a host' })).body.fields).toEqual({ targetDomain: 'Please enter a domain' })
      expect((await userOf(ann.uid)).registeredDomain).toBe('')
      expect((await asAdmin('POST', path, { targetDomain: ' Exchange.Localhost ' })).body).toEqual({ message: 'Migration completed' })
      expect((await userOf(ann.uid)).registeredDomain).toBe('exchange.localhost')
      await sql`update users set registered_domain = '' where id = ${ann.uid}`.execute(shop.platform.db)
    })

    it('moves each earlier account once, even when two requests come at the same time', async () => {
      const emails = Array.from({ length: 5 }, () => fresh('m'))
      for (const email of emails) {
        const old = await earlier(email)
        await addItem(old.uid, 1)
        await customSale(old.uid, 10)
      }
      const waiting = await earlier(fresh('m'))
      const nameless = await earlier('')
      const joined = await Promise.all(emails.map((email) => signUpProved(shop, email)))

      const answers = await Promise.all([asAdmin('POST', '/auth/migrate-all'), asAdmin('POST', '/auth/migrate-all')])
      for (const { status, body } of answers) {
        expect(status).toBe(200)
        expect(body.migrated + body.skipped + body.failed).toBe(body.totalUsers)
        expect([body.failed, body.details.length]).toEqual([0, body.totalUsers])
      }
      expect(answers.reduce((sum, { body }) => sum + body.migrated, 0)).toBe(5)
      for (const { uid } of joined) expect((await userOf(uid)).balance).toBe(10)

      const third = (await asAdmin('POST', '/auth/migrate-all')).body
      const [{ uid }, email] = [joined[0] as Person, emails[0]]
      expect(third.details).toContainEqual({ status: 'skipped', email, uid, reason: 'Already migrated' })
      const reasonOf = (uid: string) => third.details.find((detail: { uid: string }) => detail.uid === uid)?.reason
      expect([third.migrated, reasonOf(joined[0]?.uid ?? ''), reasonOf(waiting.uid), reasonOf(nameless.uid), reasonOf(ann.uid)]).toEqual([
        0,
        'Already migrated',
        'Has not joined yet',
        'No e-mail',
        'No earlier account',
      ])
      await requireLaws()
    })

    it('names the person who could not be migrated and the reason, and goes on with the others', async () => {
      const { db } = shop.platform
      const emails = [fresh('f'), fresh('f')]
      const first = await earlier(emails[0] as string)
      await earlier(emails[1] as string)
      const [stuck, other] = [await signUpProved(shop, emails[0] as string), await signUpProved(shop, emails[1] as string)]
      await sql`create function refuse_change() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`.execute(db)
      await sql`create trigger stuck before update on users for each row when (old.id = ${sql.lit(first.uid)})
        execute function refuse_change()`.execute(db)
      const { totalUsers, migrated, skipped, failed, details } = (await asAdmin('POST', '/auth/migrate-all')).body
      expect([migrated, failed, migrated + skipped + failed]).toEqual([1, 1, totalUsers])
      expect(details).toContainEqual({ status: 'failed', email: emails[0], uid: stuck.uid, error: 'An unexpected error occurred' })
      expect(details).toContainEqual({ status: 'migrated', email: emails[1], uid: other.uid })
      await sql`drop trigger stuck on users`.execute(db)
      expect((await asAdmin('POST', '/auth/migrate-all')).body).toMatchObject({ migrated: 1, failed: 0 })
      await requireLaws()
    })

    it('moves, when it is repeated, a sale that a till sent after the first migration', async () => {
      const email = fresh()
      const old = await earlier(email)
      const itemId = await addItem(old.uid)
      const joined = await signUpProved(shop, email)
      const at = Date.now()
      await asAdmin('POST', `/auth/users/${joined.uid}/migrate`)
      const line = { id: freshId(), itemId, itemName: 'Cup', barcode: '1', imageUrl: '', consignorId: old.uid, consignorName: '' }
      const sale = {
        saleId: uuidv7(at, new Uint8Array(10)),
        displayId: 'POS-1',
        receiptNumber: 'A',
        cartId: freshId(),
        taxRateBps: 0,
        consignorPercentage: 50,
        lines: [{ ...line, unitPriceCents: 1_000, quantity: 1, consignorPercentage: 50 }],
        tenders: [{ kind: 'cash', label: '', amountCents: 1_000, givenCents: null }],
      }
      const commands = [{ id: freshId(), name: 'sales.completePosSale', version: 1, args: sale, at }]
      const pushed = await asAdmin('POST', '/sync/push', { clientId: freshId(), protocol: PROTOCOL_VERSION, commands })
      expect(pushed.body.results[0].status).toBe('done')
      expect((await userOf(old.uid)).balance).toBe(5)
      expect((await asAdmin('POST', '/auth/migrate-all')).body.migrated).toBe(1)
      expect([(await userOf(old.uid)).balance, (await userOf(joined.uid)).balance]).toEqual([0, 5])
      await requireLaws()
    })
  })
})
