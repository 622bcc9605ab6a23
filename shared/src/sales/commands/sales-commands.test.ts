import { beforeEach, describe, expect, it } from 'vitest'
import { addConsignorItem, addMasterItem } from '../../inventory/commands/add-item.ts'
import { editItem, removeItem } from '../../inventory/commands/edit-item.ts'
import { settleDiscrepancy } from '../../inventory/commands/settle-discrepancy.ts'
import { type SettleAction, settleActionsOf, settleArgs } from '../../inventory/rules/settling.ts'
import { type Discrepancy, discrepancies } from '../../inventory/schema.ts'
import { readArgs } from '../../kernel/unit-of-work.ts'
import { saveCart } from '../../pos/commands/save-cart.ts'
import { type Cart, carts, type PosSale, posSales } from '../../pos/schema.ts'
import { type AuditEntry, auditEntries } from '../../settings/schema.ts'
import { ADMIN, MemoryShop, START_MS, testId } from '../../testing/memory-shop.ts'
import { saleReferenceOf } from '../rules/sale-reference.ts'
import { saleLineId } from '../rules/sold-pieces.ts'
import { balances, type Sale, sales } from '../schema.ts'
import { completePosSale } from './complete-pos-sale.ts'
import { voidPosSale } from './void-pos-sale.ts'

const [tea, cup] = [testId(100), testId(101)]
const ann = testId(10)
const [saleA, saleB] = [testId(1000), testId(1001)]
const cartId = testId(2000)

let shop: MemoryShop
beforeEach(() => {
  shop = new MemoryShop()
  shop.addUser(ann)
  shop.run(addMasterItem, { id: tea, texts: { itemName: 'Tea', barcode1: '1' }, quantity: 3 })
  shop.run(addConsignorItem, { id: cup, consignorId: ann, texts: { itemName: 'Cup', barcode1: '2' }, quantity: 1 })
})

const line = (n: number, itemId: string | null, consignorId: string | null, unitPriceCents: number, quantity = 1) => ({
  id: testId(3000 + n),
  itemId,
  itemName: itemId === tea ? 'Tea' : 'Cup',
  barcode: `${n}`,
  imageUrl: '',
  consignorId,
  consignorName: consignorId ? 'Ann' : '',
  unitPriceCents,
  quantity,
  consignorPercentage: consignorId ? 50 : 0,
})
const teaLine = line(1, tea, null, 1_000)
const cupLine = line(2, cup, ann, 10_825)

function till(saleId: string, lines = [cupLine], more: Record<string, unknown> = {}) {
  const amountCents = lines.reduce((sum, one) => sum + one.unitPriceCents * one.quantity, 0)
  const tenders = [{ kind: 'cash', label: '', amountCents, givenCents: amountCents + 500 }]
  return { saleId, displayId: 'POS-1', receiptNumber: 'AB-0001', cartId, taxRateBps: 825, consignorPercentage: 50, lines, tenders, ...more }
}
const available = () => (shop.get(balances, ann) as { availableCents: number } | undefined)?.availableCents ?? 0
const open = () => shop.all<Discrepancy>(discrepancies).filter((one) => one.settledAtMs === null)
const saleOf = (id: string) => shop.get(posSales, id) as PosSale
const entries = (kind: string) => shop.postedSides(kind)

