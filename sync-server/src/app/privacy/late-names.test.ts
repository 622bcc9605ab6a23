import { setTimeout as later } from 'node:timers/promises'
import { pseudonymOf } from '@shop/shared/accounts/rules/erasure.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { saveCart } from '@shop/shared/pos/commands/save-cart.ts'
import { type Cart, cartSchema } from '@shop/shared/pos/schema.ts'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { freshId, queued } from '../../platform/testing/commands.ts'
import { BUSY_MACHINE_MS, createPostgresDatabase, forEachDatabase, onPostgres, temporaryDir } from '../../platform/testing/databases.ts'
import { marksIn, shopWithZelda } from '../testing/known-person.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from '../testing/shop.ts'
import { queuedSale } from '../testing/till-sales.ts'

/** A sale of one piece of this consignor's goods, as a till queues it. */
function namedSale(consignorId: string, consignorName: string): QueuedCommand {
  const sale = queuedSale([{ id: freshId(), name: 'Lance', consignorId, priceCents: 500 }], 'R-9')
  const args = sale.args as { readonly lines: readonly object[] }
  return { ...sale, args: { ...args, lines: args.lines.map((line) => ({ ...line, consignorName })) } }
}

/** A parked cart with this consignor's goods. */
function parkedCart(consignorId: string, consignorName: string): Cart {
  const line = { id: freshId(), itemId: null, itemName: 'Lance', barcode: '1', imageUrl: '', location: '', consignorId, consignorName }
  return cartSchema.parse({
    ...{ id: freshId(), status: 'parked', label: '', clientId: freshId(), consignorPercentage: 50, saleId: null, createdAtMs: 1 },
    ...{ updatedAtMs: 1, byUid: '', lines: [{ ...line, unitPriceCents: null, quantity: 1, consignorPercentage: 50 }] },
  })
}

async function push(shop: TestShop, uid: string, commands: readonly QueuedCommand[]): Promise<readonly string[]> {
  const actor = { uid, role: 'admin', wasAdmin: false } as const
  const { results } = await shop.platform.push(actor, { clientId: freshId(), protocol: PROTOCOL_VERSION, commands: [...commands] })
  return results.map(({ status }) => status)
}

forEachDatabase('the name of an erased person', (open) => {
  it('does not come back with a sale or a cart that a till sends later, not even into the log of commands', async () => {
    const shop = await testShop(await open(), { ...OPENED, DATA_DIR: await temporaryDir() })
    const { zelda, admin, adminUid } = await shopWithZelda(shop)
    await shop.ask('PUT', `/sales/balance/${zelda.uid}`, { balance: 0 }, admin)
    expect((await shop.ask('POST', `/auth/users/${zelda.uid}/erase`, { name: 'Zelda Quixote' }, zelda)).status).toBe(200)
    await shop.platform.jobs.drain()
    expect((await marksIn(shop)).quixote).toBeUndefined()

    const ofOthers = queued(saveCart, { cart: parkedCart(adminUid, 'Boss') })
    const late = [namedSale(zelda.uid, 'Zelda Quixote'), queued(saveCart, { cart: parkedCart(zelda.uid, 'Zelda Quixote') }), ofOthers]
    expect(await push(shop, adminUid, late)).toEqual(['done', 'done', 'done'])
    expect((await marksIn(shop)).quixote).toBeUndefined()
    const ids = late.map(({ id }) => id)
    const log = shop.platform.db.selectFrom('command_log').select('id').where('id', 'in', ids).where('args', 'is not', null)
    expect(await log.execute()).toEqual([{ id: ofOthers.id }])
    // the log recognises them all the same
    expect(await push(shop, adminUid, late)).toEqual(['done', 'done', 'done'])
    const { rows } = await sql`select count(*)::int as count from pos_sales where receipt_number = 'R-9'`.execute(shop.platform.db)
    expect(rows).toEqual([{ count: 1 }])
  })
})

onPostgres('a cart with the goods of somebody who is erased at the same moment', (open) => {
  it('is saved before the erasure or has the made-up name', async () => {
    const url = await createPostgresDatabase()
    const shop = await testShop(await open({ database: { kind: 'postgres', url, lockTimeoutMs: BUSY_MACHINE_MS } }), OPENED)
    const adminUid = (await shop.ask('GET', '/auth/me', undefined, { token: await shop.signIn(ADMIN_EMAIL) })).body.uid as string
    const { uid } = await shop.signUp('ann@example.org')
    const erasure = new pg.Client({ connectionString: url })
    await erasure.connect()
    onTestFinished(() => erasure.end())
    await erasure.query('begin')
    await erasure.query('update users set erased_at_ms = 1, display_name = $1 where id = $2', [pseudonymOf(uid), uid])
    const cart = parkedCart(uid, 'Ann Lee')
    let isSaved = false
    const saved = push(shop, adminUid, [queued(saveCart, { cart })]).finally(() => (isSaved = true))
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while (!isSaved && (await waiting.execute(shop.platform.db)).rows.length === 0) await later(10)
    await erasure.query('commit')
    expect(await saved).toEqual(['done'])
    const { rows } = await sql<{ lines: { consignorName: string }[] }>`select lines from carts where id = ${cart.id}`.execute(
      shop.platform.db,
    )
    expect(rows[0]?.lines.map(({ consignorName }) => consignorName)).toEqual([pseudonymOf(uid)])
  })
})
