import { beforeEach, describe, expect, it } from 'vitest'
import { addConsignorItem } from '../../inventory/commands/add-item.ts'
import { editItem } from '../../inventory/commands/edit-item.ts'
import { type Discrepancy, discrepancies } from '../../inventory/schema.ts'
import { type PosSale, posSales, type Tender } from '../../pos/schema.ts'
import { ADMIN, FORMER_ADMIN, MemoryShop, testId } from '../../testing/memory-shop.ts'
import { type Refund, refunds } from '../refund-schema.ts'
import { saleReferenceOf } from '../rules/sale-reference.ts'
import { saleLineId } from '../rules/sold-pieces.ts'
import { type Balance, balances, type LedgerEntry, ledgerEntries, type Sale, sales } from '../schema.ts'
import { completePosSale } from './complete-pos-sale.ts'
import { refundSale } from './refund-sale.ts'
import { voidPosSale } from './void-pos-sale.ts'

const saleId = testId(1_000)
const [ann, bob] = [testId(10), testId(11)]
const [scarf, belt, mug] = [testId(100), testId(101), testId(102)]

let shop: MemoryShop
beforeEach(() => {
  shop = new MemoryShop()
  for (const uid of [ann, bob]) shop.addUser(uid)
  for (const [id, consignorId] of [
    [scarf, ann],
    [belt, bob],
  ] as const)
    shop.run(addConsignorItem, {
      id,
      consignorId,
      texts: { itemName: id === scarf ? 'Scarf' : 'Belt', barcode1: id.slice(-4) },
      quantity: 5,
    })
})

const GOODS: Readonly<Record<string, readonly [itemName: string, consignorId: string | null, percentage: number]>> = {
  [scarf]: ['Scarf', ann, 60],
  [belt]: ['Belt', bob, 50],
  [mug]: ['Mug', null, 0],
}
type Sold = readonly [itemId: string, unitPriceCents: number, quantity: number]

const paid = (kind: Tender['kind'], amountCents: number) => ({ kind, label: '', amountCents, givenCents: null })

/** Sells at 8.25 %, tax included. */
function sell(sold: readonly Sold[], tenders?: readonly ReturnType<typeof paid>[]): void {
  const lines = sold.map(([itemId, unitPriceCents, quantity], nth) => {
    const [itemName, consignorId, consignorPercentage] = GOODS[itemId] ?? ['', null, 0]
    return {
      ...{ id: testId(3_000 + nth), itemId: consignorId ? itemId : null, itemName, barcode: '', imageUrl: '', consignorId },
      ...{ consignorName: '', unitPriceCents, quantity, consignorPercentage },
    }
  })
  const totalCents = sold.reduce((sum, [, price, quantity]) => sum + price * quantity, 0)
  shop.run(completePosSale, {
    ...{ saleId, displayId: 'POS-1', receiptNumber: 'AB-0001', cartId: testId(2_000), taxRateBps: 825, consignorPercentage: 50 },
    ...{ lines, tenders: tenders ?? [paid('cash', totalCents)] },
  })
}

type Given = { nth?: number; quantity?: number; amountCents: number; goods?: string; more?: Record<string, unknown> }
let returnCount = 0
function returnArgs(given: readonly Given[], more: Record<string, unknown> = {}) {
  const booked = shop.all<Sale>(sales)
  const lines = given.map(({ nth = 0, quantity = 1, amountCents, goods = 'shelf', more: other = {} }) => {
    const sold = booked.find(({ id }) => id === saleLineId(saleId, nth))
    return {
      ...{ saleLineId: saleLineId(saleId, nth), itemId: sold?.itemId ?? null, itemName: sold?.itemName ?? 'Scarf' },
      ...{ consignorId: sold?.consignorId ?? null, quantity, amountCents, goods, reason: 'too small', ...other },
    }
  })
  const totalCents = given.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const tenders = totalCents > 0 ? [{ kind: 'cash', label: '', amountCents: totalCents }] : []
  return { refundId: testId(5_000 + ++returnCount), saleId, receiptNumber: 'AB-0001', lines, tenders, ...more }
}
const giveBack = (given: readonly Given[], more?: Record<string, unknown>) => shop.run(refundSale, returnArgs(given, more))

const undo = () => shop.run(voidPosSale, { ...saleReferenceOf(shop.get(posSales, saleId) as PosSale), reason: '', goods: 'back' })
const balance = (uid: string) => (shop.get(balances, uid) as Balance | undefined)?.availableCents ?? 0
const stock = (id: string) => shop.item(id)?.stockCount
const line = (nth = 0) => shop.get(sales, saleLineId(saleId, nth)) as Sale
const open = () => shop.all<Discrepancy>(discrepancies).filter(({ settledAtMs }) => settledAtMs === null)
function accounts(): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { account, amountCents } of shop.all<LedgerEntry>(ledgerEntries)) sums[account] = (sums[account] ?? 0) + amountCents
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0))
}

