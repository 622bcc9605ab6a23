import { beforeEach, describe, expect, it } from 'vitest'
import { eraseAccount } from '../../accounts/commands/erase-account.ts'
import { eraseTraces } from '../../accounts/commands/erase-traces.ts'
import { pseudonymOf } from '../../accounts/rules/erasure.ts'
import { addConsignorItem } from '../../inventory/commands/add-item.ts'
import { removeItem } from '../../inventory/commands/edit-item.ts'
import { settleDiscrepancy } from '../../inventory/commands/settle-discrepancy.ts'
import { settleActionsOf, settleArgs } from '../../inventory/rules/settling.ts'
import { type Discrepancy, discrepancies, type StockMovement, stockMovements } from '../../inventory/schema.ts'
import { saveCart } from '../../pos/commands/save-cart.ts'
import { type Cart, carts, type PosSale, posSales, type SuspendedSale, suspendedSales } from '../../pos/schema.ts'
import { type AuditEntry, auditEntries } from '../../settings/schema.ts'
import { ADMIN, FORMER_ADMIN, MemoryShop, START_MS, testId } from '../../testing/memory-shop.ts'
import { saleReferenceOf } from '../rules/sale-reference.ts'
import { suspendedIdOf } from '../rules/sold-pieces.ts'
import { type Balance, balances, type LedgerEntry, ledgerEntries, type Sale, sales } from '../schema.ts'
import { completePosSale } from './complete-pos-sale.ts'
import { settleSuspendedArgs, settleSuspendedSale } from './settle-suspended-sale.ts'
import { voidPosSale } from './void-pos-sale.ts'

const [ann, cup, saleId, otherSale, cartId] = [testId(10), testId(101), testId(1000), testId(1001), testId(2000)]
/** Id under which the former admin's sale waits. */
const waitingId = suspendedIdOf(saleId)
const SELLER = { actor: FORMER_ADMIN }

let shop: MemoryShop
beforeEach(() => {
  shop = new MemoryShop()
  shop.addUser(ann)
  shop.run(addConsignorItem, { id: cup, consignorId: ann, texts: { itemName: 'Cup', barcode1: '2' }, quantity: 3 })
})

const CUP = {
  ...{ id: testId(3000), itemId: cup, itemName: 'Cup', barcode: '2', imageUrl: '', consignorId: ann, consignorName: 'Ann' },
  ...{ unitPriceCents: 5_400, quantity: 1, consignorPercentage: 50 },
}
function till({ unitPriceCents = 5_400, ...more }: Record<string, unknown> & { unitPriceCents?: number } = {}) {
  return {
    ...{ saleId, displayId: 'POS-1', receiptNumber: 'AB-0001', cartId, taxRateBps: 0, consignorPercentage: 50 },
    lines: [{ ...CUP, unitPriceCents }],
    tenders: [{ kind: 'cash', label: '', amountCents: unitPriceCents, givenCents: null }],
    ...more,
  }
}
const suspended = (id = saleId) => shop.get(suspendedSales, suspendedIdOf(id)) as SuspendedSale
const booked = (id = saleId) => shop.get(posSales, id) as PosSale | undefined
const available = () => (shop.get(balances, ann) as Balance | undefined)?.availableCents ?? 0
const stock = () => shop.item(cup)?.stockCount
const open = () => shop.all<Discrepancy>(discrepancies).filter((one) => one.settledAtMs === null)
const openKinds = () => open().map(({ kind }) => kind)
const booksOf = (kind: string) =>
  shop
    .all<LedgerEntry>(ledgerEntries)
    .filter((one) => one.kind === kind)
    .map(({ account, amountCents }) => [account, amountCents])
const settleIt = (decision: 'accept' | 'reject', note = '') =>
  shop.run(settleSuspendedSale, settleSuspendedArgs(suspended(), decision, note))
const undo = (actor = ADMIN) => shop.run(voidPosSale, { ...saleReferenceOf(suspended()), reason: 'wrong colour', goods: 'back' }, { actor })

