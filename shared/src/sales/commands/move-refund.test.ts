import { beforeEach, describe, expect, it } from 'vitest'
import { addConsignorItem } from '../../inventory/commands/add-item.ts'
import { editItem } from '../../inventory/commands/edit-item.ts'
import { settleDiscrepancy } from '../../inventory/commands/settle-discrepancy.ts'
import { settleArgs } from '../../inventory/rules/settling.ts'
import { type Discrepancy, discrepancies } from '../../inventory/schema.ts'
import type { Actor } from '../../kernel/define-command.ts'
import { type PosSale, posSales, type SuspendedSale, suspendedSales } from '../../pos/schema.ts'
import { FORMER_ADMIN, MemoryShop, testId } from '../../testing/memory-shop.ts'
import { type Refund, refunds } from '../refund-schema.ts'
import { salesMeantBy } from '../rules/move-refund.ts'
import { saleReferenceOf } from '../rules/sale-reference.ts'
import { saleLineId, suspendedIdOf } from '../rules/sold-pieces.ts'
import { type Balance, balances, type LedgerEntry, ledgerEntries, type Sale, sales } from '../schema.ts'
import { completePosSale } from './complete-pos-sale.ts'
import { moveRefund } from './move-refund.ts'
import { refundSale } from './refund-sale.ts'
import { settleSuspendedArgs, settleSuspendedSale } from './settle-suspended-sale.ts'
import { voidPosSale } from './void-pos-sale.ts'

const SYSTEM: Actor = { uid: 'system', role: 'system', wasAdmin: false }
const saleId = testId(1_000)
const [bob, belt] = [testId(11), testId(101)]

let shop: MemoryShop
beforeEach(() => {
  shop = new MemoryShop()
  shop.addUser(bob)
  shop.run(addConsignorItem, { id: belt, consignorId: bob, texts: { itemName: 'Belt', barcode1: '1' }, quantity: 5 })
})

/** Sells belts of 18 dollars at 8.25 %, tax included; 50 % is Bob's. */
function sell(quantity = 1, actor?: Actor): void {
  const line = {
    ...{ id: testId(3_000), itemId: belt, itemName: 'Belt', barcode: '', imageUrl: '', consignorId: bob, consignorName: '' },
    ...{ unitPriceCents: 1_800, quantity, consignorPercentage: 50 },
  }
  const tenders = [{ kind: 'cash', label: '', amountCents: 1_800 * quantity, givenCents: null }]
  shop.run(
    completePosSale,
    {
      ...{ saleId, displayId: 'POS-1', receiptNumber: 'AB-0001', cartId: testId(2_000), taxRateBps: 825, consignorPercentage: 50 },
      ...{ lines: [line], tenders },
    },
    actor ? { actor } : {},
  )
}

type Given = { readonly quantity?: number; readonly amountCents?: number; readonly goods?: string; readonly at?: number }
let returnCount = 0
/** Takes belts back, whether or not the sale is there. Returns the id of the return. */
function giveBack({ quantity = 1, amountCents = 1_800 * quantity, goods = 'shelf', at }: Given = {}): string {
  const refundId = testId(5_000 + ++returnCount)
  const line = { saleLineId: saleLineId(saleId, 0), itemId: belt, itemName: 'Belt', consignorId: bob, quantity, amountCents, goods }
  const args = { refundId, saleId, receiptNumber: 'AB-0001', lines: [{ ...line, reason: 'too small' }] }
  shop.run(refundSale, { ...args, tenders: [{ kind: 'cash', label: '', amountCents }] }, at === undefined ? {} : { at })
  return refundId
}

const saleOf = (refundId: string) => {
  const refund = shop.get(refunds, refundId) as Refund
  return salesMeantBy(refund).flatMap((id) => (shop.get(posSales, id) as PosSale | undefined) ?? [])[0]
}
/** Does what the server's job does. */
const move = (refundId: string) => {
  const sale = saleOf(refundId)
  return sale && shop.run(moveRefund, { refundId, ...saleReferenceOf(sale) }, { actor: SYSTEM })
}

const undo = () => shop.run(voidPosSale, { ...saleReferenceOf(shop.get(posSales, saleId) as PosSale), reason: '', goods: 'back' })
const balance = () => (shop.get(balances, bob) as Balance | undefined)?.availableCents ?? 0
const stock = () => shop.item(belt)?.stockCount
const asked = () => shop.all<Discrepancy>(discrepancies)
const open = () => asked().filter(({ settledAtMs }) => settledAtMs === null)
function accounts(): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { account, amountCents } of shop.all<LedgerEntry>(ledgerEntries)) sums[account] = (sums[account] ?? 0) + amountCents
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0))
}

