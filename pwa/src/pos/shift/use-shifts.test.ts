import type { PosSale } from '@shop/shared/pos/schema.ts'
import type { Refund } from '@shop/shared/sales/refund-schema.ts'
import { expect, it } from 'vitest'
import { factsOf } from './use-shifts.ts'

it('a shift’s facts are the sales whose money it took or gave back', () => {
  const sale = (id: string, shiftId: string | null, voidShiftId: string | null = null) => ({ id, shiftId, voidShiftId }) as PosSale
  const sales = [
    sale('sold', 'mine'),
    sale('voided', 'other', 'mine'),
    sale('returned', null),
    sale('not mine', 'other'),
    sale('none', null),
  ]
  const refunds = [{ id: 'r', saleId: 'returned', shiftId: 'mine' } as Refund, { id: 's', saleId: 'not mine', shiftId: null } as Refund]
  const facts = factsOf({ sales, refunds }, 'mine')
  expect(facts.sales.map(({ id }) => id)).toEqual(['sold', 'voided', 'returned'])
  expect(facts.refunds).toEqual(refunds)
})
