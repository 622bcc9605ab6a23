import * as z from 'zod/mini'
import { type Cents, centsSchema, formatCents } from '../../kernel/money.ts'
import { storableText, withoutInvisible } from '../../kernel/text.ts'
import { type PaymentInfo, type PayoutMethod, payoutMethodSchema } from '../schema.ts'

/** Most characters of a handle, its prefix included. */
const MAX_HANDLE = 60
const HANDLE_TOO_LONG = `At most ${MAX_HANDLE} characters`

/** A handle as typed: with or without its prefix. */
export const typedHandleSchema = z.string('Please enter your payment username').check(z.maxLength(MAX_HANDLE, HANDLE_TOO_LONG))

/** What a handle of each way begins with (spec §5). */
export const HANDLE_PREFIX: Readonly<Record<PayoutMethod, string>> = { cashapp: '$', venmo: '@' }

/** The name of each way. */
export const METHOD_NAME: Readonly<Record<PayoutMethod, string>> = { cashapp: 'CashApp', venmo: 'Venmo' }

/** What is said when a handle is missing (spec §5). */
const HANDLE_MISSING: Readonly<Record<PayoutMethod, string>> = {
  cashapp: 'Please enter your CashTag',
  venmo: 'Please enter your Venmo username',
}

/** A handle with its prefix, however it was typed; '' when there is nothing but prefixes, spaces and what nobody sees: pasted along, it would lead to somebody else. */
export function handleOf(method: PayoutMethod, typed: string): string {
  const name = withoutInvisible(storableText(typed))
    .replace(/\s+/g, '')
    .replace(/^[$@]+/, '')
  return name === '' ? '' : `${HANDLE_PREFIX[method]}${name}`
}

/** What is wrong with a handle as `handleOf` gives it, as a sentence; null for nothing. */
export function handleProblem(method: PayoutMethod, handle: string): string | null {
  if (handle === '') return HANDLE_MISSING[method]
  return [...handle].length > MAX_HANDLE ? HANDLE_TOO_LONG : null
}

/** What is said of an amount nobody can be paid (spec §5). */
export const AMOUNT_INVALID = 'Please enter a valid amount'

/** The amount of a payout: above 0 (spec §5). */
export const payoutAmountSchema = centsSchema.check(z.refine((amount) => amount > 0, AMOUNT_INVALID))

/** What is said when more is asked for than there is (spec §5). */
export const tooMuch = (availableCents: Cents): string => `Cannot request more than your current balance of ${formatCents(availableCents)}`

/** Way and handle together: the handle is kept with its prefix. */
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

/** The handle this person was last paid to by this way; '' for none. */
export function savedHandle(info: PaymentInfo | undefined, method: PayoutMethod): string {
  return (method === 'cashapp' ? info?.cashtag : info?.venmoUsername) ?? ''
}
