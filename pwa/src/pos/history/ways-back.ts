import { type Cents, cents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { tenderKey, tenderName } from '@shop/shared/pos/rules/tender-name.ts'
import type { PosSale } from '@shop/shared/pos/schema.ts'
import type { Refund, RefundTender } from '@shop/shared/sales/refund-schema.ts'
import { tendersLeft } from '@shop/shared/sales/rules/tenders-left.ts'

/** A way in which money is given back. */
export type WayBack = Pick<RefundTender, 'kind' | 'label'>

/** The ways in which a sale was paid, first the one of which most is left after its returns. */
export function waysBack(sale: PosSale, returns: readonly Refund[]): readonly WayBack[] {
  const ways = new Map<string, { readonly way: WayBack; readonly leftCents: Cents }>()
  for (const { kind, label, amountCents } of tendersLeft(sale, returns)) {
    const key = `${kind} ${tenderKey({ kind, label })}`
    const { way, leftCents } = ways.get(key) ?? { way: { kind, label }, leftCents: ZERO_CENTS }
    ways.set(key, { way, leftCents: cents(leftCents + amountCents) })
  }
  return [...ways.values()].sort((a, b) => b.leftCents - a.leftCents).map(({ way }) => way)
}

/** For example "in cash" or "by Visa". */
export function wayWords(way: WayBack): string {
  if (way.kind === 'cash') return 'in cash'
  return `by ${way.label.trim() || tenderName({ kind: way.kind, label: '' }).toLowerCase()}`
}