describe('a sale of a former admin', () => {
  beforeEach(() => void shop.run(completePosSale, till(), { ...SELLER, at: START_MS - 500 }))

  it('takes pieces from stock, pays nobody, and waits for an admin', () => {
    expect([stock(), available(), booked(), shop.all(sales)]).toEqual([2, 0, undefined, []])
    expect(suspended()).toMatchObject({ ...pick(till()), totalCents: 5_400, byUid: FORMER_ADMIN.uid, soldAtMs: START_MS - 500 })
    expect(suspended()).toMatchObject({ settledAtMs: null, settledByUid: null, settlement: null })
    expect(shop.all<LedgerEntry>(ledgerEntries).map(({ account, amountCents }) => [account, amountCents])).toEqual([
      ['suspense', 5_400],
      ['suspended_takings', -5_400],
    ])
    expect(open()).toMatchObject([{ kind: 'sale_suspended', saleId: waitingId, openedByUid: FORMER_ADMIN.uid }])
    expect(shop.brokenLaws()).toEqual([])
  })
  it('has the made-up name of a consignor who was erased meanwhile, when it is accepted', () => {
    shop.run(eraseAccount, { uid: ann }, { actor: { uid: 'system', role: 'system', wasAdmin: false } })
    expect(suspended().lines[0]?.consignorName).toBe('Ann')
    settleIt('accept')
    expect(booked(waitingId)?.lines[0]?.consignorName).toBe(pseudonymOf(ann))
    expect(open()).toMatchObject([{ kind: 'missing_consignor', saleId: waitingId, note: pseudonymOf(ann) }])
  })
  it.each(['accept', 'reject'] as const)(
    'is settled at the time when the server hears of it, whatever the device’s clock says: %s',
    (decision) => {
      const args = settleSuspendedArgs(suspended(), decision)
      shop.run(settleSuspendedSale, args, { at: START_MS - 86_400_000 })
      expect(suspended().settledAtMs).toBe(shop.nowMs)
      expect(shop.all<Discrepancy>(discrepancies)).toMatchObject([{ kind: 'sale_suspended', settledAtMs: shop.nowMs }])
    },
  )
  it('becomes, when accepted, the sale that an admin would have made', () => {
    settleIt('accept', 'she was in the shop')
    expect([stock(), available(), open()]).toEqual([2, 2_700, []])
    expect(booked(waitingId)).toMatchObject({ ...pick(till()), byUid: FORMER_ADMIN.uid, soldAtMs: START_MS - 500, voidedAtMs: null })
    const accepted = shop.all<Sale>(sales)
    expect(accepted).toMatchObject([{ posSaleId: waitingId, consignorId: ann, payoutCents: 2_700, byUid: FORMER_ADMIN.uid }])
    expect(suspended()).toMatchObject({ settlement: 'accepted', settledByUid: ADMIN.uid, settledAtMs: shop.nowMs })
    expect(booksOf('suspended_sale_settled')).toEqual([
      ['suspense', -5_400],
      ['suspended_takings', 5_400],
    ])

    const direct = new MemoryShop()
    direct.addUser(ann)
    direct.run(addConsignorItem, { id: cup, consignorId: ann, texts: { itemName: 'Cup', barcode1: '2' }, quantity: 3 })
    direct.run(completePosSale, till({ saleId: waitingId }), { actor: { ...ADMIN, uid: FORMER_ADMIN.uid }, at: START_MS - 500 })
    expect(accepted).toEqual(direct.all(sales))
    expect(shop.all(posSales)).toEqual(direct.all(posSales))
    expect(shop.brokenLaws()).toEqual([])
  })
  it('returns its pieces, pays nobody and keeps its record when it is rejected', () => {
    settleIt('reject', 'nobody was there')
    expect([stock(), available(), booked(), shop.all(sales), open()]).toEqual([3, 0, undefined, [], []])
    expect(shop.all<StockMovement>(stockMovements).map(({ kind, deltaCount }) => [kind, deltaCount])).toEqual([
      ['initial', 3],
      ['sale', -1],
      ['void', 1],
    ])
    expect(suspended()).toMatchObject({ settlement: 'rejected', settledByUid: ADMIN.uid })
    expect(shop.all<Discrepancy>(discrepancies)).toMatchObject([{ settlement: 'sale_undone', note: 'nobody was there' }])
    expect(shop.brokenLaws()).toEqual([])
  })
  it('is settled once, with an audit entry', () => {
    const [accept, reject] = [settleSuspendedArgs(suspended(), 'accept'), settleSuspendedArgs(suspended(), 'reject')]
    settleIt('accept')
    for (const args of [accept, reject]) expect(shop.refuse(settleSuspendedSale, args)).toMatchObject({ code: 'ALREADY_SETTLED' })
    expect(available()).toBe(2_700)
    expect(shop.all<AuditEntry>(auditEntries)).toMatchObject([
      { action: 'sales.settleSuspendedSale', subject: waitingId, after: { settlement: 'accept', totalCents: 5_400 } },
    ])
  })
  it('cannot be settled when it is unknown or when the arguments omit a row', () => {
    const args = settleSuspendedArgs(suspended(), 'accept')
    expect(shop.refuse(settleSuspendedSale, { ...args, saleId: otherSale }).code).toBe('SALE_NOT_FOUND')
    for (const wrong of [{ itemIds: [] }, { consignorIds: [] }, { cartId: otherSale }])
      expect(shop.refuse(settleSuspendedSale, { ...args, ...wrong }).code).toBe('SALE_CHANGED')
  })
  it('is not settled by the command that settles all other discrepancies', () => {
    const [waiting] = open()
    if (!waiting) throw new Error('nothing is open')
    expect(settleActionsOf(waiting)).toEqual([])
    for (const action of ['accept', 'undo_sale'] as const)
      expect(shop.refuse(settleDiscrepancy, settleArgs(waiting, { action }, suspended())).code).toBe('SETTLE_NOT_POSSIBLE')
  })
  it('has no effect when it arrives again, and is reported when it differs', () => {
    shop.run(completePosSale, till(), SELLER)
    expect([stock(), openKinds(), booksOf('suspended_sale').length]).toEqual([2, ['sale_suspended'], 2])
    shop.run(completePosSale, till({ unitPriceCents: 9_900 }), SELLER)
    expect([stock(), openKinds(), suspended().totalCents]).toEqual([2, ['sale_suspended', 'cart_sold_twice'], 5_400])
    settleIt('reject')
    shop.run(completePosSale, till(), SELLER)
    expect([stock(), suspended().settlement, open()]).toEqual([3, 'rejected', []])
  })
  it('has no effect when it arrives again after an admin accepted it', () => {
    settleIt('accept')
    shop.run(completePosSale, till(), SELLER)
    expect([stock(), available(), open()]).toEqual([2, 2_700, []])
  })
  it('lets an admin’s sale with the same id into the books while it waits, and its rejection leaves that sale there', () => {
    shop.run(completePosSale, till())
    expect([available(), stock(), booked()?.byUid]).toEqual([2_700, 1, ADMIN.uid])
    settleIt('reject')
    expect([available(), stock(), booked()?.voidedAtMs, open()]).toEqual([2_700, 2, null, []])
    expect(shop.brokenLaws()).toEqual([])
  })
  it('leaves its id free, when accepted, for an admin’s sale of the same cart, and that sale is reported', () => {
    settleIt('accept')
    shop.run(completePosSale, till())
    expect([available(), stock(), booked()?.byUid]).toEqual([5_400, 1, ADMIN.uid])
    expect(open()).toMatchObject([{ kind: 'cart_sold_twice', saleId }])
    undo()
    expect([available(), stock(), booked()?.voidedAtMs, openKinds()]).toEqual([2_700, 2, null, ['cart_sold_twice']])
    expect(booked(waitingId)?.voidedAtMs).toBe(shop.nowMs)
    expect(shop.brokenLaws()).toEqual([])
  })
  it('still waits when an admin’s sale with the same id is undone', () => {
    shop.run(completePosSale, till())
    shop.run(voidPosSale, { ...saleReferenceOf(booked() as PosSale), reason: '', goods: 'back' })
    expect([stock(), openKinds(), booked()?.voidedAtMs]).toEqual([2, ['sale_suspended'], shop.nowMs])
    settleIt('reject')
    expect([stock(), open()]).toEqual([3, []])
  })
  it('of a deleted item changes neither the pieces nor the discrepancies of an admin’s sale of the same id', () => {
    shop.run(removeItem, { id: cup })
    const [id, cart] = [otherSale, testId(2001)]
    shop.run(completePosSale, till({ saleId: id, cartId: cart }), SELLER)
    shop.run(addConsignorItem, { id: cup, consignorId: ann, texts: { itemName: 'Cup', barcode1: '2' }, quantity: 2 })
    shop.run(completePosSale, till({ saleId: id, cartId: cart }))
    expect(stock()).toBe(1)
    shop.run(voidPosSale, { ...saleReferenceOf(booked(id) as PosSale), reason: '', goods: 'back' })
    expect([stock(), openKinds().sort()]).toEqual([2, ['missing_item', 'sale_suspended', 'sale_suspended']])
  })
  it('is found under the id that its device knows, by its seller’s undo while it waits and by an admin’s undo once it is accepted', () => {
    const reference = { ...saleReferenceOf({ ...suspended(), id: saleId }), reason: 'wrong colour', goods: 'back' }
    shop.run(voidPosSale, reference, SELLER)
    expect(openKinds()).toEqual(['sale_suspended', 'void_withdrawn'])
    settleIt('accept')
    shop.run(voidPosSale, reference)
    expect([available(), stock(), open()]).toEqual([0, 3, []])
  })
  it('is reported once for each version with another payee, share, tax or cart, even when that version arrives twice', () => {
    const versions = [
      { lines: [{ ...CUP, consignorId: testId(11) }] },
      { lines: [{ ...CUP, consignorPercentage: 100 }] },
      { taxRateBps: 825 },
      { cartId: testId(2002) },
    ]
    for (const version of versions) {
      shop.run(completePosSale, till(version), SELLER)
      expect(openKinds()).toEqual(['sale_suspended', 'cart_sold_twice'])
      const [, reported] = open()
      shop.run(completePosSale, till(version), SELLER)
      expect(open()).toHaveLength(2)
      shop.run(settleDiscrepancy, settleArgs(reported as Discrepancy, { action: 'accept' }))
    }
  })
  it('is reported, when accepted, if a line pays somebody other than its item’s owner, or anybody for an item that does not exist', () => {
    const versions = [
      { lines: [{ ...CUP, consignorId: testId(11) }] },
      { lines: [{ ...CUP, consignorId: null }] },
      { lines: [{ ...CUP, itemId: null }] },
      { lines: [{ ...CUP, itemId: testId(199) }] },
    ]
    shop.addUser(testId(11))
    for (const [nth, version] of versions.entries()) {
      const [id, cart] = [testId(1100 + nth), testId(2100 + nth)]
      shop.run(completePosSale, till({ saleId: id, cartId: cart, ...version }), SELLER)
      shop.run(settleSuspendedSale, settleSuspendedArgs(suspended(id), 'accept'))
      const told = open().filter((one) => one.saleId === suspendedIdOf(id) && one.kind === 'owner_differs')
      expect(told).toMatchObject([{ note: 'Cup', quantity: 0 }])
    }
    settleIt('accept')
    expect(open().filter((one) => one.saleId === waitingId)).toEqual([])
  })
  it.each([
    ['ABCDE', 'A, B, C, D, E'],
    ['AABCDEFG', 'A, B, C, D, E and 2 more'],
  ])('is reported, when accepted, with the names of five other goods at most: %s', (names, note) => {
    const lines = [...names].map((itemName, nth) => ({
      ...CUP,
      id: testId(3_000 + nth),
      itemId: testId(199),
      itemName,
      unitPriceCents: 100,
    }))
    const tenders = [{ kind: 'cash', label: '', amountCents: 100 * lines.length, givenCents: null }]
    shop.run(completePosSale, till({ saleId: otherSale, cartId: testId(2001), lines, tenders }), SELLER)
    shop.run(settleSuspendedSale, settleSuspendedArgs(suspended(otherSale), 'accept'))
    expect(open().filter(({ kind }) => kind === 'owner_differs')).toMatchObject([{ saleId: suspendedIdOf(otherSale), note }])
  })
  it('is rejected when an admin undoes it', () => {
    undo()
    expect([stock(), suspended().settlement, open()]).toEqual([3, 'rejected', []])
    expect(shop.refuse(voidPosSale, { ...saleReferenceOf(suspended()), reason: '', goods: 'back' }).code).toBe('ALREADY_VOIDED')
    expect(shop.brokenLaws()).toEqual([])
  })
  it('of a deleted item returns no piece when it is rejected', () => {
    shop.run(removeItem, { id: cup })
    shop.run(completePosSale, till({ saleId: otherSale, cartId: testId(2001) }), SELLER)
    expect(openKinds().sort()).toEqual(['missing_item', 'sale_suspended', 'sale_suspended'])
    shop.run(addConsignorItem, { id: cup, consignorId: ann, texts: { itemName: 'Cup', barcode1: '2' }, quantity: 1 })
    shop.run(settleSuspendedSale, settleSuspendedArgs(suspended(otherSale), 'reject'))
    expect([stock(), openKinds()]).toEqual([1, ['sale_suspended']])
    shop.run(removeItem, { id: cup })
    shop.run(settleSuspendedSale, settleSuspendedArgs(suspended(), 'reject'))
    expect(open()).toMatchObject([{ kind: 'missing_item', itemName: 'Cup', quantity: 1 }])
  })
  it('is reported, when accepted, if its cart was sold or its consignor is gone', () => {
    shop.run(completePosSale, till({ saleId: otherSale }))
    shop.removeUser(ann)
    settleIt('accept')
    expect(open()).toMatchObject([
      { kind: 'cart_sold_twice', saleId: waitingId },
      { kind: 'missing_consignor', saleId: waitingId, note: 'Ann' },
    ])
  })
  it('loses the name of an erased consignor', () => {
    shop.run(eraseTraces, { uid: ann, suspendedSaleIds: [waitingId] }, { actor: { uid: 'system', role: 'system', wasAdmin: false } })
    expect(suspended().lines[0]?.consignorName).toBe(pseudonymOf(ann))
  })
})

