import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { JOURNAL_DAYS } from '../../kernel/limits.ts'
import { completePosSale } from '../../sales/commands/complete-pos-sale.ts'
import { recordSale } from '../../sales/commands/record-sale.ts'
import { MemoryShop, START_MS, testId } from '../../testing/memory-shop.ts'
import { addMasterItem } from '../commands/add-item.ts'
import { allocateItem } from '../commands/allocate-item.ts'
import { editItem, removeItem } from '../commands/edit-item.ts'
import { settleDiscrepancy } from '../commands/settle-discrepancy.ts'
import { type Discrepancy, discrepancies, type Item, itemSchema, items, type StockMovement, stockMovements } from '../schema.ts'
import { MAX_RECENT_MOVES } from './recent-moves.ts'
import { settleArgs } from './settling.ts'

const numRuns = Number(process.env.PROPERTY_RUNS ?? 300)
const tea = testId(100)
const ann = testId(10)
const DAY_MS = 86_400_000
const at = (minutes: number) => START_MS + minutes * 60_000

let shop: MemoryShop
let saleCount = 0
beforeEach(() => {
  shop = newShop()
})
function newShop(): MemoryShop {
  const fresh = new MemoryShop()
  fresh.addUser(ann)
  fresh.run(addMasterItem, { id: tea, texts: { itemName: 'Tea', barcode1: '1' }, quantity: 20 })
  return fresh
}

function sell(quantity: number, atMs: number): void {
  const n = ++saleCount
  const line = {
    ...{ id: testId(30_000 + n), itemId: tea, itemName: 'Tea', barcode: '1', imageUrl: '', consignorId: null, consignorName: '' },
    ...{ unitPriceCents: 100, quantity, consignorPercentage: 0 },
  }
  const tenders = [{ kind: 'cash', label: '', amountCents: 100 * quantity, givenCents: null }]
  const saleId = testId(40_000 + n)
  const args = { saleId, displayId: 'POS-1', receiptNumber: `A-${n}`, cartId: testId(50_000 + n), taxRateBps: 0, consignorPercentage: 0 }
  shop.run(completePosSale, { ...args, lines: [line], tenders }, { at: atMs })
}
const count = (counted: number, atMs: number) => shop.run(editItem, { id: tea, changes: {}, countedQuantity: counted }, { at: atMs })
const edit = (delta: number, atMs: number) => shop.run(editItem, { id: tea, changes: {}, quantityDelta: delta }, { at: atMs })
const stock = () => shop.item(tea)?.stockCount
const open = () =>
  shop
    .all<Discrepancy>(discrepancies)
    .filter((one) => one.settledAtMs === null)
    .map(({ kind, quantity }) => [kind, quantity])

