import { dollarsFromCents } from '@shop/shared/kernel/money.ts'
import type { RestSale } from '@shop/shared/sales/history-calls.ts'
import { asBooked, type Sale } from '@shop/shared/sales/schema.ts'

type Refunded = NonNullable<Sale['refunded']>

const isoOf = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString())

const numbersOf = ({ soldQuantity, salePriceCents, shippingCostCents, payoutCents }: Sale) => ({
  soldQuantity,
  salePrice: dollarsFromCents(salePriceCents),
  shippingCost: dollarsFromCents(shippingCostCents),
  payoutAmount: dollarsFromCents(payoutCents),
})

const partOf = ({ quantity, totalCents, payoutCents }: Pick<Refunded, 'quantity' | 'totalCents' | 'payoutCents'>) => ({
  quantity,
  amount: dollarsFromCents(totalCents),
  payoutAmount: dollarsFromCents(payoutCents),
})

const refundedOf = (refunded: Refunded): NonNullable<RestSale['refunded']> => ({
  ...partOf(refunded),
  returns: refunded.returns.map((one) => ({ ...partOf(one), returnedAt: new Date(one.atMs).toISOString(), reason: one.reason })),
})

export function restSale(sale: Sale): RestSale {
  const dateSold = new Date(sale.soldAtMs).toISOString()
  return {
    saleID: sale.id,
    itemName: sale.itemName,
    imageUrl: sale.imageUrl,
    ...numbersOf(sale),
    dateSold,
    timestamp: dateSold,
    voidedAt: isoOf(sale.voidedAtMs),
    editedAt: isoOf(sale.editedAtMs),
    booked: sale.booked && numbersOf(asBooked(sale)),
    ...(sale.refunded ? { refunded: refundedOf(sale.refunded) } : {}),
  }
}