describe('a cart that a former admin saves or sells', () => {
  const cart: Cart = {
    ...{ id: cartId, status: 'parked', label: 'blue coat', clientId: testId(5), lines: [], consignorPercentage: 50 },
    ...{ saleId: null, createdAtMs: 1, updatedAtMs: 1, byUid: testId(99) },
  }
  it('reaches no till when it is saved, and replaces no cart of the shop', () => {
    shop.run(saveCart, { cart }, SELLER)
    expect(shop.get(carts, cartId)).toBeUndefined()
    shop.run(saveCart, { cart })
    shop.run(saveCart, { cart: { ...cart, status: 'discarded' } }, SELLER)
    expect(shop.get(carts, cartId)).toMatchObject({ label: 'blue coat', status: 'parked', byUid: ADMIN.uid })
  })
  it('stays unchanged while its sale waits, and ends when an admin accepts the sale', () => {
    shop.run(saveCart, { cart })
    shop.run(completePosSale, till(), SELLER)
    expect(shop.get(carts, cartId)).toMatchObject({ status: 'parked', saleId: null })
    settleIt('accept')
    expect(shop.get(carts, cartId)).toMatchObject({ status: 'completed', saleId: waitingId })
  })
})

describe('a former admin who undoes a sale', () => {
  it('leaves the sale in the books until an admin decides', () => {
    shop.run(completePosSale, till())
    const reference = { ...saleReferenceOf(booked() as PosSale), reason: 'wrong colour', goods: 'back' }
    shop.run(voidPosSale, reference, SELLER)
    shop.run(voidPosSale, reference, SELLER)
    expect([available(), stock(), booked()?.voidedAtMs]).toEqual([2_700, 2, null])
    expect(open()).toMatchObject([{ kind: 'void_withdrawn', saleId, note: 'wrong colour', openedByUid: FORMER_ADMIN.uid }])
    shop.run(settleDiscrepancy, settleArgs(open()[0] as Discrepancy, { action: 'undo_sale' }, booked()))
    expect([available(), stock(), open()]).toEqual([0, 3, []])
    shop.run(voidPosSale, reference, SELLER)
    expect(open()).toEqual([])
  })
  it('is reported to an admin even while the sale waits', () => {
    shop.run(completePosSale, till(), SELLER)
    undo(FORMER_ADMIN)
    expect([stock(), openKinds()]).toEqual([2, ['sale_suspended', 'void_withdrawn']])
    settleIt('accept')
    expect([available(), openKinds()]).toEqual([2_700, ['void_withdrawn']])
    shop.run(settleDiscrepancy, settleArgs(open()[0] as Discrepancy, { action: 'undo_sale' }, booked(waitingId)))
    expect([available(), stock(), open()]).toEqual([0, 3, []])
  })
  it('is not reported again when the waiting sale was rejected', () => {
    shop.run(completePosSale, till(), SELLER)
    undo(FORMER_ADMIN)
    settleIt('reject')
    undo(FORMER_ADMIN)
    expect([stock(), open()]).toEqual([3, []])
  })
  it('is reported even when the sale has not arrived', () => {
    shop.run(voidPosSale, { saleId, itemIds: [], consignorIds: [], reason: '', goods: 'back' }, SELLER)
    expect(open()).toMatchObject([{ kind: 'void_withdrawn', saleId }])
  })
})

/** Returns the fields of a sale that its record repeats. */
const pick = ({ displayId, receiptNumber, lines, tenders, taxRateBps }: ReturnType<typeof till>) => ({
  ...{ displayId, receiptNumber, cartId, lines, tenders, taxRateBps, consignorPercentage: 50 },
})
