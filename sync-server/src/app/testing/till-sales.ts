import { randomBytes } from 'node:crypto'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { cents } from '@shop/shared/kernel/money.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { completePosSale } from '@shop/shared/sales/commands/complete-pos-sale.ts'

/** Makes an id as devices do. */
export const newId = (): string => uuidv7(Date.now(), randomBytes(10))

/** An item to sell. `consignorId` is null for goods of the shop. */
export type SoldItem = { readonly id: string; readonly name: string; readonly consignorId: string | null; readonly priceCents: number }

/** Builds a cash sale of one piece of each item, as a till queues it. */
export function queuedSale(sold: readonly SoldItem[], receiptNumber: string): QueuedCommand {
  const lines = sold.map(({ id, name, consignorId, priceCents }) => ({
    id: newId(),
    itemId: id,
    itemName: name,
    barcode: '036000291452',
    imageUrl: '',
    consignorId,
    consignorName: consignorId ? 'A consignor' : '',
    unitPriceCents: cents(priceCents),
    quantity: 1,
    consignorPercentage: consignorId ? 50 : 0,
  }))
  const totalCents = cents(lines.reduce((sum, line) => sum + line.unitPriceCents, 0))
  const args = {
    saleId: newId(),
    displayId: `POS-${receiptNumber}`,
    receiptNumber,
    cartId: newId(),
    taxRateBps: 825,
    consignorPercentage: 50,
    lines,
    tenders: [{ kind: 'cash', label: '', amountCents: totalCents, givenCents: totalCents }],
  }
  return { id: newId(), name: completePosSale.name, version: completePosSale.version, args, at: Date.now() }
}
