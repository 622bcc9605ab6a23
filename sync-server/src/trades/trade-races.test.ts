import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { cents } from '@shop/shared/kernel/money.ts'
import { completePosSale } from '@shop/shared/sales/commands/complete-pos-sale.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { OPENED, testShop } from '../app/testing/shop.ts'
import { type Person, type TradingShop, tradingShop } from '../app/testing/trades.ts'
import { checkStock } from '../inventory/examine-stock.ts'
import { sql } from '../platform/database/sql.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { checkBooks } from '../sales/examine-books.ts'
import { checkPromised } from './examine-promised.ts'
import { tidyTrades } from './expire-trades.ts'

/** Number of rounds of each race. There are several, because either side can come first. */
const ROUNDS = 6

forEachDatabase('at the same moment', (open) => {
  let t: TradingShop
  let buyer: Person
  let ann: Person
  let bob: Person
  let barcode: string
  let count = 0

  beforeAll(async () => {
    t = await tradingShop(await testShop(await open(), OPENED))
    buyer = await t.join('buyer', 50_000)
    ann = await t.join('ann')
    bob = await t.join('bob')
  }, 60_000)

  beforeEach(() => {
    barcode = `code-${count++}`
  })

  const codesOf = (answers: readonly { status: number; body: { code?: string } }[]) =>
    answers.map(({ status, body }) => (status === 200 ? 'done' : (body.code ?? `${status}`))).sort()
  /** Reads the offer that a seller got for the current barcode. */
  const offerOf = async (who: Person): Promise<string> =>
    (await t.received(who)).find((offer: { itemBarcode: string }) => offer.itemBarcode === barcode).offerId
  const tradeOf = async (id: string) =>
    (await t.ok(t.ask('GET', '/trades/my-trades', buyer))).trades.find((one: { tradeId: string }) => one.tradeId === id)
  const rounds = async (race: () => Promise<void>) => {
    for (let round = 0; round < ROUNDS; round++) {
      barcode = `code-${count++}`
      await race()
    }
    // in either order, no cent and no piece is lost, and only trades hold money
    const { db } = t.shop.platform
    expect([await checkBooks(db), await checkStock(db), await checkPromised(db)]).toEqual([[], [], []])
    const { rows } = await sql<{ held: number; trades: number }>`select coalesce((select sum(held_cents) from balances), 0)::bigint as held,
      coalesce((select sum(held_cents) from trades), 0)::bigint as trades`.execute(t.shop.platform.db)
    expect(rows[0]?.held).toBe(rows[0]?.trades)
  }

  it('two sellers accept the last piece: only one sells it', { timeout: 300_000 }, () =>
    rounds(async () => {
      const items = [await t.stock(ann, barcode, 1), await t.stock(bob, barcode, 1)]
      const { tradeId } = await t.ok(t.request(buyer, barcode))
      const [a, b] = [await offerOf(ann), await offerOf(bob)]
      const answers = await Promise.all([t.answer(ann, a, 'accept'), t.answer(bob, b, 'accept')])
      expect(codesOf(answers)).toEqual(['OFFER_MOVED_ON', 'done'])
      expect((await Promise.all(items.map(t.quantityOf))).sort()).toEqual([0, 1])
      expect(await tradeOf(tradeId)).toMatchObject({ status: 'awaiting_shipping', acceptedQuantity: 1, totalCost: 1_400 })
    }),
  )

  it('the seller accepts while the buyer cancels: only one of the two happens', { timeout: 300_000 }, () =>
    rounds(async () => {
      const item = await t.stock(ann, barcode, 1)
      const before = await t.balance(buyer)
      const { tradeId } = await t.ok(t.request(buyer, barcode))
      const offer = await offerOf(ann)
      const [accepted, cancelled] = await Promise.all([
        t.answer(ann, offer, 'accept'),
        t.ask('POST', `/trades/${tradeId}/cancel`, buyer, { reason: '' }),
      ])
      const isSold = accepted.status === 200
      expect(codesOf([accepted, cancelled])).toEqual(isSold ? ['TRADE_MOVED_ON', 'done'] : ['OFFER_MOVED_ON', 'done'])
      expect((await tradeOf(tradeId)).status).toBe(isSold ? 'awaiting_shipping' : 'cancelled')
      expect([await t.quantityOf(item), await t.balance(buyer)]).toEqual(isSold ? [0, before - 14] : [1, before])
    }),
  )

  it('both sides counter twice: only one counter counts in each turn', { timeout: 300_000 }, () =>
    rounds(async () => {
      await t.stock(ann, barcode, 1)
      await t.ok(t.request(buyer, barcode))
      const offer = await offerOf(ann)
      const counters = (who: Person, act: string, counterPrice: number) => [
        t.answer(who, offer, act, { counterPrice }),
        t.answer(who, offer, act, { counterPrice }),
      ]
      await Promise.all([...counters(ann, 'counter', 1_200), ...counters(buyer, 'buyer-counter', 1_100)])
      const { history } = (await t.received(ann)).find((one: { offerId: string }) => one.offerId === offer)
      const sides = history.map(({ by }: { by: string }) => by)
      expect(sides[0]).toBe('buyer')
      for (let i = 1; i < sides.length; i++) expect(sides[i], sides.join()).not.toBe(sides[i - 1])
    }),
  )

  it('a seller accepts while the till sells the stock: the sale of the till is never refused', { timeout: 300_000 }, () =>
    rounds(async () => {
      const itemId = await t.stock(ann, barcode, 2)
      await t.ok(t.request(buyer, barcode, { quantity: 2 }))
      const offer = await offerOf(ann)
      const { rows } = await sql<{ id: string }>`select id from users where role = 'admin' limit 1`.execute(t.shop.platform.db)
      const till: Actor = { uid: rows[0]?.id ?? '', role: 'admin', wasAdmin: false }
      const line = { id: freshId(), itemId, itemName: 'Lamp', barcode, imageUrl: '', quantity: 1, consignorId: ann.uid, consignorName: '' }
      const sale = {
        ...{ saleId: freshId(), displayId: 'POS-1', receiptNumber: 'A-1', cartId: freshId(), taxRateBps: 825, consignorPercentage: 50 },
        lines: [{ ...line, unitPriceCents: cents(500), consignorPercentage: 50 }],
        tenders: [{ kind: 'cash', label: '', amountCents: cents(500), givenCents: null }],
      }
      const [accepted] = await Promise.all([t.answer(ann, offer, 'accept'), t.shop.platform.runCommand(till, completePosSale, sale)])
      expect(accepted.status).toBe(200)
      const { rows: after } = await sql<{ stock: number; taken: number; open: number }>`select stock_count as stock,
        (select (breakdown ->> 'quantity')::integer from offers where id = ${offer}) as taken,
        (select count(*)::integer from discrepancies where item_id = ${itemId} and kind = 'negative_stock') as open
        from items where id = ${itemId}`.execute(t.shop.platform.db)
      // if the till came first, one piece is left to trade; if the trade came first, the till sold one piece beyond the stock
      expect([
        { stock: 0, taken: 1, open: 0 },
        { stock: -1, taken: 2, open: 1 },
      ]).toContainEqual(after[0])
    }),
  )

  it('one admin deletes while another adds tracking: in either order everything is returned', { timeout: 300_000 }, () =>
    rounds(async () => {
      const item = await t.stock(ann, barcode, 3)
      const before = [await t.balance(buyer), await t.balance(ann)]
      const { tradeId } = await t.ok(t.request(buyer, barcode, { quantity: 3 }))
      await t.ok(t.answer(ann, await offerOf(ann), 'accept'))
      const [tracked, deleted] = await Promise.all([
        t.ask('POST', `/trades/admin/${tradeId}/tracking`, t.admin, { trackingNumber: '94001' }),
        t.ask('DELETE', `/trades/admin/${tradeId}/cancel`, t.admin),
      ])
      expect([200, 404]).toContain(tracked.status)
      expect(deleted.status).toBe(200)
      expect([await t.balance(buyer), await t.balance(ann), await t.quantityOf(item)]).toEqual([...before, 3])
    }),
  )

  it('the admin deletes while a seller accepts: in either order nothing of the trade remains', { timeout: 300_000 }, () =>
    rounds(async () => {
      const item = await t.stock(ann, barcode, 2)
      const before = await t.balance(buyer)
      const { tradeId } = await t.ok(t.request(buyer, barcode, { quantity: 2 }))
      const offer = await offerOf(ann)
      const remove = () => t.ask('DELETE', `/trades/admin/${tradeId}/cancel`, t.admin)
      const [accepted, deleted] = await Promise.all([t.answer(ann, offer, 'accept'), remove()])
      expect(['done', 'OFFER_NOT_FOUND', 'TRADE_NOT_FOUND']).toContain(codesOf([accepted])[0])
      // the deletion is refused if the pieces to return were not known yet, and done at the second attempt
      expect(['done', 'TRADE_CHANGED']).toContain(codesOf([deleted])[0])
      if (deleted.status !== 200) await t.ok(remove())
      expect([await t.balance(buyer), await t.quantityOf(item)]).toEqual([before, 2])
    }),
  )

  it('time runs out on two servers while a seller accepts: the trade is sold or expired', { timeout: 300_000 }, () =>
    rounds(async () => {
      await t.stock(ann, barcode, 1)
      const { tradeId } = await t.ok(t.request(buyer, barcode))
      const offer = await offerOf(ann)
      await sql`update trades set expires_at_ms = ${Date.now() + 30} where id = ${tradeId}`.execute(t.shop.platform.db)
      const tidy = async () => {
        await new Promise((resolve) => setTimeout(resolve, 31))
        await tidyTrades(t.shop.platform)
      }
      const [accepted] = await Promise.all([t.answer(ann, offer, 'accept'), tidy(), tidy()])
      const trade = await tradeOf(tradeId)
      expect([
        [200, 'awaiting_shipping'],
        [409, 'expired'],
      ]).toContainEqual([accepted.status, trade.status])
    }),
  )

  it('a buyer with money for one request sends two: one of them is refused', { timeout: 300_000 }, () =>
    rounds(async () => {
      await t.stock(ann, barcode, 9)
      const poor = await t.join(`poor-${count}`, 15)
      const answers = await Promise.all([t.request(poor, barcode), t.request(poor, barcode)])
      expect(codesOf(answers)).toEqual(['BALANCE_MISSING', 'done'])
      expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
        'This takes $14.00 of your balance; $1.00 is available, $13.00 is missing.',
      )
      expect(await t.balance(poor)).toBe(1)
    }),
  )

  it(
    'a double click counts once: with one key or id both clicks get the same answer, else the second is refused',
    { timeout: 300_000 },
    () =>
      rounds(async () => {
        await t.stock(ann, barcode, 9)
        const sentId = freshId()
        const [first, second] = await Promise.all([t.request(buyer, barcode, { id: sentId }), t.request(buyer, barcode, { id: sentId })])
        const id = first.body.tradeId as string
        expect([first.status, second.status, second.body.tradeId]).toEqual([200, 200, id])
        const offer = await offerOf(ann)
        const clicks = (act: string, by: Person, path = `/trades/offers/${offer}/${act}`, body: object = {}) =>
          Promise.all([t.ask('POST', path, by, body), t.ask('POST', path, by, body)])
        expect(codesOf(await clicks('accept', ann))).toEqual(['OFFER_MOVED_ON', 'done'])
        const headers = { 'idempotency-key': freshId() }
        const track = () => t.shop.ask('POST', `/trades/admin/${id}/tracking`, { trackingNumber: '94001' }, { ...t.admin, headers })
        expect(codesOf(await Promise.all([track(), track()]))).toEqual(['done', 'done'])
        const paid = await t.balance(ann)
        expect((await track()).status).toBe(200)
        expect(await t.balance(ann)).toBe(paid)
        const remove = () => t.ask('DELETE', `/trades/admin/${id}/cancel`, t.admin)
        expect(codesOf(await Promise.all([remove(), remove()]))).toEqual(['TRADE_NOT_FOUND', 'done'])
        expect(await t.balance(ann)).toBe(Math.round((paid - 9) * 100) / 100)
      }),
  )
})
