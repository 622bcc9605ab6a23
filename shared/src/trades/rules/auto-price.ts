import type { Cents } from '../../kernel/money.ts'
import type { AutoPrice } from '../schema.ts'

/** What a seller's price rule says to a price per piece: an answer, or null for the seller's own decision. */
export function autoAnswer(
  rule: Pick<AutoPrice, 'acceptAtCents' | 'declineBelowCents'> | undefined,
  priceCents: Cents,
): 'accept' | 'decline' | null {
  if (!rule) return null
  if (rule.declineBelowCents !== null && priceCents < rule.declineBelowCents) return 'decline'
  return rule.acceptAtCents !== null && priceCents >= rule.acceptAtCents ? 'accept' : null
}
