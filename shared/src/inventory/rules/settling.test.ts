import { describe, expect, it } from 'vitest'
import { testId } from '../../testing/memory-shop.ts'
import { settleActionsOf, settleArgs } from './settling.ts'

const about = { id: testId(1), itemId: testId(100) }
const sale = { id: testId(1_000), lines: [{ itemId: testId(100), consignorId: null }] } as never
const reference = { saleId: testId(1_000), itemIds: [testId(100)], consignorIds: [] }

describe('the ways to settle a discrepancy', () => {
  it('include undoing the sale only when there is one', () => {
    expect(settleActionsOf({ kind: 'negative_stock', saleId: testId(1) })).toEqual(['write_off', 'correct_count', 'undo_sale', 'accept'])
    expect(settleActionsOf({ kind: 'negative_stock', saleId: null })).toEqual(['write_off', 'correct_count', 'accept'])
  })
  it('name the sale and the place of its goods only when it is undone', () => {
    const common = { discrepancyId: about.id, itemId: about.itemId, note: '' }
    expect(settleArgs(about, { action: 'undo_sale' }, sale)).toEqual({
      ...{ ...common, action: 'undo_sale' },
      sale: { ...reference, goods: 'back' },
    })
    expect(settleArgs(about, { action: 'undo_sale', goods: 'kept', note: 'seen' }, sale)).toEqual({
      ...{ ...common, action: 'undo_sale', note: 'seen' },
      sale: { ...reference, goods: 'kept' },
    })
    expect(settleArgs(about, { action: 'accept' }, sale)).toEqual({ ...common, action: 'accept', sale: null })
    expect(settleArgs(about, { action: 'undo_sale' })).toEqual({ ...common, action: 'undo_sale', sale: null })
  })
  it('name a count when there is one, even of nothing', () => {
    expect(settleArgs(about, { action: 'correct_count', countedQuantity: 0 })).toMatchObject({ countedQuantity: 0 })
    expect(settleArgs(about, { action: 'correct_count', countedQuantity: undefined })).not.toHaveProperty('countedQuantity')
  })
})
