import * as z from 'zod/mini'

/** Maximum amount of one field, in cents. Even the sum of a million such amounts is a safe integer. */
export const MAX_CENTS = 9_000_000_000

/** An amount of money in whole cents, within ±MAX_CENTS. It is branded, so that a plain number does not compile in its place. */
export const centsSchema = z.int('Please enter a valid amount').check(z.minimum(-MAX_CENTS), z.maximum(MAX_CENTS)).brand<'Cents'>()

/** A sum of amounts in whole cents, such as a balance. It may exceed MAX_CENTS. */
export const centsSumSchema = z.int().brand<'Cents'>()

/** An amount in whole cents, 0…MAX_CENTS. */
export const nonNegativeCentsSchema = centsSchema.check(z.refine((value) => value >= 0, 'The amount must not be negative'))

/** An amount in whole cents, 1…MAX_CENTS. */
export const positiveCentsSchema = centsSchema.check(z.refine((value) => value > 0, 'The amount must be greater than 0'))

/** Amount of money in whole cents. `cents` makes it; the schemas of this file parse it. */
export type Cents = z.infer<typeof centsSchema>

/** Brands a whole number of cents. A value that is no safe integer is a bug and throws RangeError. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of cents: ${value}`)
  return (value === 0 ? 0 : value) as Cents
}

/** Zero cents. */
export const ZERO_CENTS: Cents = cents(0)

/** Adds amounts; an empty list gives 0. Throws RangeError when the sum is no safe integer. */
export function sumCents(amounts: Iterable<Cents>): Cents {
  let sum = 0
  for (const amount of amounts) sum += amount
  return cents(sum)
}

/** Computes `amount × numerator ÷ denominator` in cents. Rounds half away from zero, so that a reversal is the exact negative of its original. */
export function shareHalfUp(amount: Cents, numerator: number, denominator: number): Cents {
  const magnitude = BigInt(Math.abs(amount)) * BigInt(numerator)
  const divisor = BigInt(denominator)
  const rounded = Number((2n * magnitude + divisor) / (2n * divisor))
  return cents(amount < 0 ? -rounded : rounded)
}

/** Takes a percentage of an amount, rounded half up to the cent. `percent`: 0…100, with at most two decimals. */
export function percentOf(amount: Cents, percent: number): Cents {
  return shareHalfUp(amount, Math.round(percent * 100), 10_000)
}

/** Formats a rate in basis points: 825 → "8.25%". */
export function formatRate(rateBps: number): string {
  return `${Number((rateBps / 100).toFixed(2))}%`
}

/** Computes the pre-tax part of a tax-inclusive price: price ÷ (1 + rate), rounded half up. `taxRateBps`: basis points, 825 = 8.25%. */
export function preTaxOf(taxInclusive: Cents, taxRateBps: number): Cents {
  return shareHalfUp(taxInclusive, 10_000, 10_000 + taxRateBps)
}

/** Computes `amount × count` in cents. Throws RangeError when the product is no safe integer. */
export function timesCents(amount: Cents, count: number): Cents {
  return cents(amount * count)
}

/** Converts dollars of a REST body to cents, rounded half up. NaN and amounts beyond ±MAX_CENTS give undefined. */
export function centsFromDollars(dollars: number): Cents | undefined {
  if (!Number.isFinite(dollars)) return undefined
  const rounded = Math.sign(dollars) * Math.round(Number(`${Math.abs(dollars)}`) * 100 + 1e-7)
  return Math.abs(rounded) <= MAX_CENTS ? cents(rounded) : undefined
}

/** Converts cents to dollars for a REST body or an exported file. */
export function dollarsFromCents(amount: Cents): number {
  return amount / 100
}

/** Reads dollars as a person types them ("12", "12.5", "$1,234.50"). A text that is no amount or has more than two decimals gives undefined. */
export function parseDollars(text: string): Cents | undefined {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{0,2}))?$/.exec(text.trim())
  if (!match || (match[1] === undefined && !match[2])) return undefined
  const value = Number((match[1] ?? '0').replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return value <= MAX_CENTS ? cents(value) : undefined
}

/** Reads an amount like `parseDollars`, but accepts negative amounts ("-3.05") too, because a person may owe the shop. */
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

/** Formats an amount for a form field or a CSV cell, without separators: "1234.50". */
export function plainDollars(amount: Cents): string {
  return (amount / 100).toFixed(2)
}
