import { type Cents, parseDollars } from '@shop/shared/kernel/money.ts'

/** The form as typed. */
export type CustomSaleTexts = { readonly itemName: string; readonly amount: string }

type Checked =
  | { readonly ok: true; readonly itemName: string; readonly amountCents: Cents }
  /** `isIncomplete`: true if fields are empty. One sentence below the form then says so for all of them. */
  | { readonly ok: false; readonly isIncomplete: boolean; readonly errors: Partial<CustomSaleTexts> }

/** Marks a field as wrong without a message at the field. */
const MARKED = ' '

/** Parses the form, or reports the empty and the invalid fields. */
export function checkCustomSale({ itemName, amount }: CustomSaleTexts): Checked {
  const errors = { ...(itemName.trim() === '' && { itemName: MARKED }), ...(amount.trim() === '' && { amount: MARKED }) }
  if (Object.keys(errors).length > 0) return { ok: false, isIncomplete: true, errors }
  const amountCents = parseDollars(amount)
  if (amountCents === undefined || amountCents < 1)
    return { ok: false, isIncomplete: false, errors: { amount: 'Please enter an amount such as 12.50' } }
  return { ok: true, itemName, amountCents }
}
