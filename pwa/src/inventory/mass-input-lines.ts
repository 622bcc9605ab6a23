import { MAX_MASS_INPUT } from '@shop/shared/inventory/commands/mass-input-items.ts'
import { enteredBarcode } from '@shop/shared/inventory/rules/barcodes.ts'
import { ITEM_LIMITS } from '@shop/shared/inventory/schema.ts'
import { grouped } from '../ui/counted.ts'

/** The non-empty lines, one barcode each. */
export function barcodeLines(typed: string): string[] {
  return typed
    .split(/\r\n|\r|\n/)
    .map((line) => enteredBarcode(line))
    .filter((line) => line !== '')
}

export type MassInputValues = { consignorText: string; consignorId: string | null; itemName: string; location: string; barcodes: string }

/** The first invalid field and its message; undefined if the form is valid. */
export function massInputProblem(
  values: MassInputValues,
): { field: 'consignor' | 'itemName' | 'location' | 'barcodes'; message: string } | undefined {
  if (values.consignorId === null)
    return {
      field: 'consignor',
      message: values.consignorText.trim() === '' ? 'Please select a consignor' : 'Please select a user from the dropdown',
    }
  if (values.itemName.trim() === '') return { field: 'itemName', message: 'Please enter an item name' }
  if (values.itemName.trim().length > ITEM_LIMITS.itemName)
    return { field: 'itemName', message: `At most ${ITEM_LIMITS.itemName} characters` }
  if (values.location.trim().length > ITEM_LIMITS.location)
    return { field: 'location', message: `At most ${ITEM_LIMITS.location} characters` }
  const lines = barcodeLines(values.barcodes)
  if (lines.length === 0) return { field: 'barcodes', message: 'Please enter at least one barcode' }
  if (lines.length > MAX_MASS_INPUT)
    return { field: 'barcodes', message: `At most ${grouped(MAX_MASS_INPUT)} barcodes at once; these are ${grouped(lines.length)}` }
  const long = lines.findIndex((line) => line.length > ITEM_LIMITS.barcode)
  if (long >= 0) return { field: 'barcodes', message: `Barcode ${long + 1} is longer than ${ITEM_LIMITS.barcode} characters` }
  return undefined
}
