import { beforeEach, describe, expect, it } from 'vitest'
import { type PosSale, posSales, type Tender } from '../../pos/schema.ts'
import { MemoryShop, testId } from '../../testing/memory-shop.ts'
import { saleReferenceOf } from '../rules/sale-reference.ts'
import { type LedgerEntry, ledgerEntries } from '../schema.ts'
import { completePosSale } from './complete-pos-sale.ts'
import { voidPosSale } from './void-pos-sale.ts'

const saleId = testId(1_000)
const ann = testId(10)

let shop: MemoryShop
beforeEach(() => {
  shop = new MemoryShop()
  shop.addUser(ann)
})

const line = (n: number, consignorId: string | null, unitPriceCents: number) => ({
  id: testId(3_000 + n),
  itemId: null,
  itemName: 'Cup',
  barcode: '',
  imageUrl: '',
  consignorId,
  consignorName: consignorId ? 'Ann' : '',
  unitPriceCents,
  quantity: 1,
  consignorPercentage: consignorId ? 50 : 0,
})
const paid = (kind: Tender['kind'], amountCents: number) => ({ kind, label: '', amountCents, givenCents: null })

const sell = () =>
  shop.run(completePosSale, {
    saleId,
    displayId: 'POS-1',
    receiptNumber: 'AB-0001',
    cartId: testId(2_000),
    taxRateBps: 825,
    consignorPercentage: 50,
    lines: [line(1, null, 1_000), line(2, ann, 10_825)],
    tenders: [paid('cash', 4_000), paid('card', 5_000), paid('cash', 25), paid('other', 2_800)],
  })
const soldSale = () => shop.get(posSales, saleId) as PosSale
const undo = () => shop.run(voidPosSale, { ...saleReferenceOf(soldSale()), reason: '', goods: 'back' })

const posted = (kind: string) =>
  shop.all<LedgerEntry>(ledgerEntries).flatMap((one) => (one.kind === kind ? [[one.account, one.sourceId, one.amountCents]] : []))

/** Sums of the accounts of money, and of the rest in clearing. */
function money(): Record<string, number> {
  const sums: Record<string, number> = { sales_clearing: 0, cash_unassigned: 0, card_clearing: 0, other_clearing: 0 }
  for (const { account, amountCents } of shop.all<LedgerEntry>(ledgerEntries))
    if (account in sums) sums[account] = (sums[account] ?? 0) + amountCents
  return sums
}

describe('the payments of a POS sale', () => {
  it('are posted where the money lies, each kind by itself, and leave nothing in clearing', () => {
    sell()
    expect(posted('pos_tender')).toEqual([
      ['sales_clearing', saleId, 11_825],
      ['cash_unassigned', saleId, -4_000],
      ['card_clearing', saleId, -5_000],
      ['cash_unassigned', saleId, -25],
      ['other_clearing', saleId, -2_800],
    ])
    expect(money()).toEqual({ sales_clearing: 0, cash_unassigned: -4_025, card_clearing: -5_000, other_clearing: -2_800 })
  })

  it('are given back by the same ways when the sale is voided', () => {
    sell()
    undo()
    expect(posted('pos_tender_void')).toHaveLength(5)
    expect(money()).toEqual({ sales_clearing: 0, cash_unassigned: 0, card_clearing: 0, other_clearing: 0 })
  })

  it('are not given back by the books if a release without this posting took them', () => {
    sell()
    const { tendersPosted: _posted, ...earlier } = soldSale()
    shop.apply(new Map([[posSales.name, new Map([[saleId, earlier]])]]))
    undo()
    expect(posted('pos_sale_void')).toHaveLength(7)
    expect(posted('pos_tender_void')).toEqual([])
  })
})
