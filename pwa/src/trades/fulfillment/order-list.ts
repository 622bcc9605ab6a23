import { users } from '@shop/shared/accounts/schema.ts'
import type { FulfillmentOrder } from '@shop/shared/trades/calls/fulfillment.ts'
import { orderOf } from '@shop/shared/trades/rules/fulfillment-order.ts'
import { ORDER_STATUSES } from '@shop/shared/trades/rules/machine.ts'
import { ORDERED_TRADES } from '@shop/shared/trades/rules/pending.ts'
import { offers, type Trade, type TradeStatus, tradeStatusSchema, trades } from '@shop/shared/trades/schema.ts'
import type { View } from '../../sync/api.ts'

/** Filter of the list: all orders, or the trades in one state, including states in which a trade is not an order. */
export type OrderFilter = 'orders' | TradeStatus

/** Filter that the page's address names; all orders by default. */
export const orderFilterOf = (text: string | null): OrderFilter => tradeStatusSchema.safeParse(text).data ?? 'orders'

const isOrdered = (status: TradeStatus) => ORDERED_TRADES.includes(status)

/** Sorts orders: first those that wait for shipping, oldest first, then all others, latest change first. */
function compare(a: Trade, b: Trade): number {
  const [aWaits, bWaits] = [isOrdered(a.status), isOrdered(b.status)]
  if (aWaits !== bWaits) return aWaits ? -1 : 1
  return aWaits ? a.requestedAtMs - b.requestedAtMs : b.updatedAtMs - a.updatedAtMs
}

export type OrderRow = FulfillmentOrder & { readonly trade: Trade }

/** Orders from this device's rows; an admin's device has all of them. */
export function readOrders(view: Pick<View, 'all' | 'where' | 'get'>, filter: OrderFilter): OrderRow[] {
  const wanted = filter === 'orders' ? ORDER_STATUSES : [filter]
  const personOf = (uid: string) => {
    const user = view.get(users, uid)
    return user && { name: user.username ?? user.displayName, email: user.email }
  }
  return view
    .all(trades)
    .filter(({ status }) => wanted.includes(status))
    .sort(compare)
    .map((trade) => ({ ...orderOf(trade, view.where(offers, 'tradeId', trade.id), personOf), trade }))
}