describe('a return', () => {
  it('takes the line’s parts back from those who got them, and the money from the drawer', () => {
    sell([
      [scarf, 2_700, 1],
      [belt, 1_800, 1],
      [mug, 900, 1],
    ])
    expect([balance(ann), balance(bob), stock(belt)]).toEqual([1_496, 832, 4])
    giveBack([{ nth: 1, amountCents: 1_800 }])
    expect(shop.postedSides('refund')).toEqual([
      ['consignor_available', bob, -832],
      ['shop_revenue', null, -831],
      ['tax', null, -137],
      ['sales_clearing', null, 1_800],
    ])
    expect(shop.postedSides('refund_tender')).toEqual([
      ['sales_clearing', null, -1_800],
      ['cash_unassigned', null, 1_800],
    ])
    expect([balance(ann), balance(bob), stock(belt)]).toEqual([1_496, 0, 5])
    expect(line(1).refunded).toMatchObject({ quantity: 1, totalCents: 1_800, taxCents: 137, payoutCents: 832 })
    expect(line(1).refunded?.returns).toMatchObject([{ quantity: 1, totalCents: 1_800, payoutCents: 832, reason: 'too small' }])
    expect(shop.all<Refund>(refunds)).toMatchObject([
      { saleId, receiptNumber: 'AB-0001', byUid: ADMIN.uid, lines: [{ quantity: 1, amountCents: 1_800, excessCents: 0, goods: 'shelf' }] },
    ])
    expect([open(), shop.brokenLaws()]).toEqual([[], []])
  })

  it('of one piece after the other gives back what was paid, to the cent', () => {
    sell([[scarf, 333, 3]])
    const before = balance(ann)
    for (const amountCents of [333, 333, 333]) giveBack([{ amountCents }])
    expect(before).toBeGreaterThan(0)
    expect([balance(ann), stock(scarf), accounts()]).toEqual([0, 5, {}])
    expect([open(), shop.brokenLaws()]).toEqual([[], []])
  })

  it('of part of the price keeps the rest for everybody, and the piece can still come back', () => {
    sell([[scarf, 2_700, 1]])
    // five dollars off, because of a stain
    giveBack([{ quantity: 0, amountCents: 500 }])
    expect(shop.postedSides('refund')).toEqual([
      ['consignor_available', ann, -277],
      ['shop_revenue', null, -185],
      ['tax', null, -38],
      ['sales_clearing', null, 500],
    ])
    expect([stock(scarf), shop.brokenLaws()]).toEqual([4, []])
    giveBack([{ amountCents: 2_200 }])
    expect([stock(scarf), accounts(), open(), shop.brokenLaws()]).toEqual([5, {}, [], []])
  })

  it.each(['repair', 'owner', 'gone'])('of goods that are not on the shelf leaves the stock alone: %s', (goods) => {
    sell([[scarf, 2_700, 2]])
    giveBack([{ amountCents: 2_700, goods }])
    expect([stock(scarf), shop.brokenLaws()]).toEqual([3, []])
  })

  it('leaves the consignor owing when the money was paid out already', () => {
    sell([[belt, 1_800, 1]])
    shop.apply(new Map([[balances.name, new Map([[bob, { id: bob, availableCents: 0, heldCents: 0 }]])]]))
    giveBack([{ amountCents: 1_800 }])
    expect(balance(bob)).toBe(-832)
  })

  it('with an id that was there before changes nothing', () => {
    sell([[scarf, 2_700, 2]])
    const args = returnArgs([{ amountCents: 2_700 }])
    shop.run(refundSale, args)
    const before = [accounts(), stock(scarf), balance(ann)]
    expect(shop.run(refundSale, args).size).toBe(0)
    expect([accounts(), stock(scarf), balance(ann)]).toEqual(before)
  })

  it('gives money back by several ways', () => {
    sell([[scarf, 2_700, 1]], [paid('card', 2_000), paid('cash', 700)])
    giveBack([{ amountCents: 2_700 }], {
      tenders: [
        { kind: 'card', label: 'Visa', amountCents: 2_000 },
        { kind: 'cash', label: '', amountCents: 700 },
      ],
    })
    expect([accounts(), shop.brokenLaws()]).toEqual([{}, []])
  })

  it('is not well-formed when its payments do not add up', () => {
    sell([[scarf, 2_700, 1]])
    const args = returnArgs([{ amountCents: 2_700 }], { tenders: [{ kind: 'cash', label: '', amountCents: 2_699 }] })
    expect(() => shop.run(refundSale, args)).toThrow('The money given back must add up to the total')
  })
})

