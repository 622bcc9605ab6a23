import { isOpenOffer } from '@shop/shared/trades/rules/pending.ts'
import { counted, grouped } from '../../ui/counted.ts'
import type { Column } from '../../ui/data-table-columns.ts'
import { MoneyText } from '../../ui/money-text.tsx'
import { ItemCell, Lines, Note, TradeTracking } from '../cells.tsx'
import { commissionHeader, TradeTag } from '../trade-words.tsx'
import classes from '../trades.module.css'
import type { TradeRow } from './trade-rows.ts'

const NONE = '–'

function statusNote({ trade, status }: TradeRow): string | null {
  if (status !== 'partial' || !trade) return null
  const open = trade.offers.filter(isOpenOffer).length
  return `${trade.acceptedQuantity} of ${trade.quantity} agreed, ${counted(open, 'offer')} still open`
}

function finalNote({ isSeller, charged, status }: TradeRow): string | null {
  if (!charged) return 'Not charged'
  if (isSeller) return status === 'fulfilled' ? 'Paid to you' : 'You receive'
  return status === 'partial' ? 'at most' : null
}

export const tradeColumns = (commissionBps: number): readonly Column<TradeRow>[] => [
  {
    key: 'item',
    header: 'Item',
    width: '11rem',
    card: 'title',
    cell: ({ itemName, imageUrl, isSeller }) => (
      <ItemCell itemName={itemName} imageUrl={imageUrl} note={isSeller ? 'You sold' : 'You bought'} />
    ),
  },
  { key: 'quantity', header: 'Quantity', align: 'end', cell: ({ quantity }) => grouped(quantity) },
  { key: 'itemCost', header: 'Item Cost', align: 'end', cell: ({ itemCostCents }) => <MoneyText cents={itemCostCents} /> },
  {
    key: 'shipping',
    header: 'Shipping',
    align: 'end',
    cell: ({ charged, trade }) =>
      charged ? (
        <Lines notes={[trade?.providesOwnShipping ? 'Own label' : null]}>
          <MoneyText cents={charged.shippingCents} />
        </Lines>
      ) : (
        NONE
      ),
  },
  {
    key: 'commission',
    header: commissionHeader(commissionBps),
    align: 'end',
    cell: ({ charged }) => (charged ? <MoneyText cents={charged.commissionCents} /> : NONE),
  },
  {
    key: 'final',
    header: 'Final Cost',
    align: 'end',
    cell: (row) => (
      <Lines notes={[finalNote(row)]}>
        {row.charged ? <MoneyText cents={row.charged.finalCents} look={row.isSeller ? 'in' : 'strong'} /> : NONE}
      </Lines>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    width: '8.5rem',
    card: 'below',
    cell: (row) => {
      const note = statusNote(row)
      return (
        <span className={classes.status}>
          <TradeTag status={row.status} />
          {note !== null && <Note>{note}</Note>}
        </span>
      )
    },
  },
  {
    key: 'tracking',
    header: 'Tracking',
    width: '8rem',
    cell: ({ charged, carrier, trackingNumber }) => (charged ? <TradeTracking carrier={carrier} trackingNumber={trackingNumber} /> : NONE),
  },
]
