import { cents, formatCents, formatRate } from '@shop/shared/kernel/money.ts'
import type { Discount } from '@shop/shared/sales/reduction-schema.ts'

/** A discount in short: "10% off · damaged". */
export function discountWords({ kind, value, reason }: Pick<Discount, 'kind' | 'value' | 'reason'>): string {
  return `${kind === 'percent' ? formatRate(value) : formatCents(cents(value))} off${reason && ` · ${reason}`}`
}