describe('a sale at the till', () => {
  it('books lines, stock and postings', () => {
    shop.run(completePosSale, till(saleA, [teaLine, cupLine]))
    expect(saleOf(saleA)).toMatchObject({
      totalCents: 11_825,
      subtotalCents: 10_924,
      taxCents: 901,
      payoutCents: 5_000,
      byUid: ADMIN.uid,
      voidedAtMs: null,
    })
    expect(shop.get(sales, saleLineId(saleA, 1))).toMatchObject({
      kind: 'pos',
      posSaleId: saleA,
      consignorId: ann,
      salePriceCents: 10_825,
      taxCents: 825,
      consignorPercentage: 50,
      payoutCents: 5_000,
      shopCents: 5_000,
    })
    expect([shop.item(tea)?.stockCount, shop.item(cup)?.stockCount, available()]).toEqual([2, 0, 5_000])
    expect(entries('pos_sale')).toEqual([
      ['shop_revenue', null, 924],
      ['tax', null, 76],
      ['sales_clearing', null, -1_000],
      ['consignor_available', ann, 5_000],
      ['shop_revenue', null, 5_000],
      ['tax', null, 825],
      ['sales_clearing', null, -10_825],
    ])
    expect(open()).toEqual([])
  })
  it('pays no consignor for the shop’s own goods', () => {
    shop.run(completePosSale, till(saleA, [{ ...teaLine, consignorPercentage: 50 }]))
    expect(shop.get(sales, saleLineId(saleA, 0))).toMatchObject({ payoutCents: 0, consignorPercentage: 0 })
  })
  it('may contain goods that are in no inventory', () => {
    shop.run(completePosSale, till(saleA, [line(3, null, null, 100)]))
    expect(open()).toEqual([])
  })
  it('is recorded and reported when it exceeds the stock', () => {
    shop.run(completePosSale, till(saleA, [{ ...teaLine, quantity: 5 }]))
    expect(shop.item(tea)?.stockCount).toBe(-2)
    expect(open()).toMatchObject([{ kind: 'negative_stock', itemId: tea, saleId: saleA, lineId: saleLineId(saleA, 0), quantity: 2 }])
  })
  it('is recorded and reported when its item and its consignor are gone', () => {
    shop.run(removeItem, { id: cup })
    shop.removeUser(ann)
    shop.run(completePosSale, till(saleA))
    expect(available()).toBe(5_000)
    expect(open().map(({ kind, quantity }) => [kind, quantity])).toEqual([
      ['missing_consignor', 0],
      ['missing_item', 1],
    ])
  })
  it('is reported when the stock was counted after it', () => {
    shop.run(editItem, { id: tea, changes: {}, countedQuantity: 2 }, { at: START_MS + 1_000 })
    shop.run(completePosSale, till(saleA, [{ ...teaLine, quantity: 3 }]), { at: START_MS + 500 })
    expect(open()).toMatchObject([{ kind: 'sold_before_recount', quantity: 3 }])
  })
  it('is booked once when it arrives several times', () => {
    shop.run(completePosSale, till(saleA))
    shop.run(completePosSale, till(saleA))
    expect([shop.item(cup)?.stockCount, available(), open().length]).toEqual([0, 5_000, 0])
    shop.run(completePosSale, till(saleA, [{ ...cupLine, unitPriceCents: 500 }]))
    expect(open()).toMatchObject([{ kind: 'cart_sold_twice', saleId: saleA, note: 'The other version: 1 lines, $5.00, receipt AB-0001' }])
    expect(available()).toBe(5_000)
  })
  it('of a cart sold on two tablets is recorded as two sales, and reported', () => {
    shop.run(completePosSale, till(saleA))
    shop.run(completePosSale, till(saleB))
    expect(shop.all<Sale>(sales).filter((one) => one.posSaleId !== null)).toHaveLength(2)
    expect(open().map(({ kind, saleId }) => [kind, saleId])).toEqual([
      ['cart_sold_twice', saleB],
      ['negative_stock', saleB],
    ])
  })
  it('of a cart whose earlier sale was undone is not reported', () => {
    shop.run(completePosSale, till(saleA))
    shop.run(voidPosSale, { ...saleReferenceOf(saleOf(saleA)), reason: 'wrong card', goods: 'back' })
    shop.run(completePosSale, till(saleB))
    expect([available(), open()]).toEqual([5_000, []])
  })
  it.each<[string, Record<string, unknown>, string]>([
    ['no line', { lines: [] }, 'Cart is empty'],
    ['quantity 0', { lines: [{ ...cupLine, quantity: 0 }] }, 'Quantity must be greater than 0'],
    ['half a piece', { lines: [{ ...cupLine, quantity: 0.5 }] }, 'Quantity must be a whole number'],
    ['price 0', { lines: [{ ...cupLine, unitPriceCents: 0 }] }, 'The amount must be greater than 0'],
    [
      'too little paid',
      { tenders: [{ kind: 'card', label: 'Visa', amountCents: 1, givenCents: null }] },
      'The payments must add up to the total',
    ],
    [
      'a line twice',
      {
        lines: [
          { ...cupLine, unitPriceCents: 5_000 },
          { ...cupLine, unitPriceCents: 5_825 },
        ],
      },
      'A line appears twice',
    ],
    ['a split of 101', { lines: [{ ...cupLine, consignorPercentage: 101 }] }, 'Percentage must be between 0 and 100'],
    ['more than books hold', { lines: [{ ...cupLine, unitPriceCents: 9_000_000_000, quantity: 2 }] }, 'The amount is too large'],
    [
      'change from a card',
      { tenders: [{ kind: 'card', label: '', amountCents: 10_825, givenCents: 20_000 }] },
      'The amount given is less than what is paid in cash',
    ],
  ])('is invalid with %s', (_what, wrong, message) => {
    expect(completePosSale.args.safeParse({ ...till(saleA), ...wrong }).error?.issues.map((issue) => issue.message)).toContain(message)
  })
})