describe('a return that arrived before its sale', () => {
  it('is taken from the sale when that arrives, as if the sale had been there', () => {
    const refundId = giveBack()
    sell()
    expect([balance(), stock(), accounts()]).toMatchObject([832, 4, { refund_loss: -1_800 }])
    move(refundId)
    expect(shop.postedSides('refund').slice(-4)).toEqual([
      ['consignor_available', bob, -832],
      ['shop_revenue', null, -831],
      ['tax', null, -137],
      ['refund_loss', null, 1_800],
    ])
    expect([balance(), stock(), accounts(), open(), shop.brokenLaws()]).toEqual([0, 5, {}, [], []])
    expect(shop.get(refunds, refundId)).toMatchObject({
      saleId,
      lines: [{ quantity: 1, amountCents: 1_800, taxCents: 137, payoutCents: 832, excessCents: 0, excessQuantity: 0 }],
    })
    const { refunded } = shop.get(sales, saleLineId(saleId, 0)) as Sale
    expect(refunded).toMatchObject({ quantity: 1, totalCents: 1_800, taxCents: 137, payoutCents: 832 })
    const { atMs } = shop.get(refunds, refundId) as Refund
    expect(refunded?.returns).toEqual([{ atMs, quantity: 1, totalCents: 1_800, payoutCents: 832, reason: 'too small' }])
    expect(asked()).toMatchObject([{ kind: 'refund_without_sale', saleId, settlement: 'accepted', settledByUid: 'system' }])
  })

  it('is moved once', () => {
    const refundId = giveBack()
    sell(2)
    move(refundId)
    const before = [balance(), stock(), accounts()]
    expect(move(refundId)?.size).toBe(0)
    expect([balance(), stock(), accounts()]).toEqual(before)
  })

  it('waits on while its sale is not there', () => {
    const refundId = giveBack()
    const reference = { saleId, itemIds: [belt], consignorIds: [bob] }
    expect(shop.run(moveRefund, { refundId, ...reference }, { actor: SYSTEM }).size).toBe(0)
    expect(open()).toMatchObject([{ kind: 'refund_without_sale' }])
  })

  it('takes what another one left, and the rest stays the shop’s loss and a question', () => {
    const [first, second] = [giveBack({ quantity: 2 }), giveBack({ quantity: 2 })]
    sell(3)
    move(first)
    move(second)
    expect([balance(), stock(), accounts()]).toEqual([0, 5, { refund_loss: -1_800, cash_unassigned: 1_800 }])
    expect(open()).toMatchObject([{ kind: 'refunded_twice', saleId, note: '$18.00 on receipt AB-0001: 2 × Belt' }])
    expect((shop.get(refunds, second) as Refund).lines).toMatchObject([
      { quantity: 1, amountCents: 1_800, excessCents: 1_800, excessQuantity: 1 },
    ])
    expect(shop.brokenLaws()).toEqual([])
  })

  it('takes what a return left that found the sale', () => {
    const early = giveBack()
    sell(2)
    giveBack()
    move(early)
    expect([balance(), stock(), accounts(), open(), shop.brokenLaws()]).toEqual([0, 5, {}, [], []])
  })

  it('leaves a void only what is left of the sale', () => {
    const refundId = giveBack()
    sell(2)
    move(refundId)
    undo()
    expect([balance(), stock(), accounts(), open(), shop.brokenLaws()]).toEqual([0, 5, {}, [], []])
  })

  it('takes nothing from a sale that was voided before, and stays a loss', () => {
    const refundId = giveBack()
    sell()
    undo()
    move(refundId)
    expect([balance(), stock(), accounts()]).toEqual([0, 5, { refund_loss: -1_800, cash_unassigned: 1_800 }])
    expect([open(), shop.brokenLaws()]).toMatchObject([[{ kind: 'refunded_twice' }], []])
  })

  it('stays a loss when an admin accepted it', () => {
    const refundId = giveBack()
    const [question] = open()
    shop.run(settleDiscrepancy, settleArgs(question as Discrepancy, { action: 'accept' }))
    sell()
    expect(move(refundId)?.size).toBe(0)
    expect([balance(), stock()]).toEqual([832, 4])
  })

  it('takes the money given, and never more than the line brought', () => {
    const refundId = giveBack({ amountCents: 5_000 })
    sell()
    move(refundId)
    expect([balance(), accounts()]).toEqual([0, { refund_loss: -3_200, cash_unassigned: 3_200 }])
    expect(open()).toMatchObject([{ kind: 'refunded_twice', note: '$32.00 on receipt AB-0001: Belt' }])
  })

  it('of goods that are not on the shelf brings nothing into stock', () => {
    const refundId = giveBack({ goods: 'owner' })
    sell()
    move(refundId)
    expect([balance(), stock(), shop.brokenLaws()]).toEqual([0, 4, []])
  })

  it('asks whether a count from after the return has its pieces', () => {
    const refundId = giveBack()
    const at = shop.nowMs
    sell()
    shop.run(editItem, { id: belt, changes: {}, countedQuantity: 5 }, { at: at + 1_000 })
    move(refundId)
    expect(stock()).toBe(6)
    expect(open()).toMatchObject([{ kind: 'moved_before_recount', quantity: -1 }])
    expect(shop.brokenLaws()).toEqual([])
  })

  it('is taken from a former admin’s sale when an admin accepts that, whichever comes first', () => {
    const early = giveBack()
    sell(2, FORMER_ADMIN)
    expect(move(early)).toBeUndefined()
    const waiting = shop.get(suspendedSales, suspendedIdOf(saleId)) as SuspendedSale
    shop.run(settleSuspendedSale, settleSuspendedArgs(waiting, 'accept'))
    const late = giveBack()
    for (const refundId of [early, late]) move(refundId)
    expect([balance(), stock(), accounts(), open(), shop.brokenLaws()]).toEqual([0, 5, {}, [], []])
    expect(shop.get(refunds, late)).toMatchObject({ saleId: waiting.id, lines: [{ saleLineId: saleLineId(waiting.id, 0) }] })
  })

  it('is not taken from a line that the reference does not name', () => {
    const refundId = giveBack()
    sell()
    shop.run(moveRefund, { refundId, saleId, itemIds: [belt], consignorIds: [] }, { actor: SYSTEM })
    expect([balance(), stock()]).toEqual([832, 4])
    expect(shop.brokenLaws()).toEqual([])
  })
})
