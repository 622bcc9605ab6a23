import { MAX_MASS_INPUT } from '@shop/shared/inventory/commands/mass-input-items.ts'
import { expect, test } from 'vitest'
import { barcodeLines, massInputProblem } from './mass-input-lines.ts'

test('mass input splits at any line break, skips blank lines and keeps leading zeros', () => {
  expect(barcodeLines('0012\r\n\n  4006381333931 \r\u200b\n\t\n0012')).toEqual(['0012', '4006381333931', '0012'])
})

test('mass input asks for the missing fields in the order of the form', () => {
  const empty = { consignorText: '', consignorId: null, itemName: '', location: '', barcodes: '' }
  const chosen = { ...empty, consignorText: 'ann@shop.test', consignorId: 'ann' }
  expect(massInputProblem(empty)).toEqual({ field: 'consignor', message: 'Please select a consignor' })
  expect(massInputProblem({ ...empty, consignorText: 'ann' })).toEqual({
    field: 'consignor',
    message: 'Please select a user from the dropdown',
  })
  expect(massInputProblem(chosen)).toEqual({ field: 'itemName', message: 'Please enter an item name' })
  expect(massInputProblem({ ...chosen, itemName: 'Tea', barcodes: ' \n ' })).toEqual({
    field: 'barcodes',
    message: 'Please enter at least one barcode',
  })
  expect(massInputProblem({ ...chosen, itemName: 'Tea', barcodes: '1' })).toBeUndefined()
})

test('mass input refuses too many barcodes and names their number', () => {
  const values = { consignorText: 'a', consignorId: 'a', itemName: 'Tea', location: '', barcodes: '1\n'.repeat(MAX_MASS_INPUT) }
  expect(massInputProblem(values)).toBeUndefined()
  expect(massInputProblem({ ...values, barcodes: `${values.barcodes}1` })?.message).toContain('1,001')
})