describe('carts', () => {
  const cart: Cart = {
    id: cartId,
    status: 'open',
    label: '',
    clientId: testId(5),
    lines: [],
    consignorPercentage: 50,
    saleId: null,
    createdAtMs: 1,
    updatedAtMs: 1,
    byUid: testId(99),
  }
  it('are saved whole, with the person who saved them last', () => {
    shop.run(saveCart, { cart })
    shop.run(saveCart, { cart: { ...cart, status: 'parked', label: 'blue coat' } })
    expect(shop.get(carts, cartId)).toMatchObject({ status: 'parked', label: 'blue coat', byUid: ADMIN.uid })
  })
  it('are completed by their sale and never reopened', () => {
    shop.run(saveCart, { cart })
    shop.run(completePosSale, till(saleA))
    expect(shop.run(saveCart, { cart }).size).toBe(0)
    expect(shop.get(carts, cartId)).toMatchObject({ status: 'completed', saleId: saleA })
  })
  it('keep their first sale when a second one arrives', () => {
    shop.run(saveCart, { cart })
    shop.run(completePosSale, till(saleA))
    shop.run(completePosSale, till(saleB))
    expect(shop.get(carts, cartId)).toMatchObject({ status: 'completed', saleId: saleA })
  })
  it('stay absent when they are sold before their first save', () => {
    shop.run(completePosSale, till(saleA))
    shop.run(saveCart, { cart })
    expect(shop.get(carts, cartId)).toBeUndefined()
  })
  it('are not completed by saving', () => expect(saveCart.args.safeParse({ cart: { ...cart, status: 'completed' } }).success).toBe(false))
})

