import type { Cents } from '../../kernel/money.ts'
import type { AutoPrice } from '../schema.ts'

/** Decides on an offered price per piece by the seller's price rule. Null leaves the decision to the seller. */
export function autoAnswer(
  rule: Pick<AutoPrice, 'acceptAtCents' | 'declineBelowCents'> | undefined,
  priceCents: Cents,
): 'accept' | 'decline' | null {
  if (!rule) return null
  if (rule.declineBelowCents !== null && priceCents < rule.declineBelowCents) return 'decline'
  return rule.acceptAtCents !== null && priceCents >= rule.acceptAtCents ? 'accept' : null
}
