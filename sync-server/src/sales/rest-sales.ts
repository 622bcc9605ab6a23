import { dollarsFromCents } from '@shop/shared/kernel/money.ts'
import type { RestSale } from '@shop/shared/sales/history-calls.ts'
import type { Sale } from '@shop/shared/sales/schema.ts'

const isoOf = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString())

export function restSale(sale: Sale): RestSale {
  const dateSold = new Date(sale.soldAtMs).toISOString()
  return {
    saleID: sale.id,
    itemName: sale.itemName,
    imageUrl: sale.imageUrl,
    soldQuantity: sale.soldQuantity,
    salePrice: dollarsFromCents(sale.salePriceCents),
    shippingCost: dollarsFromCents(sale.shippingCostCents),
    payoutAmount: dollarsFromCents(sale.payoutCents),
    dateSold,
    timestamp: dateSold,
    voidedAt: isoOf(sale.voidedAtMs),
    editedAt: isoOf(sale.editedAtMs),
  }
}