describe('a recount', () => {
  it('keeps a later sale, even when the recount arrives after the sale', () => {
    sell(2, at(1))
    sell(3, at(10))
    count(12, at(5))
    expect([stock(), shop.item(tea)?.recountedAtMs, open()]).toEqual([9, at(5), []])
    expect(shop.brokenLaws()).toEqual([])
  })
  it('includes a sale of the same moment', () => {
    sell(2, at(5))
    count(12, at(5))
    expect(stock()).toBe(12)
  })
  it('changes nothing after a newer count was booked', () => {
    count(7, at(10))
    sell(1, at(12))
    count(15, at(5))
    expect([stock(), shop.item(tea)?.recountedAtMs, open()]).toEqual([6, at(10), []])
  })
  it('of enough pieces settles the report that a later sale exceeded the books', () => {
    sell(24, at(10))
    expect(open()).toEqual([['negative_stock', 4]])
    count(30, at(5))
    expect([stock(), open()]).toEqual([6, []])
  })
  it('reports a later sale of more pieces than were counted', () => {
    sell(5, at(10))
    count(3, at(5))
    expect([stock(), open()]).toEqual([-2, [['negative_stock', 2]]])
  })
  it('keeps later edits and allocations', () => {
    edit(4, at(10))
    shop.run(allocateItem, { masterItemId: tea, consignorId: ann, newItemId: testId(101), quantity: 3, location: '' }, { at: at(11) })
    count(10, at(5))
    expect(stock()).toBe(11)
  })
  it('overrules a later write-off, because a write-off moves no pieces', () => {
    count(10, at(5))
    sell(2, at(1))
    const [late] = shop.all<Discrepancy>(discrepancies)
    shop.run(settleDiscrepancy, settleArgs(late as Discrepancy, { action: 'write_off' }), { at: at(20) })
    expect(stock()).toBe(10)
    count(8, at(15))
    expect(stock()).toBe(8)
  })
  it('that settles a discrepancy is booked even when the device’s clock is slow', () => {
    count(10, at(50))
    sell(2, at(40))
    const [late] = shop.all<Discrepancy>(discrepancies)
    shop.run(settleDiscrepancy, settleArgs(late as Discrepancy, { action: 'correct_count', countedQuantity: 9 }), { at: at(30) })
    expect([stock(), open()]).toEqual([9, []])
  })
  it('from long before the last change is booked as entered, and reported', () => {
    sell(2, at(1))
    count(12, at(0) - 40 * DAY_MS)
    expect([stock(), open()]).toEqual([12, [['late_recount', 12]]])
    sell(2, at(60 * 24 * 60))
    count(5, at(20 * 24 * 60))
    expect([stock(), open()]).toEqual([5, [['late_recount', 5]]])
    count(4, at(61 * 24 * 60))
    expect([stock(), open()]).toEqual([4, []])
  })
  it('from before the remembered changes is booked as entered, and reported', () => {
    edit(1_000, at(1))
    for (let n = 0; n < MAX_RECENT_MOVES; n++) sell(1, at(10 + n))
    count(500, at(5))
    expect([stock(), open()]).toEqual([500, [['late_recount', 500]]])
    count(500, at(20))
    expect([stock(), open()]).toEqual([500 - (MAX_RECENT_MOVES - 11), []])
    expect(shop.item(tea)?.recentMoves?.length).toBe(MAX_RECENT_MOVES - 11)
    expect(shop.brokenLaws()).toEqual([])
  })
  it('is booked for a row of an older release, which remembers no changes', () => {
    const { recentMoves: _none, ...older } = shop.item(tea) as Item
    shop.apply(new Map([[items.name, new Map([[tea, older as Item]])]]))
    expect(itemSchema.safeParse(older).success).toBe(true)
    sell(2, at(10))
    expect(shop.item(tea)?.recentMoves).toEqual([{ atMs: at(10), deltaCount: -2 }])
    count(9, at(5))
    expect(stock()).toBe(7)
  })
  it('is overtaken with its texts kept, and with a trace among the movements', () => {
    count(7, at(10))
    shop.run(editItem, { id: tea, changes: { location: 'C3' }, countedQuantity: 15 }, { at: at(5) })
    expect(shop.item(tea)).toMatchObject({ stockCount: 7, recountedAtMs: at(10), location: 'C3' })
    expect(shop.all<StockMovement>(stockMovements).map(({ kind, deltaCount }) => [kind, deltaCount])).toEqual([
      ['initial', 20],
      ['recount', -13],
      ['recount', 0],
    ])
  })
  it('reports nothing when exactly the counted pieces were sold since, or when it is overtaken while pieces are missing', () => {
    sell(5, at(10))
    count(5, at(5))
    expect([stock(), open()]).toEqual([0, []])
    sell(2, at(12))
    const missing = open()
    count(9, at(2))
    expect([stock(), missing, open()]).toEqual([-2, [['negative_stock', 2]], [['negative_stock', 2]]])
  })
  it('of the moment of the oldest remembered change is booked, as is one of exactly as many days ago as devices keep their work', () => {
    edit(1_000, at(1))
    for (let n = 0; n < MAX_RECENT_MOVES; n++) sell(1, at(10 + n))
    count(500, at(10))
    expect([stock(), open()]).toEqual([500 - (MAX_RECENT_MOVES - 1), []])
    shop = newShop()
    sell(1, at(60 * 24 * 60))
    count(5, at(60 * 24 * 60) - JOURNAL_DAYS * DAY_MS)
    expect([stock(), open()]).toEqual([4, []])
    count(5, at(60 * 24 * 60) - JOURNAL_DAYS * DAY_MS - 1)
    expect(open()).toEqual([['late_recount', 5]])
  })
  it('is too old by the latest change, whichever arrived last, and by an edit of the texts alone', () => {
    sell(1, at(60 * 24 * 60))
    sell(1, at(1))
    count(5, at(20 * 24 * 60))
    expect(open()).toEqual([['late_recount', 5]])
    shop = newShop()
    sell(1, at(1))
    shop.run(editItem, { id: tea, changes: { location: 'C3' } }, { at: at(60 * 24 * 60) })
    count(5, at(20 * 24 * 60))
    expect(open()).toEqual([['late_recount', 5]])
  })
  it('settles the report of a missing item of the same moment, and not one from later', () => {
    shop.run(removeItem, { id: tea }, { at: at(1) })
    sell(1, at(10))
    shop.run(addMasterItem, { id: tea, texts: { itemName: 'Tea', barcode1: '1' }, quantity: 4 }, { at: at(2) })
    count(4, at(9))
    expect(open()).toEqual([['missing_item', 1]])
    count(4, at(10))
    expect(open()).toEqual([])
  })
})

