import { nameOf, type User, users } from '@shop/shared/accounts/schema.ts'
import { type Item, items } from '@shop/shared/inventory/schema.ts'
import type { PosFacts } from '@shop/shared/pos/rules/takings.ts'
import { type Cart, type CartLine, carts, type PosSale, posSales } from '@shop/shared/pos/schema.ts'
import { refunds } from '@shop/shared/sales/refund-schema.ts'
import { useMemo } from 'react'
import { useLive, useLocalSetting, type View } from '../sync/api.ts'
import { listNameOf } from '../ui/use-names.ts'

/** A person who may own goods. */
export type Consignor = { readonly uid: string; readonly name: string; readonly isClosed: boolean }

/** Goods of a closed account still sell, so the account stays listed, marked as closed. */
const consignorOf = (user: User): Consignor => ({ uid: user.id, name: listNameOf(user), isClosed: user.closedAtMs !== null })

/** Everyone who may own goods, sorted by name. */
export function useConsignors(): readonly Consignor[] {
  const all = useLive((view) => view.all(users), [])
  return useMemo(() => all.map(consignorOf).sort((a, b) => a.name.localeCompare(b.name)), [all])
}

/** The consignor that this person chose on this device; null for none. The choice limits the search, and decides between several items with one
 *  barcode if only one of them is the consignor's. */
export const useConsignorFilter = () => useLocalSetting<Consignor | null>('till.consignor', null)

/** Names of owners by uid, without a mark for closed accounts, because a sale stores the plain name. */
export function useOwnerNames(): (consignorId: string | null) => string {
  const all = useLive((view) => view.all(users), [])
  return useMemo(() => {
    const names = new Map(all.map((user) => [user.id, nameOf(user)]))
    return (consignorId) => (consignorId === null ? 'Shop' : (names.get(consignorId) ?? 'Unknown consignor'))
  }, [all])
}

/** The payee of a cart's line, named as in the payee's account. While this device does not know the account, answers the name stored in the line. */
export function payeeOf(view: Pick<View, 'get'>, { itemId, consignorId, consignorName }: CartLine): string {
  if (consignorId === null) return itemId === null ? 'Not in inventory' : 'Shop'
  const user = view.get(users, consignorId)
  return user ? nameOf(user) : consignorName
}

/** Name of the person who last saved a waiting cart; '' for the signed-in person. Says so when that person is no admin any more. */
export function keeperOf(view: Pick<View, 'get'>, { byUid }: Cart, ownUid: string | undefined): string {
  if (byUid === ownUid) return ''
  const user = view.get(users, byUid)
  if (!user) return 'Unknown'
  return user.role === 'admin' ? nameOf(user) : `${nameOf(user)}, no admin any more`
}

/** Existing items among these ids, in the order of the ids. */
export function useItems(ids: readonly string[]): readonly Item[] {
  return useLive((view) => ids.map((id) => view.get(items, id)).filter((item) => item !== undefined), [ids.join()])
}

export function useItemCount(): number {
  return useLive((view) => view.count(items), [])
}

export function usePosSale(saleId: string | null): PosSale | undefined {
  return useLive((view) => (saleId === null ? undefined : view.get(posSales, saleId)), [saleId])
}

/** Number of the latest sales in which the till looks for the items sold last. */
const RECENT_SALES = 200

/** The items sold last that are still in stock, latest first and each once. A cashier often needs one of them next. */
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

/** The shop's carts, unordered. */
export function useCarts(): readonly Cart[] {
  return useLive((view) => view.all(carts), [])
}

/** Reads an item at the moment of the call. */
export function useItemById(): (id: string) => Item | undefined {
  return useLive((view) => {
    view.count(items)
    return (id: string) => view.get(items, id)
  }, [])
}

/** All completed POS sales on this device and their returns, unordered. */
export function usePosFacts(): PosFacts {
  return useLive((view) => ({ sales: view.all(posSales), refunds: view.all(refunds) }), [])
}

/** Name of the cashier who rang a sale up; '' while this device does not know the account. */
export function useCashierName(uid: string): string {
  return useLive(
    (view) => {
      const user = view.get(users, uid)
      return user ? nameOf(user) : ''
    },
    [uid],
  )
}
