import { beforeEach, expect, it } from 'vitest'
import { OPENED, testShop } from '../app/testing/shop.ts'
import { type Person, type TradingShop, tradingShop } from '../app/testing/trades.ts'
import { checkStock } from '../inventory/examine-stock.ts'
import { up } from '../migrations/0044-promised-pieces.ts'
import { sql } from '../platform/database/sql.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { checkPromised } from './examine-promised.ts'

forEachDatabase('pieces that are promised to an order', (open) => {
  let t: TradingShop
  let buyer: Person
  let seller: Person
  let item: string
  let tradeId: string

  beforeEach(async () => {
    t = await tradingShop(await testShop(await open(), OPENED))
    buyer = await t.join('buyer', 1_000)
    seller = await t.join('seller')
    item = await t.stock(seller, 'A1', 10)
    tradeId = (await t.ok(t.request(buyer, 'A1', { quantity: 3 }))).tradeId
    await t.ok(t.answer(seller, (await t.received(seller))[0].offerId, 'accept'))
    expect(await t.quantityOf(item)).toBe(7)
  }, 60_000)

  const openOffer = async () => (await t.received(seller)).find(({ status }: { status: string }) => status === 'pending').offerId
  const rowOf = async () =>
    (
      await sql<{
        promised_count: number
        recent_moves: unknown[]
      }>`select promised_count, recent_moves from items where id = ${item}`.execute(t.shop.platform.db)
    ).rows[0]
  const updateAgain = async () => {
    await sql`alter table items drop column promised_count`.execute(t.shop.platform.db)
    await up(t.shop.platform.db as never)
  }
  const count = async (countedQuantity: number) =>
    (await t.ok(t.ask('PUT', `/inventory/consignor/${seller.uid}/${item}`, t.admin, { countedQuantity }))).item.quantity
  const ship = (id = tradeId) =>
    t.ok(t.ask('POST', `/trades/admin/${id}/tracking`, t.admin, { trackingNumber: '9400111899223197428490', carrier: 'USPS' }))
  const remove = () => t.ok(t.ask('DELETE', `/trades/admin/${tradeId}/cancel`, t.admin))

  it('are counted with the shelf, and return once when the trade is deleted', async () => {
    expect(await count(10)).toBe(7)
    await remove()
    expect([await t.quantityOf(item), await checkStock(t.shop.platform.db)]).toEqual([10, []])
  })

  it('are counted with the shelf until they ship', async () => {
    expect(await count(10)).toBe(7)
    await ship()
    expect([await t.quantityOf(item), await count(7)]).toEqual([7, 7])
    await remove()
    expect([await t.quantityOf(item), await checkStock(t.shop.platform.db)]).toEqual([10, []])
  })

  it('are compared with the orders that wait by the check of the books', async () => {
    const check = async () => (await t.ok(t.ask('POST', '/sales/ledger/check', t.admin))).mismatches
    const bend = (by: number) =>
      sql`update items set promised_count = promised_count + ${by} where id = ${item}`.execute(t.shop.platform.db)
    expect([(await rowOf())?.promised_count, await check()]).toEqual([3, []])
    await bend(-1)
    expect(await check()).toEqual([{ kind: 'promised', subjectId: item, account: null, expected: 3, found: 2 }])
    await bend(1)
    await ship()
    expect([(await rowOf())?.promised_count, await check()]).toEqual([0, []])
    await bend(3)
    expect(await check()).toEqual([{ kind: 'promised', subjectId: item, account: null, expected: 0, found: 3 }])
  })

  it('are not taken from what a later order holds of an item that was deleted and added again', async () => {
    const promised = async () => (await rowOf())?.promised_count
    const second = (await t.ok(t.request(buyer, 'A1', { quantity: 2 }))).tradeId
    await t.ok(t.answer(seller, await openOffer(), 'accept'))
    await t.ok(t.ask('DELETE', `/inventory/consignor/${seller.uid}/${item}`, t.admin))
    await remove()
    await t.ok(t.request(buyer, 'A1', { quantity: 3 }))
    await t.ok(t.answer(seller, await openOffer(), 'accept'))
    expect([await t.quantityOf(item), await promised()]).toEqual([0, 3])
    await updateAgain()
    expect(await promised()).toBe(3)
    await ship(second)
    expect(await promised()).toBe(3)
    expect([await count(3), await promised()]).toEqual([0, 3])
    expect(await checkPromised(t.shop.platform.db)).toEqual([])
  })

  it('are known for an order that waited when the shop was updated', async () => {
    const { db } = t.shop.platform
    await sql`update items set recent_moves = (select jsonb_agg(jsonb_build_object('atMs', at_ms, 'deltaCount', delta_count))
      || '[{"atMs": 1, "deltaCount": 5}]' from stock_movements where item_id = ${item} and kind = 'trade') where id = ${item}`.execute(db)
    await updateAgain()
    expect(await rowOf()).toEqual({ promised_count: 3, recent_moves: [{ atMs: 1, deltaCount: 5 }] })
    expect(await count(10)).toBe(7)
    await remove()
    expect([await t.quantityOf(item), (await rowOf())?.promised_count]).toEqual([10, 0])
  })
})
