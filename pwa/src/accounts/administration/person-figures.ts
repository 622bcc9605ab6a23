import { type Item, shownQuantity } from '@shop/shared/inventory/schema.ts'
import { emptyBalance } from '@shop/shared/sales/rules/ledger.ts'
import type { Balance, Sale } from '@shop/shared/sales/schema.ts'

/** An account's money and goods. */
export type PersonFigures = {
  readonly balance: Balance
  /** Number of items in stock. */
  readonly goodsCount: number
  /** Time of the last sale that was not voided; null before the first. */
  readonly lastSoldAtMs: number | null
}

export type FiguresOf = (uid: string) => PersonFigures

/** Number of items in stock of each owner. */
export function goodsByOwner(items: readonly Pick<Item, 'consignorId' | 'stockCount'>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const item of items)
    if (item.consignorId !== null && shownQuantity(item) > 0) counts.set(item.consignorId, (counts.get(item.consignorId) ?? 0) + 1)
  return counts
}

/** Time of each consignor's last sale. */
export function lastSales(sales: readonly Pick<Sale, 'consignorId' | 'soldAtMs' | 'voidedAtMs'>[]): ReadonlyMap<string, number> {
  const latest = new Map<string, number>()
  for (const { consignorId, soldAtMs, voidedAtMs } of sales)
    if (consignorId !== null && voidedAtMs === null) latest.set(consignorId, Math.max(latest.get(consignorId) ?? 0, soldAtMs))
  return latest
}

/** Balances by account; an account without postings has an empty one. */
export function balancesById(balances: readonly Balance[]): (uid: string) => Balance {
  const byId = new Map(balances.map((balance) => [balance.id, balance]))
  return (uid) => byId.get(uid) ?? emptyBalance(uid)
}
