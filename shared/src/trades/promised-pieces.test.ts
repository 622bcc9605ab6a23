import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { editItem } from '../inventory/commands/edit-item.ts'
import { settleDiscrepancy } from '../inventory/commands/settle-discrepancy.ts'
import { settleArgs } from '../inventory/rules/settling.ts'
import { type Discrepancy, discrepancies, type Item, items } from '../inventory/schema.ts'
import type { MemoryShop } from '../testing/memory-shop.ts'
import { anyTradeStep, performTrade, type TradeDoing, type TradeStep, tradersShop } from '../testing/trade-history.ts'
import { ORDERED_TRADES } from './rules/pending.ts'
import { type Offer, offers, type Trade, trades } from './schema.ts'

const RUNS = Number(process.env.HISTORY_RUNS ?? 200)
const step = { nth: 0, fits: true } as const

/** Pieces of an item that trades have taken from its stock and that are still in the shop, because their orders have not shipped. */
function promisedOf(shop: MemoryShop, itemId: string, forgotten?: ReadonlySet<string>): number {
  const waits = new Set(
    shop.all<Trade>(trades).flatMap(({ id, status }) => (status === 'partial' || ORDERED_TRADES.includes(status) ? [id] : [])),
  )
  const taken = shop.all<Offer>(offers).flatMap((offer) => (waits.has(offer.tradeId) && !forgotten?.has(offer.id) ? offer.taken : []))
  return taken.reduce((sum, one) => (one.itemId === itemId ? sum + one.quantity : sum), 0)
}

describe('a count while three of ten pieces are promised to an order', () => {
  let shop: MemoryShop
  let lamp: string
  const stock = () => (shop.get(items, lamp) as Item).stockCount
  const open = () => shop.all<Discrepancy>(discrepancies).filter(({ settledAtMs }) => settledAtMs === null)
  const perform = (doing: TradeStep) => expect(performTrade(shop, doing)?.outcome.status).toBe('done')
  const count = (countedQuantity: number, at = shop.nowMs) => shop.run(editItem, { id: lamp, changes: {}, countedQuantity }, { at })

  beforeEach(() => {
    shop = tradersShop()
    while (shop.all(items).length > 0) perform({ do: 'removeItem', nth: 0 })
    perform({ do: 'give', owner: 1, barcode: 0, quantity: 10 })
    lamp = shop.all<Item>(items)[0]?.id ?? ''
  })
  const order = () => {
    perform({ do: 'request', buyer: 0, barcode: 0, quantity: 3, price: 100, ownShipping: false })
    perform({ do: 'answer', ...step, act: 0, price: 100, by: null })
    expect([stock(), promisedOf(shop, lamp)]).toEqual([7, 3])
  }
  const ship = () => perform({ do: 'order', ...step, act: 'addTracking' })
  const remove = () => perform({ do: 'order', ...step, act: 'remove' })

  it('finds them on the shelf, and they come back once when the order is deleted', () => {
    order()
    count(10)
    expect([stock(), open()]).toEqual([7, []])
    remove()
    expect(stock()).toBe(10)
  })
  it('finds them on the shelf, and they leave it when the order ships', () => {
    order()
    count(9)
    expect(stock()).toBe(6)
    ship()
    expect(stock()).toBe(6)
    count(6)
    expect([stock(), open()]).toEqual([6, []])
    remove()
    expect(stock()).toBe(9)
  })
  it('arrives after the acceptance, the shipping or the deletion that followed it, and changes nothing', () => {
    const countedAtMs = shop.nowMs
    order()
    count(10, countedAtMs)
    expect(stock()).toBe(7)
    const orderedAtMs = shop.nowMs
    ship()
    count(10, orderedAtMs)
    expect(stock()).toBe(7)
    const shippedAtMs = shop.nowMs
    remove()
    count(7, shippedAtMs)
    expect([stock(), open()]).toEqual([10, []])
  })
  it('arrives after the deletion of an order that waited, and changes nothing', () => {
    order()
    const orderedAtMs = shop.nowMs
    remove()
    count(10, orderedAtMs)
    expect([stock(), open()]).toEqual([10, []])
  })
  it('that settles a discrepancy finds them too', () => {
    order()
    perform({ do: 'till', nth: 0, quantity: 8 })
    const [oversold] = open()
    shop.run(settleDiscrepancy, settleArgs(oversold as Discrepancy, { action: 'correct_count', countedQuantity: 5 }))
    expect([stock(), open()]).toEqual([2, []])
    remove()
    expect(stock()).toBe(5)
  })
  it('finds fewer than are promised, and reports them', () => {
    order()
    count(2)
    expect([stock(), open()]).toMatchObject([-1, [{ kind: 'negative_stock', quantity: 1 }]])
  })
})

