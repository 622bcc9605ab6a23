import { items } from '@shop/shared/inventory/schema.ts'
import { balances, sales } from '@shop/shared/sales/schema.ts'
import { useMemo } from 'react'
import { useLive } from '../../sync/api.ts'
import { balancesById, type FiguresOf, goodsByOwner, lastSales } from './person-figures.ts'

/** Every account's figures. Answers the same function until goods, sales or balances change. */
export function usePersonFigures(): FiguresOf {
  const allBalances = useLive((view) => view.all(balances), [])
  const allItems = useLive((view) => view.all(items), [])
  const allSales = useLive((view) => view.all(sales), [])
  const balanceOf = useMemo(() => balancesById(allBalances), [allBalances])
  const goods = useMemo(() => goodsByOwner(allItems), [allItems])
  const sold = useMemo(() => lastSales(allSales), [allSales])
  return useMemo(
    () => (uid) => ({ balance: balanceOf(uid), goodsCount: goods.get(uid) ?? 0, lastSoldAtMs: sold.get(uid) ?? null }),
    [balanceOf, goods, sold],
  )
}
