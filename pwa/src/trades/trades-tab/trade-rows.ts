import type { CsvValue } from '@shop/shared/kernel/csv.ts'
import { type Cents, dollarsFromCents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { offerMoney } from '@shop/shared/trades/rules/money.ts'
import type { Offer, Trade, TradeStatus } from '@shop/shared/trades/schema.ts'
import { shownTradeId, tradeWord } from '../trade-words.tsx'

/** A row of My Trades: a purchase or a sale, with the amounts charged. */
export type TradeRow = {
  readonly id: string
  readonly isSeller: boolean
  /** The trade of a purchase; null for a sale. */
  readonly trade: Trade | null
  readonly itemName: string
  readonly imageUrl: string
  readonly quantity: number
  readonly itemCostCents: Cents
  /** Null when the trade came to nothing and charges nothing. */
  readonly charged: { readonly shippingCents: Cents; readonly commissionCents: Cents; readonly finalCents: Cents } | null
  readonly status: TradeStatus
  readonly trackingNumber: string
  readonly carrier: string
  readonly atMs: number
}

/** Trades that came to nothing: nobody pays, and nothing is sent. */
export const UNCHARGED: readonly TradeStatus[] = ['declined', 'cancelled', 'expired']

function bought(trade: Trade): TradeRow {
  const { id, itemName, imageUrl, itemCostCents, shippingCents, totalCents: finalCents, status } = trade
  const commissionCents = trade.commissionPaidBy === 'buyer' ? trade.commissionCents : ZERO_CENTS
  return {
    id,
    isSeller: false,
    trade,
    itemName,
    imageUrl,
    quantity: trade.quantity,
    itemCostCents,
    charged: UNCHARGED.includes(status) ? null : { shippingCents, commissionCents, finalCents },
    status,
    trackingNumber: trade.trackingNumber,
    carrier: trade.carrier,
    atMs: trade.requestedAtMs,
  }
}

function sold(offer: Offer): TradeRow {
  const { id, itemName, imageUrl, trackingNumber, carrier } = offer
  const quantity = offer.breakdown?.quantity ?? offer.quantityOffered
  const money = offer.breakdown ?? offerMoney(offer.pricePerItemCents, quantity, offer)
  const commissionCents = offer.commissionPaidBy === 'seller' ? money.commissionCents : ZERO_CENTS
  return {
    id,
    isSeller: true,
    trade: null,
    itemName,
    imageUrl,
    quantity,
    itemCostCents: money.itemCostCents,
    charged: { shippingCents: ZERO_CENTS, commissionCents, finalCents: money.payoutCents },
    status: offer.tradeStatus,
    trackingNumber,
    carrier,
    atMs: offer.breakdown?.atMs ?? offer.requestedAtMs,
  }
}

/** My Trades: requests that are no longer pending, and sales, newest first. */
export function tradeRows(asked: readonly Trade[], got: readonly Offer[]): TradeRow[] {
  return [
    ...asked.filter(({ status }) => status !== 'pending').map(bought),
    ...got.filter(({ status }) => status === 'accepted').map(sold),
  ].sort((a, b) => b.atMs - a.atMs || (a.id < b.id ? -1 : 1))
}

const HEAD = [
  'Date',
  'Trade ID',
  'Side',
  'Item',
  'Quantity',
  'Item Cost',
  'Shipping',
  'Commission',
  'Final Cost',
  'You receive',
  'Status',
  'Carrier',
  'Tracking',
]

/** The trades as rows for a spreadsheet; nothing reveals the other side. */
export function* tradesCsv(rows: readonly TradeRow[], timeZone: string): Iterable<readonly CsvValue[]> {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  const dollars = (cents: Cents | undefined) => (cents === undefined ? null : dollarsFromCents(cents))
  yield HEAD
  for (const { trade, isSeller, charged, ...row } of rows)
    yield [
      day.format(row.atMs),
      trade ? shownTradeId(trade) : '',
      isSeller ? 'Sold' : 'Bought',
      row.itemName,
      row.quantity,
      dollars(row.itemCostCents),
      dollars(charged?.shippingCents),
      dollars(charged?.commissionCents),
      isSeller ? null : dollars(charged?.finalCents),
      isSeller ? dollars(charged?.finalCents) : null,
      tradeWord(row.status),
      row.carrier,
      row.trackingNumber,
    ]
}
