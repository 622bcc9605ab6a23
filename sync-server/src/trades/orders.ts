import { cents, sumCents } from '@shop/shared/kernel/money.ts'
import type { FulfillmentOrder } from '@shop/shared/trades/calls/fulfillment.ts'
import { ORDER_STATUSES } from '@shop/shared/trades/rules/machine.ts'
import type { Offer, Trade } from '@shop/shared/trades/schema.ts'
import { selectRows } from '../platform/collection-table.ts'
import { type Db, sql } from '../platform/sql.ts'
import { offersTable, tradesTable } from './tables.ts'

type Person = { readonly id: string; readonly name: string; readonly email: string }

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
  return { orders: trades.map((trade) => orderOf(trade, offers, people)), hasMore: found.length > limit }
}

async function readPeople(db: Db, uids: readonly string[]): Promise<Map<string, Person>> {
  const { rows } = await sql<Person>`select id, email, coalesce(username, nullif(display_name, ''), '') as name from users
    where id = any(${[...new Set(uids)]}::text[])`.execute(db)
  return new Map(rows.map((person) => [person.id, person]))
}

function orderOf(trade: Trade, offers: readonly Offer[], people: ReadonlyMap<string, Person>): FulfillmentOrder {
  const { name, street, city, state, zip, country } = trade.shippingAddress
  const sellers = offers.filter(({ tradeId }) => tradeId === trade.id)
  const buyer = people.get(trade.buyerUid)
  return {
    tradeId: trade.id,
    itemName: trade.itemName,
    imageUrl: trade.imageUrl,
    totalQuantity: trade.acceptedQuantity,
    buyerUID: trade.buyerUid,
    buyerUsername: buyer?.name ?? '',
    buyerEmail: buyer?.email ?? '',
    shippingAddress: { name, address1: street, address2: '', city, state, zip, country },
    sellers: sellers.map((offer) => sellerOf(offer, people.get(offer.sellerUid))),
    totalItemCost: trade.itemCostCents,
    totalCommission: sumCents(sellers.map(({ breakdown }) => breakdown?.commissionCents ?? cents(0))),
    shippingCost: trade.shippingCents,
    totalCost: trade.totalCents,
    providesOwnShipping: trade.providesOwnShipping,
    hasLabel: trade.label !== null,
    status: trade.status,
    trackingNumber: trade.trackingNumber,
    carrier: trade.carrier,
    createdAt: new Date(trade.requestedAtMs).toISOString(),
  }
}

const sellerOf = (
  { sellerUid, itemBarcode, taken, breakdown }: Offer,
  person: Person | undefined,
): FulfillmentOrder['sellers'][number] => ({
  sellerUID: sellerUid,
  sellerUsername: person?.name ?? '',
  sellerEmail: person?.email ?? '',
  quantityOffered: breakdown?.quantity ?? 0,
  barcode1: itemBarcode,
  barcode2: taken.find(({ texts }) => texts.barcode2 !== '')?.texts.barcode2 ?? '',
  totalValue: breakdown?.itemCostCents ?? 0,
  commission: breakdown?.commissionCents ?? 0,
  sellerPayout: breakdown?.payoutCents ?? 0,
})
