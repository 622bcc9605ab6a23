import { cents } from '@shop/shared/kernel/money.ts'
import { FRESH_SALE, type Sale } from '@shop/shared/sales/schema.ts'

/** Seller, and owner of the goods unless a test names somebody else. */
export const ANN = '0190a0b0-0000-7000-8000-000000000001'

/** A recorded sale of two pieces. */
export const saleOf = (id: string, soldAtMs: number, more: Partial<Sale> = {}): Sale => ({
  ...FRESH_SALE,
  id,
  kind: 'record',
  posSaleId: null,
  displayId: id,
  itemId: null,
  itemName: '=Cup',
  barcode1: '1',
  imageUrl: '',
  consignorId: ANN,
  soldQuantity: 2,
  salePriceCents: cents(1_000),
  shippingCostCents: cents(100),
  taxCents: cents(0),
  consignorPercentage: 50,
  payoutCents: cents(450),
  shopCents: cents(450),
  soldAtMs,
  byUid: ANN,
  ...more,
})
