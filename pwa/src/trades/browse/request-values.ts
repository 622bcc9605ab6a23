import { type Cents, parseDollars } from '@shop/shared/kernel/money.ts'
import { requestMoney, shippingOf } from '@shop/shared/trades/rules/money.ts'
import { PRICE_MISSING, quantityRange } from '@shop/shared/trades/rules/trade-form.ts'

export type RequestValues = { readonly quantity: string; readonly price: string; readonly providesOwnShipping: boolean }

/** The shop's terms, and the available quantity. */
export type RequestTerms = {
  readonly max: number
  readonly tradeShippingCents: Cents
  readonly commissionBps: number
  readonly commissionPaidBy: 'seller' | 'buyer'
}

export type RequestErrors = { quantity?: string; price?: string }

type Checked = { readonly ok: true; readonly quantity: number; readonly priceCents: Cents }
type Wrong = { readonly ok: false; readonly errors: RequestErrors }

/** Parses the form, or returns the message of each wrong field. */
export function checkRequest({ quantity: typed, price }: RequestValues, max: number): Checked | Wrong {
  const quantity = /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : 0
  const priceCents = parseDollars(price)
  const errors: RequestErrors = {}
  if (quantity < 1 || quantity > max) errors.quantity = quantityRange(max)
  if (priceCents === undefined || priceCents <= 0) errors.price = PRICE_MISSING
  return priceCents === undefined || Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, quantity, priceCents }
}

/** Cost of the request, computed by the function that charges it; undefined while the form is incomplete. */
export function summaryOf(values: RequestValues, { max, tradeShippingCents, commissionBps, commissionPaidBy }: RequestTerms) {
  const checked = checkRequest(values, max)
  if (!checked.ok) return undefined
  const shippingCents = shippingOf(values.providesOwnShipping, tradeShippingCents)
  return requestMoney(checked.priceCents, checked.quantity, { commissionBps, commissionPaidBy, shippingCents })
}
