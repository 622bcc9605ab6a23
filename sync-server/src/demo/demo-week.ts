import { addConsignorItem, addMasterItem } from '@shop/shared/inventory/commands/add-item.ts'
import { addCategory } from '@shop/shared/inventory/commands/change-categories.ts'
import { recordMasterSale } from '@shop/shared/inventory/commands/record-master-sale.ts'
import { categoryIds } from '@shop/shared/inventory/rules/categories.ts'
import { cents, sumCents } from '@shop/shared/kernel/money.ts'
import { completePosSale } from '@shop/shared/sales/commands/complete-pos-sale.ts'
import { recordCustomSale } from '@shop/shared/sales/commands/record-custom-sale.ts'
import { recordSale } from '@shop/shared/sales/commands/record-sale.ts'
import type { Discount, Reduction } from '@shop/shared/sales/reduction-schema.ts'
import { netCentsOf, reductionsOf } from '@shop/shared/sales/rules/reductions.ts'
import { setShipmentStatus } from '@shop/shared/shipments/commands/set-shipment-status.ts'
import { submitShipment } from '@shop/shared/shipments/commands/submit-shipment.ts'
import { trackingWarning } from '@shop/shared/shipments/rules/tracking.ts'
import type { Chance } from './chance.ts'
import type { Deed } from './demo-device.ts'
import { DAY_MS, DEMO_CATEGORIES, type DemoItem, type Departure } from './demo-stock.ts'

/** An item in the shop's books, with its owner's id. */
export type KeptItem = DemoItem & { readonly id: string; readonly ownerUid: string | null; readonly ownerName: string }

/** Pieces of one item that leave together. */
export type Leaving = { readonly item: KeptItem; readonly departure: Departure }

const TAX_RATE_BPS = 825
const SPLIT_PERCENT = 50
const BASKET_CHANCE = 0.35
const MAX_BASKET = 4

const categoryIdOf = categoryIds([])

/** Makes the deeds that add the shop's categories. */
export const newCategories = (atMs: number): Deed[] =>
  Object.values(DEMO_CATEGORIES).map((name) => ({ command: addCategory, args: { id: categoryIdOf(name), name }, atMs }))

/** Makes the deed that adds an item on the day of its arrival. */
export function arrival(item: KeptItem): Deed {
  const texts = {
    itemName: item.name,
    barcode1: item.barcode,
    location: item.location,
    categoryId: item.category === '' ? '' : categoryIdOf(item.category),
    condition: item.condition,
    imageUrl: item.imageUrl,
    priceCents: item.priceCents,
  }
  const args = { id: item.id, texts, quantity: item.quantity }
  if (item.ownerUid === null) return { command: addMasterItem, args, atMs: item.cameAtMs }
  return { command: addConsignorItem, args: { ...args, consignorId: item.ownerUid }, atMs: item.cameAtMs }
}

/** Makes the deeds of a consignor's box, which is sent four days before its arrival and opened half a day after it. */
export function box(uid: string, cameAtMs: number, nowMs: number, newId: (atMs: number) => string, chance: Chance) {
  const id = newId(cameAtMs - 4 * DAY_MS)
  const carrier = chance.pick(['USPS', 'USPS', 'UPS', 'FedEx'])
  const sent: Deed = {
    command: submitShipment,
    args: { id, uid, carrier, trackingNumber: trackingNumber(carrier, chance) },
    atMs: cameAtMs - 4 * DAY_MS,
  }
  const status = (flags: { isDelivered?: true; isProcessed?: true }, atMs: number): Deed[] =>
    atMs < nowMs ? [{ command: setShipmentStatus, args: { id, ...flags }, atMs }] : []
  return { sent, received: [...status({ isDelivered: true }, cameAtMs), ...status({ isProcessed: true }, cameAtMs + DAY_MS / 2)] }
}

const ODDITIES = ['Hand-painted shop sign', 'Box of mixed singles', 'Concert poster, framed', 'Record crate', 'Turntable repair']

/** Makes the deed that credits a consignor for a sale of goods that were never in stock. */
export function customSale(consignorId: string, atMs: number, newId: (atMs: number) => string, chance: Chance): Deed {
  const args = { saleId: newId(atMs), consignorId, itemName: chance.pick(ODDITIES), amountCents: cents(chance.between(60, 140) * 100) }
  return { command: recordCustomSale, args, atMs }
}

