import { sumCents } from '@shop/shared/kernel/money.ts'
import type { PosSale } from '@shop/shared/pos/schema.ts'
import { type Refund, refunds } from '@shop/shared/sales/refund-schema.ts'
import { saleLineId } from '@shop/shared/sales/rules/sold-pieces.ts'
import { type Sale, sales } from '@shop/shared/sales/schema.ts'
import { useLive } from '../../sync/api.ts'

/** The returns of a sale, oldest first. */
export const useReturns = (saleId: string): readonly Refund[] =>
  useLive((view) => [...view.where(refunds, 'saleId', saleId)].sort((a, b) => a.atMs - b.atMs), [saleId])

/** The booked lines of a sale, in the order of its receipt. */
export const useSoldLines = (sale: PosSale): readonly Sale[] =>
  useLive(
    (view) => {
      const rows = new Map(view.where(sales, 'posSaleId', sale.id).map((row) => [row.id, row]))
      return sale.lines.flatMap((_, index) => rows.get(saleLineId(sale.id, index)) ?? [])
    },
    [sale.id, sale.lines.length],
  )

/** Number of pieces of each line of a receipt that came back. */
export function returnedPieces(sale: PosSale, returns: readonly Refund[]): readonly number[] {
  const pieces = new Map<string, number>()
  for (const { saleLineId: id, quantity } of returns.flatMap((refund) => refund.lines)) pieces.set(id, (pieces.get(id) ?? 0) + quantity)
  return sale.lines.map((_, index) => (pieces.size === 0 ? 0 : (pieces.get(saleLineId(sale.id, index)) ?? 0)))
}

/** Money that returns gave back. */
export const givenBackCents = (returns: readonly Refund[]) =>
  sumCents(returns.flatMap(({ tenders }) => tenders.map(({ amountCents }) => amountCents)))
