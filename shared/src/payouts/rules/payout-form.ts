import * as z from 'zod/mini'
import { type Cents, centsSchema, formatCents } from '../../kernel/money.ts'
import { storableText, withoutInvisible } from '../../kernel/text.ts'
import { type PaymentInfo, type PayoutMethod, payoutMethodSchema } from '../schema.ts'

/** Maximum length of a handle with its prefix, in characters. */
const MAX_HANDLE = 60
const HANDLE_TOO_LONG = `At most ${MAX_HANDLE} characters`

/** A handle as typed, with or without its prefix. */
export const typedHandleSchema = z.string('Please enter your payment username').check(z.maxLength(MAX_HANDLE, HANDLE_TOO_LONG))

/** Prefix of each method's handles. */
export const HANDLE_PREFIX: Readonly<Record<PayoutMethod, string>> = { cashapp: '$', venmo: '@' }

/** Name of each method. */
export const METHOD_NAME: Readonly<Record<PayoutMethod, string>> = { cashapp: 'CashApp', venmo: 'Venmo' }

/** Error message for a missing handle. */
const HANDLE_MISSING: Readonly<Record<PayoutMethod, string>> = {
  cashapp: 'Please enter your CashTag',
  venmo: 'Please enter your Venmo username',
}

/** Gives a typed handle its prefix; '' for a handle without a name. Removes invisible characters, because a handle with such a character would name
 *  another account. */
export function handleOf(method: PayoutMethod, typed: string): string {
  const name = withoutInvisible(storableText(typed))
    .replace(/\s+/g, '')
    .replace(/^[$@]+/, '')
  return name === '' ? '' : `${HANDLE_PREFIX[method]}${name}`
}

/** Returns what is wrong with a handle from `handleOf`; null for a good handle. */
export function handleProblem(method: PayoutMethod, handle: string): string | null {
  if (handle === '') return HANDLE_MISSING[method]
  return [...handle].length > MAX_HANDLE ? HANDLE_TOO_LONG : null
}

/** Error message for an invalid amount. */
export const AMOUNT_INVALID = 'Please enter a valid amount'

/** Amount of a payout, above 0. */
export const payoutAmountSchema = centsSchema.check(z.refine((amount) => amount > 0, AMOUNT_INVALID))

/** Error message for a request above the balance. */
export const tooMuch = (availableCents: Cents): string => `Cannot request more than your current balance of ${formatCents(availableCents)}`

/** Method and handle together. Parsing gives the handle its prefix. */
export const payoutTargetSchema = z
  .pipe(
    z.object({ method: payoutMethodSchema, handle: typedHandleSchema }),
    z.transform(({ method, handle }) => ({ method, handle: handleOf(method, handle) })),
  )
  .check(
    z.superRefine(({ method, handle }, context) => {
      const message = handleProblem(method, handle)
      if (message !== null) context.addIssue({ code: 'custom', path: ['handle'], message })
    }),
  )

/** Returns the handle of the person's last request by this method; '' for none. */
export function savedHandle(info: PaymentInfo | undefined, method: PayoutMethod): string {
  return (method === 'cashapp' ? info?.cashtag : info?.venmoUsername) ?? ''
}
