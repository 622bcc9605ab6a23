import { cents, formatCents } from '@shop/shared/kernel/money.ts'
import type { FulfillmentOrder } from '@shop/shared/trades/calls/fulfillment.ts'
import { ORDER_STATUSES } from '@shop/shared/trades/rules/machine.ts'
import { OPEN_TRADES } from '@shop/shared/trades/rules/pending.ts'
import { counted, grouped } from '../../ui/counted.ts'
import type { Column } from '../../ui/data-table-columns.ts'
import { ItemCell, Note, TradeTracking } from '../cells.tsx'
import { TradeTag } from '../trade-words.tsx'
import classes from '../trades.module.css'
import { UNCHARGED } from '../trades-tab/trade-rows.ts'
import type { OrderRow } from './order-list.ts'

const money = (amount: number) => formatCents(cents(amount))
const orNone = (text: string) => (text === '' ? 'N/A' : text)

export function addressLines({ shippingAddress: { name, address1, address2, city, state, zip, country } }: FulfillmentOrder): string[] {
  return [name, address1, address2, `${city}, ${state} ${zip}`, country === 'USA' ? '' : country].filter((line) => line.trim() !== '')
}

function Buyer({ order }: { readonly order: FulfillmentOrder }) {
  return (
    <span className={classes.lines}>
      <bdi>{orNone(order.buyerUsername)}</bdi>
      <Note>
        <bdi>{order.buyerEmail}</bdi>
      </Note>
      <address className={classes.address} aria-label="Ship to">
        {addressLines(order).map((line) => (
          <bdi key={line} className={classes.addressLine}>
            {line}
          </bdi>
        ))}
      </address>
    </span>
  )
}

function Sellers({ order }: { readonly order: FulfillmentOrder }) {
  if (order.sellers.length === 0) return <Note>Nobody accepted</Note>
  return (
    <ul className={classes.sellers}>
      {order.sellers.map((seller) => (
        <li key={seller.sellerUID} className={classes.lines}>
          <bdi>{orNone(seller.sellerUsername)}</bdi>
          <Note>
            <bdi>{seller.sellerEmail}</bdi>
          </Note>
          <Note>Quantity: {grouped(seller.quantityOffered)}</Note>
          <Note>Barcode 1: {orNone(seller.barcode1)}</Note>
          <Note>Barcode 2: {orNone(seller.barcode2)}</Note>
          <Note>Item value: {money(seller.totalValue)}</Note>
          <Note>Commission: {money(seller.commission)}</Note>
          <Note>Seller payout: {money(seller.sellerPayout)}</Note>
        </li>
      ))}
    </ul>
  )
}

function Breakdown({ order }: { readonly order: FulfillmentOrder }) {
  if (UNCHARGED.includes(order.status)) return <Note>Not charged</Note>
  const lines: [string, number][] = [
    ['Item cost', order.totalItemCost],
    ['Shipping', order.shippingCost],
    ['Commission', order.totalCommission],
    ['Seller payout', order.sellers.reduce((sum, { sellerPayout }) => sum + sellerPayout, 0)],
  ]
  return (
    <dl className={`${classes.facts} ${classes.small}`}>
      {lines.map(([label, amount]) => [<dt key={label}>{label}</dt>, <dd key={`${label} amount`}>{money(amount)}</dd>])}
      <dt data-strong>{OPEN_TRADES.includes(order.status) ? 'Buyer pays at most' : 'Buyer pays'}</dt>
      <dd data-strong>{money(order.totalCost)}</dd>
    </dl>
  )
}

/** Number of pieces in an order; for a trade that is not an order, the number requested and the number agreed on, if any. */
function piecesNote({ status, totalQuantity, trade }: OrderRow): string {
  if (ORDER_STATUSES.includes(status)) return `Total: ${counted(totalQuantity, 'piece')}`
  return `${counted(trade.requestedQuantity, 'piece')} asked for${totalQuantity > 0 ? `, ${grouped(totalQuantity)} agreed on` : ''}`
}

export const ORDER_COLUMNS: readonly Column<OrderRow>[] = [
  { key: 'id', header: 'Trade ID', cell: ({ tradeId }) => <code className={classes.code}>{tradeId.slice(0, 8)}</code> },
  {
    key: 'item',
    header: 'Item',
    width: '10rem',
    card: 'title',
    cell: (order) => <ItemCell itemName={order.itemName} imageUrl={order.imageUrl} note={piecesNote(order)} />,
  },
  { key: 'buyer', header: 'Buyer Info', width: '9rem', cell: (order) => <Buyer order={order} /> },
  { key: 'sellers', header: 'Seller Details', width: '10rem', cell: (order) => <Sellers order={order} /> },
  { key: 'money', header: 'Transaction Breakdown', width: '10rem', cell: (order) => <Breakdown order={order} /> },
  {
    key: 'status',
    header: 'Status',
    card: 'below',
    cell: ({ status, providesOwnShipping, trade: { cancelReason } }) => (
      <span className={classes.status}>
        <TradeTag status={status} />
        {providesOwnShipping && <Note>Buyer’s own label</Note>}
        {cancelReason !== '' && (
          <Note>
            Reason: <bdi>{cancelReason}</bdi>
          </Note>
        )}
      </span>
    ),
  },
  {
    key: 'tracking',
    header: 'Tracking',
    width: '7rem',
    cell: ({ status, carrier, trackingNumber }) =>
      UNCHARGED.includes(status) ? '–' : <TradeTracking carrier={carrier} trackingNumber={trackingNumber} />,
  },
]
