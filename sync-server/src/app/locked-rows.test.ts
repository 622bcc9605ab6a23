import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { recordCustomSale } from '@shop/shared/sales/commands/record-custom-sale.ts'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { POOL_CONNECTIONS } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { freshId, queued } from '../platform/testing/commands.ts'
import { createPostgresDatabase, type Open, onPostgres } from '../platform/testing/databases.ts'
import { signUpProved } from './testing/proved.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD, testShop } from './testing/shop.ts'
import { queuedSale } from './testing/till-sales.ts'

/** A refusal with which a client tries again by itself. */
const TRY_AGAIN = {
  status: 503,
  body: { code: 'UNAVAILABLE', message: 'The server cannot do this right now. Please try again in a moment.' },
}

/** Opens a shop with the usual waits for locks, and another session with a transaction on its database. */
async function shopAndOther(open: Open) {
  const url = await createPostgresDatabase()
  const shop = await testShop(await open({ database: { kind: 'postgres', url } }), OPENED)
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin')
  const token = await shop.signIn(ADMIN_EMAIL)
  const addItem = async (barcode1: string): Promise<string> =>
    (await shop.ask('POST', '/inventory/master', { itemName: 'Tea', barcode1, quantity: 50 }, { token })).body.item.id
  const lockItem = (id: string) => other.query('select id from items where id = $1 for update', [id])
  return { shop, other, token, addItem, lockItem }
}

// the locks end after the answers, so a request that waited for them without end would never be answered
onPostgres('a request that meets a locked row', (open) => {
  it('is a call of its own transaction: it is told to try again, and works then', async () => {
    const { shop, other, token } = await shopAndOther(open)
    await other.query('select id from identity_users where email = $1 for update', [ADMIN_EMAIL])
    const change = { currentPassword: PASSWORD, newPassword: 'an entirely new password', revokeOtherSessions: false }
    const changePassword = () => shop.ask('POST', '/identity/change-password', change, { token })
    const refused = await changePassword()
    expect(refused).toMatchObject(TRY_AGAIN)
    expect(refused.headers.get('retry-after')).toBe('5')
    await other.query('commit')
    expect((await changePassword()).status).toBe(200)
    await shop.signIn(ADMIN_EMAIL, change.newPassword)
  })

  it('is an import that meets an import: one attempt waits longer than those of other requests', async () => {
    const { shop, other, token, addItem, lockItem } = await shopAndOther(open)
    const barcode1 = '036000291452'
    await lockItem(await addItem(barcode1))
    const id = freshId()
    const plan = { id, mode: 'update', fileName: 'all.csv', rowCount: 1 }
    expect((await shop.ask('POST', '/inventory/imports', plan, { token })).status).toBe(200)
    const rows = [{ id: freshId(), line: 2, texts: { itemName: 'Green tea', barcode1, location: '' }, quantity: 7 }]
    expect((await shop.ask('PUT', `/inventory/imports/${id}/chunks/1`, { rows }, { token })).status).toBe(200)
    const imported = shop.ask('POST', `/inventory/imports/${id}/commit`, {}, { token })
    // longer than the two seconds of other requests, after which an attempt would begin again
    const isWaiting = async () =>
      (
        await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and clock_timestamp() - query_start > interval '3 seconds'`.execute(shop.platform.db)
      ).rows.length
    await Promise.race([expect.poll(isWaiting, { timeout: 60_000 }).toBe(1), imported])
    await other.query('commit')
    expect(await imported).toMatchObject({ status: 200, body: { updated: 1 } })
  })

  it('is a push, beside so many that every connection waits: each is told to try again, and sells once then', async () => {
    const { shop, other, token, addItem, lockItem } = await shopAndOther(open)
    const tea = await addItem('036000291452')
    await lockItem(tea)
    const pushes = Array.from({ length: POOL_CONNECTIONS + 3 }, () => ({
      clientId: freshId(),
      protocol: PROTOCOL_VERSION,
      commands: [queuedSale([{ id: tea, name: 'Tea', consignorId: null, priceCents: 100 }], freshId())],
    }))
    const send = () => Promise.all(pushes.map((push) => shop.ask('POST', '/sync/push', push, { token })))
    for (const refused of await send()) {
      expect(refused).toMatchObject(TRY_AGAIN)
      expect(refused.headers.get('retry-after')).toBe('5')
    }
    await other.query('commit')
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pos_sales`.execute(shop.platform.db)
    expect(rows).toEqual([{ count: 0 }])
    let unsent = pushes
    while (unsent.length > 0) {
      const answers = await Promise.all(unsent.map(async (push) => ({ push, ...(await shop.ask('POST', '/sync/push', push, { token })) })))
      expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true)
      unsent = answers.filter(({ status }) => status === 503).map(({ push }) => push)
    }
    const { rows: sold } = await sql`select stock_count as stock, (select count(*)::int from pos_sales) as sales
      from items where id = ${tea}`.execute(shop.platform.db)
    expect(sold).toEqual([{ stock: 50 - pushes.length, sales: pushes.length }])
  })

  it('is a custom sale that waits for the migration of its consignor: it pays the successor', async () => {
    const { shop, other, token } = await shopAndOther(open)
    const ask = async (method: string, path: string, body?: unknown) => (await shop.ask(method, path, body, { token })).body
    const email = 'ann@example.org'
    const old = (await ask('POST', '/auth/users', { uid: freshId(), email, displayName: 'Of old' })).uid as string
    await ask('POST', '/sales/custom', { consignorID: old, itemName: 'Lamp', amount: 40 })
    const { uid } = await signUpProved(shop, email)
    await other.query('select id from users where id = $1 for update', [old])
    const waiting = async () =>
      (await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.platform.db))
        .rows.length
    const migrated = ask('POST', `/auth/users/${uid}/migrate`)
    await expect.poll(waiting, { timeout: 60_000 }).toBe(1)
    const sale = queued(recordCustomSale, { saleId: freshId(), consignorId: old, itemName: 'Lamp', amountCents: 200 })
    const sold = ask('POST', '/sync/push', { clientId: freshId(), protocol: PROTOCOL_VERSION, commands: [sale] })
    await expect.poll(waiting, { timeout: 60_000 }).toBe(2)
    await other.query('commit')
    expect([await migrated, (await sold).results]).toMatchObject([{ message: 'Migration completed' }, [{ status: 'done' }]])
    const owed = shop.platform.db.selectFrom('balances').select(['id', 'available_cents']).where('id', 'in', [old, uid])
    expect(await owed.orderBy('available_cents').execute()).toEqual([
      { id: old, available_cents: 0 },
      { id: uid, available_cents: 4_200 },
    ])
  })
})