describe('the changes that an item remembers', () => {
  it('are in the order of their times, whatever order they arrive in, and leave out those that change nothing', () => {
    sell(2, at(10))
    sell(1, at(5))
    edit(0, at(7))
    expect(shop.item(tea)?.recentMoves).toEqual([
      { atMs: at(5), deltaCount: -1 },
      { atMs: at(10), deltaCount: -2 },
    ])
  })
  it('leave out those from before the last count', () => {
    count(10, at(50))
    sell(2, at(40))
    expect(shop.item(tea)?.recentMoves).toEqual([])
  })
})

describe('a change older than the last recount', () => {
  it('is not reported when it changes no number', () => {
    count(10, at(50))
    edit(0, at(40))
    expect(open()).toEqual([])
  })
  it('is reported, be it an edit, a sale or an allocation', () => {
    count(10, at(50))
    edit(5, at(40))
    const sale = { itemId: tea, consignorId: null, salePriceCents: 100, shippingCostCents: 0, quantity: 1, consignorPercentage: 0 }
    shop.run(recordSale, { saleId: testId(900), ...sale }, { at: at(41) })
    shop.run(allocateItem, { masterItemId: tea, consignorId: ann, newItemId: testId(101), quantity: 3, location: '' }, { at: at(42) })
    expect([stock(), open()]).toEqual([
      11,
      [
        ['moved_before_recount', -5],
        ['sold_before_recount', 1],
        ['moved_before_recount', 3],
      ],
    ])
    for (const one of shop.all<Discrepancy>(discrepancies)) shop.run(settleDiscrepancy, settleArgs(one, { action: 'write_off' }))
    expect([stock(), open()]).toEqual([10, []])
    expect(shop.brokenLaws()).toEqual([])
  })
})

type Doing = { readonly what: 'sell' | 'count' | 'edit'; readonly pieces: number }
const doing = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('sell' as const), pieces: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('count' as const), pieces: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('edit' as const), pieces: fc.integer({ min: -6, max: 6 }) }) },
)
/** Events of a day, one a minute, and the order in which they arrive at the server. */
const day = fc
  .array(doing, { minLength: 1, maxLength: 25 })
  .chain((doings) => fc.tuple(fc.constant(doings), fc.shuffledSubarray([...doings.keys()], { minLength: doings.length })))

/** Counts the pieces on the shelf at the end: the last count, and all changes after it. */
function truthOf(doings: readonly Doing[]): number {
  return doings.reduce((shelf, { what, pieces }) => (what === 'count' ? pieces : shelf + (what === 'sell' ? -pieces : pieces)), 20)
}

describe('sales, changes and recounts in any order of arrival', () => {
  it('give the stock on the shelf, except where an admin is asked', () => {
    fc.assert(
      fc.property(day, ([doings, arrival]) => {
        shop = newShop()
        for (const minute of arrival) {
          const { what, pieces } = doings[minute] as Doing
          ;({ sell, count, edit })[what](pieces, at(1 + minute))
          expect(shop.brokenLaws()).toEqual([])
        }
        const asked = open().filter(([kind]) => kind === 'sold_before_recount' || kind === 'moved_before_recount')
        expect(Number(stock()) + asked.reduce((sum, [, quantity]) => sum + Number(quantity), 0)).toBe(truthOf(doings))
        if (Number(stock()) < 0) expect(open()).not.toEqual([])
        for (const item of shop.all<Item>(items)) expect(itemSchema.safeParse(item).error).toBeUndefined()
      }),
      { numRuns, verbose: 1 },
    )
  })
})
