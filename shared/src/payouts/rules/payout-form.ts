import { z } from 'zod'
import { type Cents, centsSchema, formatCents } from '../../kernel/money.ts'
import { storableText } from '../../kernel/text.ts'
import { type PaymentInfo, type PayoutMethod, payoutMethodSchema } from '../schema.ts'

/** Most characters of a handle. */
export const MAX_HANDLE = 60

/** What a handle of each way begins with (spec §5). */
export const HANDLE_PREFIX: Readonly<Record<PayoutMethod, string>> = { cashapp: '$', venmo: '@' }

/** The name of each way. */
export const METHOD_NAME: Readonly<Record<PayoutMethod, string>> = { cashapp: 'CashApp', venmo: 'Venmo' }

/** What is said when a handle is missing (spec §5). */
export const HANDLE_MISSING: Readonly<Record<PayoutMethod, string>> = {
  cashapp: 'Please enter your CashTag',
  venmo: 'Please enter your Venmo username',
}

/** A handle with its prefix, however it was typed; '' when there is nothing but prefixes and spaces. */
export function handleOf(method: PayoutMethod, typed: string): string {
  const name = storableText(typed)
    .replace(/\s+/g, '')
    .replace(/^[$@]+/, '')
  return name === '' ? '' : `${HANDLE_PREFIX[method]}${name}`
}

/** What is said of an amount nobody can be paid (spec §5). */
export const AMOUNT_INVALID = 'Please enter a valid amount'

/** The amount of a payout: above 0 (spec §5). */
export const payoutAmountSchema = centsSchema.refine((amount) => amount > 0, AMOUNT_INVALID)

/** What is said when more is asked for than there is (spec §5). */
export const tooMuch = (availableCents: Cents): string => `Cannot request more than your current balance of ${formatCents(availableCents)}`

/** Way and handle together: the handle is kept with its prefix. */
export const payoutTargetSchema = z
  .object({ method: payoutMethodSchema, handle: z.string().max(MAX_HANDLE, `At most ${MAX_HANDLE} characters`) })
  .transform(({ method, handle }) => ({ method, handle: handleOf(method, handle) }))
  .superRefine(({ method, handle }, context) => {
    if (handle === '') context.addIssue({ code: 'custom', path: ['handle'], message: HANDLE_MISSING[method] })
  })

/** The handle this person was last paid to by this way; '' for none. */
export function savedHandle(info: PaymentInfo | undefined, method: PayoutMethod): string {
  return (method === 'cashapp' ? info?.cashtag : info?.venmoUsername) ?? ''
}
