import type { FulfillmentOrder } from '@shop/shared/trades/calls/fulfillment.ts'
import { type OrderPerson, orderOf } from '@shop/shared/trades/rules/fulfillment-order.ts'
import { ORDER_STATUSES } from '@shop/shared/trades/rules/machine.ts'
import { selectRows } from '../platform/database/collection-table.ts'
import { type Db, sql } from '../platform/database/sql.ts'
import { offersTable, tradesTable } from './tables.ts'

type Person = OrderPerson & { readonly id: string }

/** A page of the fulfilment list: what is to be shipped, the oldest first, then what was, the newest first. */
export async function readOrders(
  db: Db,
  { page, limit }: { page: number; limit: number },
): Promise<{ orders: FulfillmentOrder[]; hasMore: boolean }> {
  const found = await selectRows(
    db,
    tradesTable,
    sql`where status = any(${[...ORDER_STATUSES]}::text[])
      order by status = 'fulfilled', case when status = 'fulfilled' then -fulfilled_at_ms else requested_at_ms end, id
      limit ${limit + 1} offset ${(page - 1) * limit}`,
  )
  const trades = found.slice(0, limit)
  const offers = await selectRows(
    db,
    offersTable,
    sql`where trade_id = any(${trades.map(({ id }) => id)}::text[]) and status = 'accepted' order by id`,
  )
  const people = await readPeople(db, [...trades.map(({ buyerUid }) => buyerUid), ...offers.map(({ sellerUid }) => sellerUid)])
  return { orders: trades.map((trade) => orderOf(trade, offers, (uid) => people.get(uid))), hasMore: found.length > limit }
}

async function readPeople(db: Db, uids: readonly string[]): Promise<Map<string, Person>> {
  const { rows } = await sql<Person>`select id, email, coalesce(username, nullif(display_name, ''), '') as name from users
    where id = any(${[...new Set(uids)]}::text[])`.execute(db)
  return new Map(rows.map((person) => [person.id, person]))
}