describe('an item that was deleted while an order waited, and added again', () => {
  const lampOf = (shop: MemoryShop) => shop.all<Item>(items)[0] as Item
  const perform = (shop: MemoryShop, ...steps: TradeStep[]) => {
    for (const doing of steps) expect(performTrade(shop, doing)?.outcome.status, doing.do).toBe('done')
  }
  const order = (quantity: number): TradeStep[] => [
    { do: 'request', buyer: 0, barcode: 0, quantity, price: 100, ownShipping: false },
    { do: 'answer', ...step, act: 0, price: 100, by: null },
  ]
  const remove: TradeStep = { do: 'order', nth: 0, fits: false, act: 'remove' }

  it.each([
    ['ships', { do: 'order', ...step, act: 'addTracking' }, 0],
    ['is deleted', remove, 2],
  ] as const)('holds nothing for that order when it %s, and keeps what a later order holds', (_, end, back) => {
    const shop = tradersShop()
    while (shop.all(items).length > 0) perform(shop, { do: 'removeItem', nth: 0 })
    perform(shop, { do: 'give', owner: 1, barcode: 0, quantity: 10 }, ...order(3), ...order(2))
    // the deletion of the first order adds the lamp again
    perform(shop, { do: 'removeItem', nth: 0 }, remove, ...order(3))
    expect(lampOf(shop)).toMatchObject({ stockCount: 0, promisedCount: 3 })
    perform(shop, end)
    expect(lampOf(shop)).toMatchObject({ stockCount: back, promisedCount: 3 })
    shop.run(editItem, { id: lampOf(shop).id, changes: {}, countedQuantity: 3 + back })
    perform(shop, remove, ...(end === remove ? [] : [remove]))
    expect(lampOf(shop)).toMatchObject({ promisedCount: 0 })
  })
})

/** The shelf as a person sees it, told by the steps alone. Items that were ever deleted are left out. */
class ShelfOfTraders {
  readonly pieces = new Map<string, number>()
  /** Offers that were accepted before their item was deleted, by the item's id: an item that is added again holds nothing for them. */
  readonly forgotten = new Map<string, Set<string>>()

  constructor(shop: MemoryShop) {
    for (const { id, stockCount } of shop.all<Item>(items)) this.pieces.set(id, stockCount)
  }

  note(
    doing: TradeStep,
    { args, command }: TradeDoing,
    before: { readonly trades: readonly Trade[]; readonly offers: readonly Offer[] },
  ): void {
    const { id, quantity, tradeId, lines } = args as { id: string; quantity: number; tradeId: string; lines: { itemId: string }[] }
    if (doing.do === 'give') this.pieces.set(id, quantity)
    else if (doing.do === 'till') this.move(lines[0]?.itemId ?? '', -doing.quantity)
    else if (doing.do === 'edit') this.move(id, doing.delta)
    else if (doing.do === 'recount' && this.pieces.has(id)) this.pieces.set(id, doing.counted)
    else if (doing.do === 'removeItem') this.forget(id, before.offers)
    const was = before.trades.find((trade) => trade.id === tradeId)
    const isShipped = command.name === 'trades.addTracking' || command.name === 'trades.markShipped'
    const isBack = command.name === 'trades.remove' && was?.status === 'fulfilled'
    for (const { taken } of before.offers.filter((offer) => offer.tradeId === tradeId))
      for (const one of taken) this.move(one.itemId, isShipped ? -one.quantity : isBack ? one.quantity : 0)
  }

  private move(itemId: string, by: number): void {
    const pieces = this.pieces.get(itemId)
    if (pieces !== undefined) this.pieces.set(itemId, pieces + by)
  }

  private forget(itemId: string, known: readonly Offer[]): void {
    this.pieces.delete(itemId)
    this.forgotten.set(itemId, new Set(known.filter(({ breakdown }) => breakdown).map(({ id }) => id)))
  }
}

it('in every history of trades and counts, the stock is what lies on the shelf without what is promised', { timeout: 120_000 }, () => {
  const recount = fc.record({ do: fc.constant('recount' as const), nth: fc.nat(11), counted: fc.nat(8) })
  const remove = fc.record({
    do: fc.constant('order' as const),
    nth: fc.nat(11),
    act: fc.constant('remove' as const),
    fits: fc.constant(false),
  })
  const anyStep = fc.oneof({ weight: 6, arbitrary: anyTradeStep }, { weight: 4, arbitrary: recount }, { weight: 1, arbitrary: remove })
  let countedWhilePromised = 0
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 5, maxLength: 90, size: 'max' }), (history) => {
      const shop = tradersShop()
      const shelf = new ShelfOfTraders(shop)
      for (const doing of history) {
        const before = { trades: shop.all<Trade>(trades), offers: shop.all<Offer>(offers) }
        const done = performTrade(shop, doing)
        if (done?.outcome.status !== 'done') continue
        shelf.note(doing, done.doing, before)
        if (doing.do === 'recount' && promisedOf(shop, (done.doing.args as { id: string }).id) > 0) countedWhilePromised++
        for (const [id, pieces] of shelf.pieces)
          expect((shop.get(items, id) as Item).stockCount, doing.do).toBe(pieces - promisedOf(shop, id))
        for (const { id, promisedCount } of shop.all<Item>(items))
          expect(promisedCount, doing.do).toBe(promisedOf(shop, id, shelf.forgotten.get(id)))
        expect(shop.brokenLaws()).toEqual([])
      }
    }),
    { numRuns: RUNS, verbose: 1 },
  )
  expect(countedWhilePromised).toBeGreaterThan(0)
})
