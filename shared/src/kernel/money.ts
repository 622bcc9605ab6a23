import * as z from 'zod/mini'

/** The largest amount one field may hold: ±90,071,992,547,409.91 dollars would still be exact; the limit is far below it
 *  so that sums of a million such fields stay safe integers. Unit: cents. */
export const MAX_CENTS = 9_000_000_000

/** An amount of money in whole cents, within ±MAX_CENTS. Branded, so that a bare number or a dollar amount does not compile. */
export const centsSchema = z.int('Please enter a valid amount').check(z.minimum(-MAX_CENTS), z.maximum(MAX_CENTS)).brand<'Cents'>()

/** A sum of amounts in whole cents, such as a balance: any safe integer, because many amounts of MAX_CENTS may have gone into it. */
export const centsSumSchema = z.int().brand<'Cents'>()

/** An amount in whole cents, 0…MAX_CENTS. */
export const nonNegativeCentsSchema = centsSchema.check(z.refine((value) => value >= 0, 'The amount must not be negative'))

/** An amount in whole cents, 1…MAX_CENTS. */
export const positiveCentsSchema = centsSchema.check(z.refine((value) => value > 0, 'The amount must be greater than 0'))

/** An amount of money in whole cents. Made by `cents` or by parsing with `centsSchema`; never by a cast. */
export type Cents = z.infer<typeof centsSchema>

/** Brands a whole number of cents. Throws RangeError when it is not a safe integer: that is a bug of ours, not bad input. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of cents: ${value}`)
  return (value === 0 ? 0 : value) as Cents
}

/** Zero cents. */
export const ZERO_CENTS: Cents = cents(0)

/** Sum in cents; 0 for an empty list. Throws RangeError when the sum leaves the safe integers. */
export function sumCents(amounts: Iterable<Cents>): Cents {
  let sum = 0
  for (const amount of amounts) sum += amount
  return cents(sum)
}

/** `amount × numerator ÷ denominator` in cents, rounded half-up (away from zero for negative amounts, so that a reversal
 *  is the exact negative of what it reverses). Exact for every amount within ±MAX_CENTS (design §5). */
export function shareHalfUp(amount: Cents, numerator: number, denominator: number): Cents {
  const magnitude = BigInt(Math.abs(amount)) * BigInt(numerator)
  const divisor = BigInt(denominator)
  const rounded = Number((2n * magnitude + divisor) / (2n * divisor))
  return cents(amount < 0 ? -rounded : rounded)
}

/** Percentage of an amount, rounded half-up on cents. `percent`: 0…100, at most two decimals. */
export function percentOf(amount: Cents, percent: number): Cents {
  return shareHalfUp(amount, Math.round(percent * 100), 10_000)
}

/** A rate in basis points for people: 825 → "8.25%". */
export function formatRate(rateBps: number): string {
  return `${Number((rateBps / 100).toFixed(2))}%`
}

/** The pre-tax part of a tax-inclusive price: round(price ÷ (1 + rate)), half-up (design §5). `taxRateBps`: basis points, 825 = 8.25%. */
export function preTaxOf(taxInclusive: Cents, taxRateBps: number): Cents {
  return shareHalfUp(taxInclusive, 10_000, 10_000 + taxRateBps)
}

/** `amount × count` in cents. Throws RangeError past the safe integers. */
export function timesCents(amount: Cents, count: number): Cents {
  return cents(amount * count)
}

/** Cents from a number of dollars as a REST body carries it, rounded half-up to the cent. NaN and infinities give undefined. */
export function centsFromDollars(dollars: number): Cents | undefined {
  if (!Number.isFinite(dollars)) return undefined
  const rounded = Math.sign(dollars) * Math.round(Number(`${Math.abs(dollars)}`) * 100 + 1e-7)
  return Math.abs(rounded) <= MAX_CENTS ? cents(rounded) : undefined
}

/** Dollars for a REST body: the nearest double of cents ÷ 100. */
export function dollarsFromCents(amount: Cents): number {
  return amount / 100
}

/** What a person typed as dollars ("12", "12.5", "$1,234.50") as cents; undefined when it is no amount or has more than two decimals. */
export function parseDollars(text: string): Cents | undefined {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{0,2}))?$/.exec(text.trim())
  if (!match || (match[1] === undefined && !match[2])) return undefined
  const value = Number((match[1] ?? '0').replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return value <= MAX_CENTS ? cents(value) : undefined
}

/** Dollars as typed that may be negative ("-3.05"), as cents: a balance somebody owes. Else as `parseDollars`. */
export function parseSignedDollars(text: string): Cents | undefined {
  const isNegative = /^\s*[-−]/.test(text)
  const amount = parseDollars(isNegative ? text.replace(/^\s*[-−]/, '') : text)
  return amount !== undefined && isNegative ? cents(-amount) : amount
}

/** For people: "$1,234.50", "-$0.05". */
export function formatCents(amount: Cents): string {
  const magnitude = Math.abs(amount)
  const whole = Math.floor(magnitude / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',')
  return `${amount < 0 ? '-' : ''}$${whole}.${(magnitude % 100).toString().padStart(2, '0')}`
}

/** For a form field and a CSV cell: "1234.50", without sign or separators. */
export function plainDollars(amount: Cents): string {
  return (amount / 100).toFixed(2)
}
