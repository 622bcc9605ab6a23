import type { Span } from './trade-clock.ts'

/** A seller's rule for the offers for a barcode: agree to a price of this height or more, refuse a lower one than that; null for never. */
export type RuleDeed = {
  readonly kind: 'rule'
  readonly seller: string
  readonly barcode: string
  readonly acceptAtCents: number | null
  readonly declineBelowCents: number | null
}
type NotedRule = RuleDeed & Span
type Answer = 'agree' | 'refuse' | undefined

/** The rules that may have been in force at some moment of a span. */
export type Rules = {
  during(seller: string, barcode: string, span: Span): readonly ((priceCents: number) => Answer)[]
}

const noRule = (): Answer => undefined

const answering =
  ({ acceptAtCents, declineBelowCents }: RuleDeed) =>
  (priceCents: number): Answer => {
    if (declineBelowCents !== null && priceCents < declineBelowCents) return 'refuse'
    return acceptAtCents !== null && priceCents >= acceptAtCents ? 'agree' : undefined
  }

/** A rule is in force until the seller sets the next one for the barcode. */
export const rulesOf = (all: readonly NotedRule[]): Rules => ({
  during(seller, barcode, { fromMs, toMs }) {
    const own = all.filter((rule) => rule.seller === seller && rule.barcode === barcode)
    const isOver = (rule: NotedRule) => own.some((next) => next.fromMs > rule.toMs && next.toMs < fromMs)
    const inForce = own.filter((rule) => rule.fromMs <= toMs && !isOver(rule)).map(answering)
    return own.some((rule) => rule.toMs < fromMs) ? inForce : [...inForce, noRule]
  },
})
