import { MAX_QUANTITY } from '@shop/shared/inventory/schema.ts'
import { type Cents, parseDollars, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { recordedTotals } from '@shop/shared/sales/rules/totals.ts'
import { type FieldErrors, parseWhole } from './item-form-values.ts'

/** The sale form as typed. */
export type SaleFormValues = { salePrice: string; shippingCost: string; quantity: string; percentage: number }

/** The sale in a valid form: amounts in cents, percentage 0…100. */
export type CheckedSale = {
  readonly salePriceCents: Cents
  readonly shippingCostCents: Cents
  readonly quantity: number
  readonly consignorPercentage: number
}

const saleDollars = (text: string) => (text.trim() === '' ? ZERO_CENTS : parseDollars(text))

/** The number of pieces, 1 to `available`, or its error message. */
export function checkSoldQuantity(typed: string, available: number): number | string {
  const quantity = parseWhole(typed)
  if (quantity === undefined) return 'Quantity must be a whole number'
  if (quantity < 1) return 'Quantity must be greater than 0'
  if (quantity > Math.min(available, MAX_QUANTITY)) return `Only ${available} available in inventory`
  return quantity
}

/** Validates the form. `available`: pieces in stock. */
export function checkSaleForm(
  values: SaleFormValues,
  available: number,
): { ok: true; sale: CheckedSale } | { ok: false; errors: FieldErrors<SaleFormValues> } {
  const errors: FieldErrors<SaleFormValues> = {}
  const salePriceCents = saleDollars(values.salePrice)
  const shippingCostCents = saleDollars(values.shippingCost)
  const quantity = checkSoldQuantity(values.quantity, available)
  if (salePriceCents === undefined) errors.salePrice = 'Please enter a price such as 12.50'
  else if (salePriceCents < 1) errors.salePrice = 'Total sale price must be at least 0.01'
  if (shippingCostCents === undefined) errors.shippingCost = 'Please enter an amount such as 4.00'
  if (typeof quantity === 'string') errors.quantity = quantity
  if (salePriceCents === undefined || shippingCostCents === undefined || typeof quantity === 'string' || Object.keys(errors).length > 0)
    return { ok: false, errors }
  return { ok: true, sale: { salePriceCents, shippingCostCents, quantity, consignorPercentage: values.percentage } }
}

/** Payout and shop share for the amounts typed so far; undefined while they are invalid. */
export function previewOf(values: SaleFormValues): { payoutCents: Cents; shopCents: Cents } | undefined {
  const salePriceCents = saleDollars(values.salePrice)
  const shippingCostCents = saleDollars(values.shippingCost)
  if (!salePriceCents || shippingCostCents === undefined) return undefined
  return recordedTotals(salePriceCents, shippingCostCents, values.percentage)
}
