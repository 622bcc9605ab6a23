import { cents } from '@shop/shared/kernel/money.ts'
import { expect, test } from 'vitest'
import { balancesById, goodsByOwner, lastSales } from './person-figures.ts'

test('goods in stock count for their owner, the shop’s own and sold-out ones for nobody', () => {
  const item = (consignorId: string | null, stockCount: number) => ({ consignorId, stockCount })
  const counts = goodsByOwner([item('ann', 3), item('ann', 1), item('ann', 0), item('ann', -1), item('bob', 0), item(null, 4)])
  expect([...counts]).toEqual([['ann', 2]])
})

test('the last sale is the latest that was not voided, in whatever order sales lie on the device', () => {
  const sale = (consignorId: string | null, soldAtMs: number, voidedAtMs: number | null = null) => ({ consignorId, soldAtMs, voidedAtMs })
  const latest = lastSales([sale('ann', 5), sale('ann', 9), sale('ann', 7), sale('ann', 20, 21), sale('bob', 3, 4), sale(null, 30)])
  expect([...latest]).toEqual([['ann', 9]])
})

test('an account without postings has an empty balance', () => {
  const balanceOf = balancesById([{ id: 'ann', availableCents: cents(-250), heldCents: cents(100) }])
  expect(balanceOf('ann')).toEqual({ id: 'ann', availableCents: -250, heldCents: 100 })
  expect(balanceOf('bob')).toEqual({ id: 'bob', availableCents: 0, heldCents: 0 })
})
