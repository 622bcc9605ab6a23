import { ITEM_LIMITS, MAX_QUANTITY } from '@shop/shared/inventory/schema.ts'
import { parseWhole } from './item-form-values.ts'

export type HandOverErrors = Partial<Record<'consignor' | 'quantity' | 'location', string>>

/** Validates the form. `available`: pieces in stock; null if the source keeps its stock. */
export function handOverErrors(
  values: { consignorText: string; consignorId: string | null; quantity: string; location: string },
  available: number | null,
): HandOverErrors {
  const errors: HandOverErrors = {}
  if (values.consignorId === null)
    errors.consignor =
      values.consignorText.trim() === '' ? 'Please enter a user email or username' : 'Please select a user from the dropdown'
  const quantity = parseWhole(values.quantity)
  if (quantity === undefined && values.quantity.trim() !== '') errors.quantity = 'Quantity must be a whole number'
  else if (quantity === undefined || quantity < 1) errors.quantity = 'Quantity must be greater than 0'
  else if (available !== null && quantity > available) errors.quantity = `Only ${available} available in inventory`
  else if (quantity > MAX_QUANTITY) errors.quantity = `At most ${MAX_QUANTITY}`
  if (values.location.trim().length > ITEM_LIMITS.location) errors.location = `At most ${ITEM_LIMITS.location} characters`
  return errors
}
