import type { PosSale } from '@shop/shared/pos/schema.ts'
import { FRESH_SALE, type Sale } from '@shop/shared/sales/schema.ts'
import { expect, it } from 'vitest'
import type { View } from '../../sync/api.ts'
import { lastSalesOf } from './use-last-sales.ts'

const sale = (id: string, soldAtMs: number, itemId: string) => ({ id, soldAtMs, lines: [{ itemId }] }) as unknown as PosSale

/** A sold line of one piece; `part` says what happened to it since. */
const sold = (posSaleId: string, itemId: string, part: Partial<Sale> = {}) =>
  ({
    id: `${posSaleId}-0`,
    posSaleId,
    itemId,
    soldQuantity: 1,
    salePriceCents: 5,
    taxCents: 0,
    payoutCents: 3,
    ...FRESH_SALE,
    ...part,
  }) as unknown as Sale

const viewOf = (posSales: readonly PosSale[], rows: readonly Sale[]) =>
  ({
    all: () => posSales,
    where: (_collection: unknown, _field: unknown, id: string) => rows.filter(({ posSaleId }) => posSaleId === id),
  }) as unknown as Pick<View, 'all' | 'where'>

it('finds the latest sales of a piece that can still come back', () => {
  const all = [sale('old', 9, 'vase'), ...[11, 12, 13, 14].map((at) => sale(`at-${at}`, at, 'vase')), sale('jug', 20, 'jug')]
  const found = lastSalesOf(
    viewOf(
      all,
      [...all].map(({ id }) => sold(id, id === 'jug' ? 'jug' : 'vase')),
    ),
    'vase',
    10,
  )
  expect(found.map(({ id }) => id)).toEqual(['at-14', 'at-13', 'at-12'])
})

it('leaves out what came back, and what is void', () => {
  const refunded = { quantity: 1, totalCents: 5, taxCents: 0, payoutCents: 3 } as unknown as Sale['refunded']
  const all = [sale('back', 13, 'vase'), sale('void', 12, 'vase'), sale('sold', 11, 'vase')]
  const rows = [sold('back', 'vase', { refunded }), sold('void', 'vase', { voidedAtMs: 12 }), sold('sold', 'vase')]
  expect(lastSalesOf(viewOf(all, rows), 'vase', 0).map(({ id }) => id)).toEqual(['sold'])
})
