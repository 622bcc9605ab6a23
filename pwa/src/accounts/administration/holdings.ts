import { formatCents } from '@shop/shared/kernel/money.ts'
import type { Balance } from '@shop/shared/sales/schema.ts'
import { counted } from '../../ui/counted.ts'

/** What an account holds, in words: '3 items in stock and a balance of $12.00'. Null when it holds nothing. */
export function holdingsWords(
  itemCount: number,
  { availableCents, heldCents }: Pick<Balance, 'availableCents' | 'heldCents'>,
): string | null {
  const parts = [
    ...(itemCount > 0 ? [`${counted(itemCount, 'item')} in stock`] : []),
    ...(availableCents === 0 && heldCents === 0 ? [] : [`a balance of ${formatCents(availableCents)}`]),
    ...(heldCents === 0 ? [] : [`${formatCents(heldCents)} held for payouts and trades`]),
  ]
  if (parts.length === 0) return null
  return parts.length === 1 ? (parts[0] ?? null) : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
