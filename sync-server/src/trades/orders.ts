import type { FulfillmentOrder } from '@shop/shared/trades/calls/fulfillment.ts'
import { type OrderPerson, orderOf } from '@shop/shared/trades/rules/fulfillment-order.ts'
import { ORDER_STATUSES } from '@shop/shared/trades/rules/machine.ts'
import { namedColumns } from '../platform/database/collection-table.ts'
import { anyOf, textOrNull } from '../platform/database/expressions.ts'
import type { Db } from '../platform/database/sql.ts'
import { offersTable, tradesTable } from './tables.ts'

type Person = OrderPerson & { readonly id: string }

/** Reads a page of the fulfilment list: orders to ship, the oldest first, then shipped orders, the newest first. */
export async function readOrders(
  db: Db,
  { page, limit }: { page: number; limit: number },
): Promise<{ orders: FulfillmentOrder[]; hasMore: boolean }> {
  const found = await db
    .selectFrom('trades')
    .select(namedColumns(tradesTable))
    .where('status', '=', anyOf(ORDER_STATUSES))
    .orderBy((eb) => eb('status', '=', 'fulfilled'))
    .orderBy((eb) =>
      eb
        .case()
        .when('status', '=', 'fulfilled')
        .then(eb.neg(eb.ref('fulfilled_at_ms')))
        .else(eb.ref('requested_at_ms'))
        .end(),
    )
    .orderBy('id')
    .limit(limit + 1)
    .offset((page - 1) * limit)
    .execute()
  const trades = found.slice(0, limit)
  const offersOfPage = db.selectFrom('offers').where('trade_id', '=', anyOf(trades.map(({ id }) => id)))
  const offers = await offersOfPage.select(namedColumns(offersTable)).where('status', '=', 'accepted').orderBy('id').execute()
  const people = await readPeople(db, [...trades.map(({ buyerUid }) => buyerUid), ...offers.map(({ sellerUid }) => sellerUid)])
  return { orders: trades.map((trade) => orderOf(trade, offers, (uid) => people.get(uid))), hasMore: found.length > limit }
}

async function readPeople(db: Db, uids: readonly string[]): Promise<Map<string, Person>> {
  const rows = await db
    .selectFrom('users')
    .select((eb) => ['id', 'email', eb.fn.coalesce('username', textOrNull(eb.ref('display_name')), eb.val('')).as('name')])
    .where('id', '=', anyOf(new Set(uids)))
    .execute()
  return new Map(rows.map((person) => [person.id, person]))
}