describe('undoing a sale', () => {
  it('reverses stock and postings once', () => {
    shop.run(completePosSale, till(saleA, [teaLine, cupLine]))
    shop.run(voidPosSale, { ...saleReferenceOf(saleOf(saleA)), reason: 'wrong customer', goods: 'back' })
    expect([shop.item(tea)?.stockCount, shop.item(cup)?.stockCount, available()]).toEqual([3, 1, 0])
    expect(saleOf(saleA)).toMatchObject({ voidedAtMs: shop.nowMs, voidedByUid: ADMIN.uid })
    expect(shop.all<Sale>(sales).every((one) => one.voidedAtMs === shop.nowMs)).toBe(true)
    expect(entries('pos_sale_void').map(([, , amount]) => -(amount as number))).toEqual(entries('pos_sale').map(([, , amount]) => amount))
    expect(shop.refuse(voidPosSale, { ...saleReferenceOf(saleOf(saleA)), reason: '', goods: 'back' })).toMatchObject({
      code: 'ALREADY_VOIDED',
      status: 409,
    })
  })
  it('is audited with its reason and the place of the goods, under the name of the sale', () => {
    shop.run(completePosSale, till(saleA))
    shop.run(voidPosSale, { ...saleReferenceOf(saleOf(saleA)), reason: 'wrong customer', goods: 'kept' })
    expect(shop.all<AuditEntry>(auditEntries)).toMatchObject([
      {
        ...{ action: 'sales.voidPosSale', subject: saleA, byUid: ADMIN.uid, before: {} },
        after: { reason: 'wrong customer', goods: 'kept', displayId: 'POS-1', receiptNumber: 'AB-0001', totalCents: 10_825 },
      },
    ])
  })
  const count = (countedQuantity: number, atMs: number) =>
    shop.run(editItem, { id: tea, changes: {}, countedQuantity }, { at: START_MS + atMs })
  const sell = (quantity: number, atMs: number) =>
    shop.run(completePosSale, till(saleA, [{ ...teaLine, quantity }]), { at: START_MS + atMs })
  const undo = (goods: string, atMs: number) =>
    shop.run(voidPosSale, { ...saleReferenceOf(saleOf(saleA)), reason: '', goods }, { at: START_MS + atMs })
  const stock = () => [shop.item(tea)?.stockCount, open().map(({ kind, quantity }) => [kind, quantity])]

  it('adds what came back to the count from between sale and void, even when the sale arrives after the count', () => {
    count(20, 20)
    sell(2, 10)
    undo('back', 30)
    expect(stock()).toEqual([22, []])
  })
  it('from before a count asks nothing when the sale arrives after that count too', () => {
    count(20, 30)
    sell(2, 10)
    undo('back', 20)
    expect(stock()).toEqual([20, []])
  })
  it('adds nothing to a count that found the goods on the shelf, because they never left it', () => {
    sell(2, 10)
    count(3, 20)
    undo('neverLeft', 30)
    expect(stock()).toEqual([3, []])
  })
  it.each([
    ['back', 3, 5],
    ['kept', -2, 0],
  ])('leaves open that more was sold than the books had, unless the goods never left: %s', (goods, pieces, settled) => {
    sell(5, 10)
    undo(goods, 20)
    expect(stock()).toEqual([pieces, [['negative_stock', 2]]])
    shop.run(settleDiscrepancy, settleArgs(open()[0] as Discrepancy, { action: 'write_off' }))
    expect(stock()).toEqual([settled, []])
  })
  it.each([
    ['neverLeft', 3],
    ['back', 3],
    ['gone', 1],
  ])('after an admin accepted that the sale comes after the count: %s', (goods, pieces) => {
    count(3, 20)
    sell(2, 10)
    shop.run(settleDiscrepancy, settleArgs(open()[0] as Discrepancy, { action: 'accept' }), { at: START_MS + 25 })
    undo(goods, 30)
    expect(stock()).toEqual([pieces, []])
  })
  it('adds nothing to a count from after such an answer', () => {
    count(3, 20)
    sell(2, 10)
    shop.run(settleDiscrepancy, settleArgs(open()[0] as Discrepancy, { action: 'accept' }), { at: START_MS + 25 })
    count(3, 30)
    undo('neverLeft', 40)
    expect(stock()).toEqual([3, []])
  })
  it('of an older device, which asked nothing, means that the goods are back', () => {
    sell(2, 10)
    const parsed = readArgs(voidPosSale, 1, { ...saleReferenceOf(saleOf(saleA)), reason: '' })
    expect(parsed.data).toMatchObject({ goods: 'back' })
    const settled = { ...settleArgs({ id: testId(1), itemId: tea }, { action: 'undo_sale' }), sale: saleReferenceOf(saleOf(saleA)) }
    expect(readArgs(settleDiscrepancy, 1, settled).data).toMatchObject({ sale: { saleId: saleA, goods: 'back' } })
    expect(readArgs(settleDiscrepancy, 1, { ...settled, sale: null }).data).toMatchObject({ sale: null })
    expect([readArgs(settleDiscrepancy, 1, null).success, readArgs(voidPosSale, 1, null).success]).toEqual([false, false])
  })
  it('is refused for an unknown sale and for a reference that omits rows', () => {
    expect(shop.refuse(voidPosSale, { saleId: saleB, itemIds: [], consignorIds: [], reason: '', goods: 'back' })).toMatchObject({
      code: 'SALE_NOT_FOUND',
      status: 404,
    })
    shop.run(completePosSale, till(saleA))
    expect(shop.refuse(voidPosSale, { saleId: saleA, itemIds: [], consignorIds: [ann], reason: '', goods: 'back' }).code).toBe(
      'SALE_CHANGED',
    )
  })
})

