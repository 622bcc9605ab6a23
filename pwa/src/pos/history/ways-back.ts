import { tenderName } from '@shop/shared/pos/rules/tender-name.ts'
import type { PosSale } from '@shop/shared/pos/schema.ts'
import type { Refund, RefundTender } from '@shop/shared/sales/refund-schema.ts'
import { byWay, tendersLeft } from '@shop/shared/sales/rules/tenders-left.ts'

/** A way in which money is given back. */
export type WayBack = Pick<RefundTender, 'kind' | 'label'>

/** The ways in which a sale was paid, first the one of which most is left after its returns. */
export const waysBack = (sale: PosSale, returns: readonly Refund[]): readonly WayBack[] =>
  [...byWay(tendersLeft(sale, returns))].sort((a, b) => b.amountCents - a.amountCents).map(({ kind, label }) => ({ kind, label }))

/** For example "in cash" or "by Visa". */
export function wayWords(way: WayBack): string {
  if (way.kind === 'cash') return 'in cash'
  return `by ${way.label.trim() || tenderName({ kind: way.kind, label: '' }).toLowerCase()}`
}
