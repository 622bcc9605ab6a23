import type { CsvValue } from '@shop/shared/kernel/csv.ts'
import { type Cents, dollarsFromCents } from '@shop/shared/kernel/money.ts'
import { wallClock } from '@shop/shared/kernel/shop-day.ts'
import { correctionOf, type HistoryEntry, OTHER_CHANGES } from './history-entries.ts'

const HEADERS = [
  ...['Date', 'Kind', 'What', 'Status', 'Quantity', 'Sale Price', 'Shipping', 'Tax', 'Percentage'],
  // filled in only for a sale whose record was edited
  ...['Booked Price', 'Corrected Payout'],
  'Balance Change',
] as const
const KIND_WORDS: Readonly<Record<HistoryEntry['kind'], string>> = {
  sale: 'Sale',
  return: 'Return',
  payout: 'Payout',
  shipment: 'Shipment',
}

/** A statement as rows of a file, headers first, amounts in dollars. `otherCents`: changes of the balance besides these entries, so that the last
 *  column of a statement for all time adds up to the balance; 0 for a shorter period. */
export function* statementRows(entries: Iterable<HistoryEntry>, timeZone: string, otherCents: Cents): Generator<readonly CsvValue[]> {
  yield HEADERS
  for (const entry of entries) {
    const { date } = wallClock(entry.atMs, timeZone)
    const change = dollars(entry.amountCents)
    if (entry.kind === 'sale') {
      const { itemName, soldQuantity, salePriceCents, shippingCostCents, taxCents, consignorPercentage } = entry.sale
      const money = [salePriceCents, shippingCostCents, taxCents].map(dollarsFromCents)
      const { bookedPriceCents, correctedPayoutCents } = correctionOf(entry)
      const correction = [bookedPriceCents, correctedPayoutCents].map(dollars)
      yield [date, 'Sale', itemName, entry.status, soldQuantity, ...money, consignorPercentage, ...correction, change]
    } else yield [date, KIND_WORDS[entry.kind], `${entry.title} ${entry.detail}`, entry.status, ...NO_SALE, change]
  }
  if (otherCents !== 0) yield ['', 'Other', OTHER_CHANGES, '', ...NO_SALE, dollarsFromCents(otherCents)]
}

const dollars = (amountCents: Cents | null) => (amountCents === null ? null : dollarsFromCents(amountCents))

/** The cells between status and balance of a line that is no sale. */
const NO_SALE = Array<null>(7).fill(null)