describe('settling a discrepancy', () => {
  const settleWith = (action: SettleAction, countedQuantity?: number) => {
    const [discrepancy] = open()
    if (!discrepancy) throw new Error('nothing is open')
    const args = settleArgs(discrepancy, { action, note: 'seen', countedQuantity, goods: 'neverLeft' }, saleOf(saleA))
    shop.run(settleDiscrepancy, args)
    expect(shop.refuse(settleDiscrepancy, args)).toMatchObject({ code: 'ALREADY_SETTLED', status: 409 })
    expect(shop.brokenLaws()).toEqual([])
    return shop.get(discrepancies, discrepancy.id) as Discrepancy
  }
  const oversell = () => void shop.run(completePosSale, till(saleA, [{ ...teaLine, quantity: 5 }]))

  it('by a write-off adds to the stock the sold pieces that the books never had', () => {
    oversell()
    expect(settleWith('write_off')).toMatchObject({ settlement: 'written_off', settledByUid: ADMIN.uid, note: 'seen' })
    expect(shop.item(tea)?.stockCount).toBe(0)
  })
  it('by a correction books the count', () => {
    oversell()
    expect(settleWith('correct_count', 4).settlement).toBe('count_corrected')
    expect(shop.item(tea)).toMatchObject({ stockCount: 4, recountedAtMs: expect.any(Number) })
  })
  it('by undoing its sale voids the whole sale and settles all discrepancies of the sale', () => {
    shop.removeUser(ann)
    shop.run(completePosSale, till(saleA, [{ ...teaLine, quantity: 5 }, cupLine]))
    expect(open()).toHaveLength(2)
    expect(settleWith('undo_sale').settlement).toBe('sale_undone')
    expect([open(), shop.item(tea)?.stockCount, available()]).toEqual([[], 3, 0])
  })
  it('by accepting it leaves the books unchanged', () => {
    oversell()
    expect(settleWith('accept').settlement).toBe('accepted')
    expect(shop.item(tea)?.stockCount).toBe(-2)
  })
  it('by a write-off returns the pieces of a late sale to the stock, because the count already lacked them', () => {
    shop.run(editItem, { id: tea, changes: {}, countedQuantity: 2 }, { at: START_MS + 1_000 })
    shop.run(completePosSale, till(saleA), { at: START_MS + 500 })
    shop.run(completePosSale, till(saleB, [teaLine], { cartId: testId(2001) }), { at: START_MS + 500 })
    expect(shop.item(tea)?.stockCount).toBe(1)
    settleWith('write_off')
    expect(shop.item(tea)?.stockCount).toBe(2)
  })
  it('is refused for actions that do not fit the discrepancy', () => {
    expect(settleActionsOf({ kind: 'role_withdrawn', saleId: saleA })).toEqual(['undo_sale', 'accept'])
    expect(settleActionsOf({ kind: 'negative_stock', saleId: null })).toEqual(['write_off', 'correct_count', 'accept'])
    shop.run(completePosSale, till(saleA))
    shop.run(completePosSale, till(saleB))
    const [discrepancy] = open()
    if (!discrepancy) throw new Error('nothing is open')
    expect(shop.refuse(settleDiscrepancy, settleArgs(discrepancy, { action: 'write_off' })).code).toBe('SETTLE_NOT_POSSIBLE')
    expect(shop.refuse(settleDiscrepancy, settleArgs(discrepancy, { action: 'undo_sale' })).code).toBe('SETTLE_NOT_POSSIBLE')
    expect(settleDiscrepancy.args.safeParse(settleArgs(discrepancy, { action: 'correct_count' })).error?.issues[0]?.message).toBe(
      'Please enter the counted quantity',
    )
  })
})