/** Makes a tracking number with a valid check digit of the carrier. */
export function trackingNumber(carrier: string, chance: Chance): string {
  const digits = (count: number) => Array.from({ length: count }, () => chance.between(0, 9)).join('')
  const body = carrier === 'UPS' ? `1Z${digits(15)}` : carrier === 'USPS' ? `9400${digits(17)}` : digits(11)
  const whole = Array.from({ length: 10 }, (_, digit) => `${body}${digit}`).find((number) => trackingWarning(carrier, number) === null)
  return whole ?? body
}

/** Groups pieces into baskets. A basket has successive pieces of the same day, each item once. The days are in UTC, in which opening hours never
 *  cross midnight. */
export function basketsOf(leavings: readonly Leaving[], chance: Chance): Leaving[][] {
  const baskets: Leaving[][] = []
  for (const leaving of leavings) {
    const last = baskets.at(-1)
    const isSameDay = last?.[0] && Math.floor(last[0].departure.atMs / DAY_MS) === Math.floor(leaving.departure.atMs / DAY_MS)
    const isNew = !last?.some(({ item }) => item.id === leaving.item.id)
    if (last && isSameDay && isNew && last.length < MAX_BASKET && chance.isTrue(BASKET_CHANCE)) last.push(leaving)
    else baskets.push([leaving])
  }
  return baskets
}

/** A discount that a cashier gives by hand. */
function tenthOff(priceCents: number, quantity: number): Reduction[] {
  const discount: Discount = { kind: 'percent', value: 1_000, bearer: 'shared', reason: '' }
  return [...(reductionsOf([{ unitPriceCents: cents(priceCents), quantity, discount }], null)[0] ?? [])]
}

/** Makes a sale at the till. `nth` numbers the receipts. */
export function tillSale(basket: readonly Leaving[], nth: number, newId: (atMs: number) => string, chance: Chance): Deed {
  const atMs = basket.at(-1)?.departure.atMs ?? 0
  const lines = basket.map(({ item, departure }) => ({
    id: newId(atMs),
    itemId: item.id,
    itemName: item.name,
    barcode: item.barcode,
    imageUrl: item.imageUrl,
    consignorId: item.ownerUid,
    consignorName: item.ownerName,
    unitPriceCents: cents(item.priceCents),
    reductions: chance.isTrue(0.12) ? tenthOff(item.priceCents, departure.quantity) : null,
    quantity: departure.quantity,
    consignorPercentage: item.ownerUid === null ? 0 : SPLIT_PERCENT,
  }))
  const amountCents = sumCents(lines.map(netCentsOf))
  const note = chance.pick([500, 1_000, 2_000])
  const tender = chance.isTrue(0.4)
    ? { kind: 'cash' as const, label: '', amountCents, givenCents: Math.ceil(amountCents / note) * note }
    : { kind: 'card' as const, label: '', amountCents, givenCents: null }
  const args = {
    saleId: newId(atMs),
    displayId: `POS-${atMs}`,
    receiptNumber: `TILL-${String(nth).padStart(4, '0')}`,
    cartId: newId(atMs),
    taxRateBps: TAX_RATE_BPS,
    consignorPercentage: SPLIT_PERCENT,
    lines,
    tenders: [tender],
  }
  return { command: completePosSale, args, atMs }
}

/** Makes a sale on a marketplace, with its shipping cost. For goods of the shop, sometimes only the stock is reduced. */
export function marketplaceSale({ item, departure }: Leaving, newId: (atMs: number) => string, chance: Chance): Deed {
  const { atMs, quantity } = departure
  if (item.ownerUid === null && chance.isTrue(0.5))
    return { command: recordMasterSale, args: { saleId: newId(atMs), itemId: item.id, quantity }, atMs }
  const salePriceCents = Math.round(item.priceCents * quantity * (1.05 + chance.next() * 0.3))
  const args = {
    saleId: newId(atMs),
    itemId: item.id,
    consignorId: item.ownerUid,
    salePriceCents,
    shippingCostCents: Math.min(chance.pick([0, 380, 425, 595]), Math.floor(salePriceCents / 2)),
    quantity,
    consignorPercentage: item.ownerUid === null ? 0 : SPLIT_PERCENT,
  }
  return { command: recordSale, args, atMs }
}
