import { type Cents, parseDollars, plainDollars } from '@shop/shared/kernel/money.ts'
import { AMOUNT_INVALID, HANDLE_PREFIX, payoutTargetSchema, savedHandle, tooMuch } from '@shop/shared/payouts/rules/payout-form.ts'
import type { PaymentInfo, PayoutMethod } from '@shop/shared/payouts/schema.ts'

/** The form as typed. `method` is '' until one is chosen. */
export type PayoutFormValues = { readonly method: PayoutMethod | ''; readonly amount: string; readonly handle: string }

/** One message for each wrong field. */
export type PayoutFormErrors = { readonly [Field in keyof PayoutFormValues]?: string }

/** Initial values: the whole available balance, to the saved handle. */
export function startingValues(availableCents: Cents, info: PaymentInfo | undefined): PayoutFormValues {
  const method = info?.cashtag ? 'cashapp' : info?.venmoUsername ? 'venmo' : ''
  return { method, amount: plainDollars(availableCents), handle: method === '' ? '' : savedHandle(info, method) }
}

/** Values after a change of method: the handle becomes the saved one, or the method's prefix. */
export function withMethod(values: PayoutFormValues, method: PayoutMethod, info: PaymentInfo | undefined): PayoutFormValues {
  return { ...values, method, handle: savedHandle(info, method) || HANDLE_PREFIX[method] }
}

type Checked =
  | { readonly ok: true; readonly method: PayoutMethod; readonly amountCents: Cents; readonly handle: string }
  | { readonly ok: false; readonly errors: PayoutFormErrors }

/** Parses the form into a request, or answers the message of each wrong field. */
export function checkPayoutForm({ method, amount, handle }: PayoutFormValues, availableCents: Cents): Checked {
  const amountCents = parseDollars(amount)
  const target = payoutTargetSchema.safeParse({ method, handle })
  const wrong = target.error?.issues ?? []
  const errors: PayoutFormErrors = {
    ...Object.fromEntries(wrong.map(({ path, message }) => [path[0], message])),
    ...(amountCents === undefined || amountCents <= 0
      ? { amount: AMOUNT_INVALID }
      : amountCents > availableCents
        ? { amount: tooMuch(availableCents) }
        : {}),
  }
  if (Object.keys(errors).length > 0 || !target.success || amountCents === undefined) return { ok: false, errors }
  return { ok: true, amountCents, ...target.data }
}