describe('a return that the books did not expect', () => {
  it('of a piece that came back already is the shop’s loss and a question, and puts no second piece into stock', () => {
    sell([[belt, 1_800, 1]])
    giveBack([{ amountCents: 1_800 }])
    giveBack([{ amountCents: 1_800 }])
    expect([balance(bob), stock(belt)]).toEqual([0, 5])
    expect(accounts()).toEqual({ refund_loss: -1_800, cash_unassigned: 1_800 })
    expect(open()).toMatchObject([{ kind: 'refunded_twice', saleId, note: '$18.00 on receipt AB-0001: Belt' }])
    giveBack([{ amountCents: 1_800 }])
    expect(open()).toHaveLength(2)
    expect(shop.brokenLaws()).toEqual([])
  })

  it('of more money than was paid takes from the consignor only what the consignor got', () => {
    sell([[belt, 1_800, 1]])
    giveBack([{ amountCents: 2_000 }])
    expect([balance(bob), accounts()]).toEqual([0, { refund_loss: -200, cash_unassigned: 200 }])
    expect(open()).toMatchObject([{ kind: 'refunded_twice' }])
  })

  it('of a sale that is not known debits nobody', () => {
    giveBack([{ amountCents: 1_800, more: { itemId: belt, consignorId: bob } }])
    expect([balance(bob), stock(belt), accounts()]).toEqual([0, 5, { refund_loss: -1_800, cash_unassigned: 1_800 }])
    expect(open()).toMatchObject([{ kind: 'refund_without_sale', saleId }])
    expect(shop.brokenLaws()).toEqual([])
  })

  it.each([
    ['another consignor', { consignorId: bob }],
    ['another item', { itemId: belt }],
    ['another line', { saleLineId: testId(77) }],
  ])('names %s than the sale, and debits nobody', (_, more) => {
    sell([[scarf, 2_700, 1]])
    const before = [balance(ann), balance(bob), stock(scarf), stock(belt)]
    giveBack([{ amountCents: 2_700, more }])
    expect([balance(ann), balance(bob), stock(scarf), stock(belt)]).toEqual(before)
    expect(open()).toMatchObject([{ kind: 'refunded_twice' }])
    expect(shop.brokenLaws()).toEqual([])
  })

  it('of a voided sale is the shop’s loss', () => {
    sell([[scarf, 2_700, 1]])
    undo()
    giveBack([{ amountCents: 2_700 }])
    expect([balance(ann), stock(scarf), accounts()]).toEqual([0, 5, { refund_loss: -2_700, cash_unassigned: 2_700 }])
  })

  it('by a former admin changes no book and asks an admin, once', () => {
    sell([[scarf, 2_700, 1]])
    const before = accounts()
    const args = returnArgs([{ amountCents: 2_700 }])
    for (let n = 0; n < 2; n++) shop.run(refundSale, args, { actor: FORMER_ADMIN })
    expect([accounts(), stock(scarf), shop.all(refunds)]).toEqual([before, 4, []])
    expect(open()).toMatchObject([
      { kind: 'refund_withdrawn', saleId, openedByUid: FORMER_ADMIN.uid, note: '$27.00 on receipt AB-0001: Scarf' },
    ])
    expect(open()[0]?.id).not.toBe(args.refundId)
  })
})

describe('a void after a return', () => {
  it('leaves the questions open that the return asked', () => {
    sell([[scarf, 2_700, 2]])
    const soldAtMs = shop.nowMs
    // another device counts after the piece came back, and its count arrives first
    shop.run(editItem, { id: scarf, changes: {}, countedQuantity: 4 }, { at: soldAtMs + 2_000 })
    shop.run(refundSale, returnArgs([{ amountCents: 2_700 }]), { at: soldAtMs + 1_000 })
    shop.run(refundSale, returnArgs([{ quantity: 2, amountCents: 5_400 }]), { at: soldAtMs + 3_000 })
    const asked = [
      { kind: 'moved_before_recount', quantity: -1 },
      { kind: 'refunded_twice', note: '$27.00 on receipt AB-0001: 2 × Scarf' },
    ]
    expect(open()).toMatchObject(asked)
    shop.nowMs = soldAtMs + 4_000
    undo()
    expect(open()).toMatchObject(asked)
    expect(shop.brokenLaws()).toEqual([])
  })

  it('undoes only what is left, by the ways in which the rest was paid', () => {
    sell(
      [
        [scarf, 2_700, 2],
        [belt, 1_800, 1],
      ],
      [paid('card', 5_000), paid('cash', 2_200)],
    )
    giveBack([{ nth: 0, amountCents: 2_700 }])
    giveBack([{ nth: 1, amountCents: 1_800, goods: 'owner' }])
    undo()
    // more cash went back than came in, and the card gives back that much less
    expect(accounts()).toEqual({ card_clearing: -2_300, cash_unassigned: 2_300 })
    expect([balance(ann), balance(bob), stock(scarf), stock(belt)]).toEqual([0, 0, 5, 4])
    expect(shop.postedSides('pos_tender_void')).toEqual([
      ['sales_clearing', null, -2_700],
      ['card_clearing', null, 2_700],
    ])
    expect([open(), shop.brokenLaws()]).toEqual([[], []])
  })

  it('gives nothing back a second time of what a return gave beyond the sale', () => {
    sell([[scarf, 2_700, 2]])
    giveBack([{ quantity: 1, amountCents: 3_000 }])
    undo()
    expect([balance(ann), stock(scarf), accounts()]).toEqual([0, 5, { refund_loss: -300, cash_unassigned: 300 }])
    expect(shop.brokenLaws()).toEqual([])
  })
})
