import { type Cents, cents, formatCents, parseDollars, plainDollars, sumCents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import type { Cart } from '@shop/shared/pos/schema.ts'
import { type Discount, WHOLE_BPS } from '@shop/shared/sales/reduction-schema.ts'
import { grossCentsOf, reducedCentsOf } from '@shop/shared/sales/rules/reductions.ts'
import { lineTotals } from '@shop/shared/sales/rules/totals.ts'
import type { Discounted } from '../use-screen-state.ts'
import { isHuge, lineDiscountCents, reducedLines } from './build-sale.ts'
import { type CartChange, setCartDiscount, setDiscount } from './cart-changes.ts'

/** A discount as it is typed. */
export type DiscountEntry = Omit<Discount, 'value'> & { readonly text: string }

/** The fields of a discount: those of the present one, or empty ones. */
export function entryOf(present: Discount | null | undefined): DiscountEntry {
  if (!present) return { kind: 'percent', text: '', bearer: 'shared', reason: '' }
  const { value, ...rest } = present
  return { ...rest, text: rest.kind === 'percent' ? String(value / 100) : plainDollars(cents(value)) }
}

/** Reads a discount. `priceCents`: the price it comes off, 0 while there is none yet. */
export function readDiscount({ text, ...rest }: DiscountEntry, priceCents: Cents): Discount | { readonly problem: string } {
  const typed = text.trim()
  const isPercent = rest.kind === 'percent'
  if (typed === '') return { problem: 'Please enter the discount' }
  if (/[.,]\d{3,}\D*$/.test(typed) && (isPercent || typed.includes('.'))) return { problem: 'At most two decimals' }
  const value = isPercent ? readPercent(typed) : parseDollars(typed)
  if (value === undefined) return { problem: isPercent ? 'Please enter a valid percentage' : 'Please enter a valid amount' }
  if (value === 0) return { problem: 'The discount must be greater than 0' }
  if (isPercent && value > WHOLE_BPS) return { problem: 'At most 100%' }
  if (!isPercent && priceCents > 0 && value > priceCents) return { problem: `At most the price, ${formatCents(priceCents)}` }
  return { ...rest, value, reason: rest.reason.trim() }
}

/** Hundredths of a percent. */
function readPercent(text: string): number | undefined {
  const match = /^(\d{1,6})?(?:[.,](\d{0,2}))?\s*%?$/.exec(text)
  if (!match || (match[1] === undefined && !match[2])) return undefined
  return Number(match[1] ?? '0') * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** Sets the discount of a line or of the cart. */
export const discountChange = ({ lineId }: Discounted, discount: Discount | null): CartChange =>
  lineId === null ? setCartDiscount(discount) : setDiscount(lineId, discount)

/** Money of a discount's line or cart. */
export type DiscountEffect = {
  /** Price before the discount: of the line, or of the goods after the discounts of their lines. */
  readonly beforeCents: Cents
  readonly afterCents: Cents
  /** Share of the consignors, with the discount on the whole cart. */
  readonly payoutCents: Cents
  /** The shop's part of the lines on which it pays more than it gets; 0 for none. */
  readonly lossCents: Cents
}

/** Computes the effect of the discount that a line or the whole of `cart` has. */
export function discountEffect(cart: Cart, { lineId }: Discounted, taxRateBps: number): DiscountEffect {
  if (isHuge(cart)) return { beforeCents: ZERO_CENTS, afterCents: ZERO_CENTS, payoutCents: ZERO_CENTS, lossCents: ZERO_CENTS }
  const isOfLine = ({ id }: { readonly id: string }) => lineId === null || id === lineId
  const lines = cart.lines.filter(isOfLine)
  const beforeCents = sumCents(lines.map((line) => cents(grossCentsOf(line) - (lineId === null ? lineDiscountCents(line) : 0))))
  const reduced = reducedLines(cart).filter(isOfLine)
  const each = reduced.map((line) => lineTotals({ ...line, consignorPercentage: cart.consignorPercentage }, taxRateBps))
  const offCents = sumCents(
    reduced.map(({ reductions }) => reducedCentsOf(reductions.filter(({ scope }) => (scope === 'cart') === (lineId === null)))),
  )
  return {
    beforeCents,
    afterCents: cents(beforeCents - offCents),
    payoutCents: sumCents(each.map(({ payoutCents }) => payoutCents)),
    lossCents: sumCents(each.map(({ shopCents }) => (shopCents < 0 ? cents(-shopCents) : ZERO_CENTS))),
  }
}
