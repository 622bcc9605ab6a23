import { nameOf, type User, users } from '@shop/shared/accounts/schema.ts'
import { type Item, items } from '@shop/shared/inventory/schema.ts'
import { type Cart, carts, type PosSale, posSales } from '@shop/shared/pos/schema.ts'
import { useMemo } from 'react'
import { useLive, useLocalSetting } from '../sync/api.ts'
import { listNameOf } from '../ui/use-names.ts'

/** A person goods may belong to. */
export type Consignor = { readonly uid: string; readonly name: string; readonly isClosed: boolean }

/** What a closed account still owns is sold as ever; it says what it is. */
const consignorOf = (user: User): Consignor => ({ uid: user.id, name: listNameOf(user), isClosed: user.closedAtMs !== null })

/** Everyone who may own goods, by name. */
export function useConsignors(): readonly Consignor[] {
  const all = useLive((view) => view.all(users), [])
  return useMemo(() => all.map(consignorOf).sort((a, b) => a.name.localeCompare(b.name)), [all])
}

/** Whose goods are looked for and rung up, if one was chosen on this device. */
export const useConsignorFilter = () => useLocalSetting<Consignor | null>('till.consignor', null)

/** Names of owners by uid, as a sale keeps them: what becomes of the account later is none of its business. */
export function useOwnerNames(): (consignorId: string | null) => string {
  const all = useLive((view) => view.all(users), [])
  return useMemo(() => {
    const names = new Map(all.map((user) => [user.id, nameOf(user)]))
    return (consignorId) => (consignorId === null ? 'Shop' : (names.get(consignorId) ?? 'Unknown consignor'))
  }, [all])
}

/** The items of these ids that still exist, in this order. */
export function useItems(ids: readonly string[]): readonly Item[] {
  return useLive((view) => ids.map((id) => view.get(items, id)).filter((item) => item !== undefined), [ids.join()])
}

/** How many items the till knows. */
export function useItemCount(): number {
  return useLive((view) => view.count(items), [])
}

/** One completed sale. */
export function usePosSale(saleId: string | null): PosSale | undefined {
  return useLive((view) => (saleId === null ? undefined : view.get(posSales, saleId)), [saleId])
}

/** How far back the till looks for what sells. */
const RECENT_SALES = 200

/** What was sold last and is not sold out, each item once, the latest first: what a cashier is likely to need next. */
export function useRecentlySold(limit: number): readonly Item[] {
  return useLive(
    (view) => {
      const latest = [...view.all(posSales)].sort((a, b) => b.soldAtMs - a.soldAtMs).slice(0, RECENT_SALES)
      const found = new Map<string, Item>()
      for (const sale of latest)
        for (const { itemId } of sale.lines) {
          const item = itemId === null || found.has(itemId) ? undefined : view.get(items, itemId)
          if (item && item.stockCount > 0) found.set(item.id, item)
          if (found.size >= limit) return [...found.values()]
        }
      return [...found.values()]
    },
    [limit],
  )
}

/** The shop's carts, in no order. */
export function useCarts(): readonly Cart[] {
  return useLive((view) => view.all(carts), [])
}

/** Looks an item up at the moment of asking. */
export function useItemById(): (id: string) => Item | undefined {
  return useLive((view) => {
    view.count(items)
    return (id: string) => view.get(items, id)
  }, [])
}

/** All completed POS sales this device knows, in no order. */
export function usePosSales(): readonly PosSale[] {
  return useLive((view) => view.all(posSales), [])
}

/** Name of who rang a sale up. */
export function useCashierName(uid: string): string {
  return useLive(
    (view) => {
      const user = view.get(users, uid)
      return user ? nameOf(user) : ''
    },
    [uid],
  )
}
