import * as z from 'zod/mini'

/** Largest amount of one field, in cents. A double is exact far beyond this, so that even the sum of a million such fields is a safe integer. */
export const MAX_CENTS = 9_000_000_000

/** An amount of money in whole cents, within ±MAX_CENTS. Branded, so that a bare number or a dollar amount does not compile. */
export const centsSchema = z.int('Please enter a valid amount').check(z.minimum(-MAX_CENTS), z.maximum(MAX_CENTS)).brand<'Cents'>()

/** Sum of amounts in whole cents, such as a balance: any safe integer, because it may add up many amounts of MAX_CENTS. */
export const centsSumSchema = z.int().brand<'Cents'>()

/** An amount in whole cents, 0…MAX_CENTS. */
export const nonNegativeCentsSchema = centsSchema.check(z.refine((value) => value >= 0, 'The amount must not be negative'))

/** An amount in whole cents, 1…MAX_CENTS. */
export const positiveCentsSchema = centsSchema.check(z.refine((value) => value > 0, 'The amount must be greater than 0'))

/** Amount of money in whole cents. Made by `cents` or parsed by `centsSchema`, never cast. */
export type Cents = z.infer<typeof centsSchema>

/** Brands a whole number of cents. Any value that is not a safe integer is our bug, not bad input, and throws RangeError. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of cents: ${value}`)
  return (value === 0 ? 0 : value) as Cents
}

/** Zero cents. */
export const ZERO_CENTS: Cents = cents(0)

/** Sum in cents; 0 for an empty list. Throws RangeError beyond the safe integers. */
export function sumCents(amounts: Iterable<Cents>): Cents {
  let sum = 0
  for (const amount of amounts) sum += amount
  return cents(sum)
}

/** `amount × numerator ÷ denominator` in cents, exact within ±MAX_CENTS. Rounds half up, away from zero for negative amounts, so that a reversal
 *  is the exact negative of its original. */
export function shareHalfUp(amount: Cents, numerator: number, denominator: number): Cents {
  const magnitude = BigInt(Math.abs(amount)) * BigInt(numerator)
  const divisor = BigInt(denominator)
  const rounded = Number((2n * magnitude + divisor) / (2n * divisor))
  return cents(amount < 0 ? -rounded : rounded)
}

/** Percentage of an amount, rounded half up to the cent. `percent`: 0…100, at most two decimals. */
export function percentOf(amount: Cents, percent: number): Cents {
  return shareHalfUp(amount, Math.round(percent * 100), 10_000)
}

/** Formats a rate in basis points: 825 → "8.25%". */
export function formatRate(rateBps: number): string {
  return `${Number((rateBps / 100).toFixed(2))}%`
}

/** Pre-tax part of a tax-inclusive price: round(price ÷ (1 + rate)), half up. `taxRateBps`: basis points, 825 = 8.25%. */
export function preTaxOf(taxInclusive: Cents, taxRateBps: number): Cents {
  return shareHalfUp(taxInclusive, 10_000, 10_000 + taxRateBps)
}

/** `amount × count` in cents. Throws RangeError beyond the safe integers. */
export function timesCents(amount: Cents, count: number): Cents {
  return cents(amount * count)
}

/** Cents of a number of dollars in a REST body, rounded half up. NaN and infinities give undefined. */
export function centsFromDollars(dollars: number): Cents | undefined {
  if (!Number.isFinite(dollars)) return undefined
  const rounded = Math.sign(dollars) * Math.round(Number(`${Math.abs(dollars)}`) * 100 + 1e-7)
  return Math.abs(rounded) <= MAX_CENTS ? cents(rounded) : undefined
}

/** Dollars for a REST body: the double nearest to cents ÷ 100. */
export function dollarsFromCents(amount: Cents): number {
  return amount / 100
}

/** Cents of dollars as a person types them ("12", "12.5", "$1,234.50"); undefined for a text that is no amount or has more than two decimals. */
export function parseDollars(text: string): Cents | undefined {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{0,2}))?$/.exec(text.trim())
  if (!match || (match[1] === undefined && !match[2])) return undefined
  const value = Number((match[1] ?? '0').replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return value <= MAX_CENTS ? cents(value) : undefined
}

/** As `parseDollars`, but the amount may be negative ("-3.05"): a balance somebody owes. */
export function parseSignedDollars(text: string): Cents | undefined {
  const isNegative = /^\s*[-−]/.test(text)
  const amount = parseDollars(isNegative ? text.replace(/^\s*[-−]/, '') : text)
  return amount !== undefined && isNegative ? cents(-amount) : amount
}

/** Formats an amount for people: "$1,234.50", "-$0.05". */
export function formatCents(amount: Cents): string {
  const magnitude = Math.abs(amount)
  const whole = Math.floor(magnitude / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',')
  return `${amount < 0 ? '-' : ''}$${whole}.${(magnitude % 100).toString().padStart(2, '0')}`
}

/** Formats an amount for a form field or CSV cell: "1234.50", without separators. */
export function plainDollars(amount: Cents): string {
  return (amount / 100).toFixed(2)
}
