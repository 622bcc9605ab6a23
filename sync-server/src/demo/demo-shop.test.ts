import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { thumbnailOf } from '@shop/shared/images/thumbnails.ts'
import { CONDITIONS } from '@shop/shared/inventory/rules/conditions.ts'
import { tradeStatusSchema } from '@shop/shared/trades/schema.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestShop, testShop } from '../app/testing/shop.ts'
import { checkStock } from '../inventory/examine-stock.ts'
import { sql } from '../platform/database/sql.ts'
import type { Platform } from '../platform/platform.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { checkBooks } from '../sales/examine-books.ts'
import { checkPromised } from '../trades/examine-promised.ts'
import { fillDemoShop, type UnopenedShop } from './fill-demo-shop.ts'

/** Number of items, a tenth of the demo shop, so that the test is fast. */
const ITEMS = 200

forEachDatabase('a demo shop', (open) => {
  let platform: Platform
  let shop: TestShop
  let dataDir: string
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  let opened: UnopenedShop
  const passwordOf = () => /demo-\w+/.exec(said.at(-1) ?? '')?.[0] ?? ''
  const count = async (table: string, where = 'true') =>
    (await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)} where ${sql.raw(where)}`.execute(platform.db))
      .rows[0]?.count

  beforeAll(async () => {
    platform = await open()
    dataDir = await mkdtemp(join(tmpdir(), 'demo-'))
    shop = await testShop(
      platform,
      { DATA_DIR: dataDir },
      {
        beforeOpening: (parts) => {
          opened = parts
          return fillDemoShop(parts, say, ITEMS)
        },
      },
    )
  })

  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  it('has people who can sign in with the printed password, and nothing left to set up', async () => {
    expect(await shop.server.newSetUpCode()).toBeUndefined()
    expect([await count('users', "role = 'admin'"), await count('users', "role = 'user' and username <> ''")]).toEqual([2, 20])
    for (const email of ['olive@demo.example', 'maya@demo.example']) {
      const token = await shop.signIn(email, passwordOf())
      expect((await shop.ask('GET', '/auth/me', undefined, { token })).body.email).toBe(email)
    }
  })

  it('has a picture of every item from the shop’s own address, and fetches no picture', async () => {
    const { rows } = await sql<{ imageUrl: string }>`select distinct image_url as "imageUrl" from items`.execute(platform.db)
    expect(rows.length).toBeGreaterThan(20)
    for (const { imageUrl } of rows) {
      const answer = await shop.ask('GET', thumbnailOf(imageUrl) ?? '')
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    }
    await opened.thumbnails.settle()
    expect(await count('thumbnails', "state <> 'made'")).toBe(0)
  })

  it('has goods in categories and in every condition, and some that nobody has sorted', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct coalesce(c.name, '') as name from items i left join categories c on c.id = i.category_id`.execute(platform.db)
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['', 'Cassettes', 'CDs', 'Electronics', 'Video games', 'Vinyl']))
    expect(await count('items', "category_id <> '' and category_id not in (select id from categories)")).toBe(0)
    const { rows: conditions } = await sql<{ condition: string }>`select distinct condition from items`.execute(platform.db)
    expect(conditions.map(({ condition }) => condition).sort()).toEqual(['', ...CONDITIONS].sort())
  })

  it('has a year of goods, sales of each kind, open and paid payouts, and boxes on their way', async () => {
    expect(await count('items')).toBe(ITEMS)
    for (const kind of ['pos', 'record', 'master', 'custom']) expect(await count('sales', `kind = '${kind}'`), kind).toBeGreaterThan(0)
    for (const status of ['pending', 'paid']) expect(await count('payouts', `status = '${status}'`), status).toBeGreaterThan(0)
    expect(await count('shipments', 'is_delivered and is_processed')).toBeGreaterThan(0)
    expect(await count('shipments', 'not is_delivered')).toBeGreaterThan(0)
    expect(await count('discrepancies')).toBeGreaterThan(0)
    const { rows } = await sql<{ days: number }>`select (max(sold_at_ms) - min(sold_at_ms)) / 86400000 as days from sales`.execute(
      platform.db,
    )
    expect(rows[0]?.days).toBeGreaterThan(300)
    expect(await count('sales', `sold_at_ms > ${platform.nowMs()}`)).toBe(0)
  })

  it('has trades in every state', async () => {
    const { rows } = await sql<{ status: string }>`select distinct status from trades`.execute(platform.db)
    expect(rows.map(({ status }) => status).sort()).toEqual([...tradeStatusSchema.options].sort())
    expect(await count('offers', "status = 'countered'")).toBeGreaterThan(1)
  })

  it('has offers to answer and a balance for the consignor as whom visitors sign in', async () => {
    const { rows } = await sql<Record<'availableCents' | 'countered' | 'waiting', number>>`
      select b.available_cents::float8 as "availableCents",
        (select count(*)::int from offers o join trades t on t.id = o.trade_id where t.buyer_uid = u.id and o.status = 'countered') as countered,
        (select count(*)::int from offers o where o.seller_uid = u.id and o.status = 'pending') as waiting
      from users u join balances b on b.id = u.id where u.email = 'maya@demo.example'`.execute(platform.db)
    const some = expect.toSatisfy((value) => value > 0)
    expect(rows).toEqual([{ availableCents: some, countered: some, waiting: some }])
  })

  it('has balanced books, and notified nobody of last year’s sales', async () => {
    expect(await checkBooks(platform.db)).toEqual([])
    expect(await checkStock(platform.db)).toEqual([])
    expect(await checkPromised(platform.db)).toEqual([])
    const { rows } = await sql`select kind from jobs where schedule_key is null and kind not like 'images.%'`.execute(platform.db)
    expect(rows).toEqual([])
  })

  it('is not created in a shop with users, which stays unchanged', async () => {
    const people = await count('users')
    await expect(fillDemoShop(opened, say, ITEMS)).rejects.toThrow(/has users already/)
    expect(await count('users')).toBe(people)
  })
})
