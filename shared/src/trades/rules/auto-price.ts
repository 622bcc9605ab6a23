import { sameBarcode } from '../../inventory/rules/barcodes.ts'
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

/** Finds a seller's price rule for a barcode among `rules` of that seller. Of rules for several spellings, which only older shops have, the newest
 *  counts. */
export function newestRule(rules: readonly AutoPrice[], barcode: string): AutoPrice | undefined {
  // ids begin with their time
  return rules
    .filter(({ barcode1 }) => sameBarcode(barcode1, barcode))
    .reduce<AutoPrice | undefined>((newest, rule) => (newest && newest.id > rule.id ? newest : rule), undefined)
}
