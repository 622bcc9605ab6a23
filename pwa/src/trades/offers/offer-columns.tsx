import { formatCents } from '@shop/shared/kernel/money.ts'
import { askedCents, WAITING_TEXT } from '@shop/shared/trades/rules/machine.ts'
import { turnOf } from '@shop/shared/trades/rules/pending.ts'
import type { Offer } from '@shop/shared/trades/schema.ts'
import type { ReactNode } from 'react'
import { counted, grouped } from '../../ui/counted.ts'
import type { Column } from '../../ui/data-table-columns.ts'
import { MoneyText } from '../../ui/money-text.tsx'
import { Tag } from '../../ui/tag.tsx'
import { ItemCell, Lines, Note } from '../cells.tsx'
import { commissionHeader, leftWords, OfferTag, TradeTag } from '../trade-words.tsx'
import classes from '../trades.module.css'
import { payoutOf, type SentRow, waitingWords } from './offer-rows.ts'

function sentNote({ trade, offer, isRequest }: SentRow) {
  if (!isRequest) return 'A seller’s counter offer'
  return offer === null ? `${counted(trade.offers.length, 'seller')} asked` : undefined
}

export const sentColumns = (now: number): readonly Column<SentRow>[] => [
  {
    key: 'item',
    header: 'Item',
    width: '9rem',
    card: 'title',
    cell: (row) => <ItemCell itemName={row.trade.itemName} imageUrl={row.trade.imageUrl} note={sentNote(row)} />,
  },
  { key: 'quantity', header: 'Quantity', align: 'end', cell: ({ quantity }) => grouped(quantity) },
  {
    key: 'price',
    header: 'Price/Item',
    align: 'end',
    cell: ({ priceCents, isCountered, offer }) => (
      <Lines notes={[isCountered && offer ? `You offered ${formatCents(offer.bidCents)}` : null]}>
        <MoneyText cents={priceCents} />
      </Lines>
    ),
  },
  {
    key: 'shipping',
    header: 'Shipping',
    align: 'end',
    cell: ({ trade }) => (
      <Lines notes={[trade.providesOwnShipping ? 'Own label' : null]}>
        <MoneyText cents={trade.shippingCents} />
      </Lines>
    ),
  },
  {
    key: 'total',
    header: 'Total Cost',
    align: 'end',
    cell: ({ totalCents, isCountered, isAtMost }) => (
      <Lines notes={[isCountered ? 'if you accept' : isAtMost ? 'at most' : null]}>
        <MoneyText cents={totalCents} look="strong" />
      </Lines>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    width: '9rem',
    card: 'below',
    cell: (row) => (
      <OfferStatusCell
        tag={row.offer ? <OfferTag status={row.offer.status} /> : <TradeTag status={row.trade.status} />}
        expiresAtMs={row.trade.expiresAtMs}
        now={now}
        waiting={waitingWords(row)}
      />
    ),
  },
]

export const receivedColumns = (now: number, commissionBps: number): readonly Column<Offer>[] => [
  {
    key: 'item',
    header: 'Item',
    width: '9rem',
    card: 'title',
    cell: ({ itemName, imageUrl }) => <ItemCell itemName={itemName} imageUrl={imageUrl} />,
  },
  { key: 'quantity', header: 'Quantity', align: 'end', cell: ({ quantityOffered }) => grouped(quantityOffered) },
  {
    key: 'price',
    header: 'Price/Item',
    align: 'end',
    cell: (offer) => (
      <Lines notes={[askedCents(offer) === offer.bidCents ? null : `Buyer offered ${formatCents(offer.bidCents)}`]}>
        <MoneyText cents={askedCents(offer)} />
      </Lines>
    ),
  },
  {
    key: 'commission',
    header: commissionHeader(commissionBps),
    align: 'end',
    cell: (offer) => (
      <Lines notes={[offer.commissionPaidBy === 'buyer' ? 'Paid by the buyer' : null]}>
        <MoneyText cents={payoutOf(offer).commissionCents} />
      </Lines>
    ),
  },
  { key: 'payout', header: 'Your Payout', align: 'end', cell: (offer) => <MoneyText cents={payoutOf(offer).payoutCents} look="strong" /> },
  {
    key: 'status',
    header: 'Status',
    width: '9rem',
    card: 'below',
    cell: (offer) => (
      <OfferStatusCell
        tag={<OfferTag status={offer.status} />}
        expiresAtMs={offer.expiresAtMs}
        now={now}
        waiting={turnOf(offer) === 'buyer' ? WAITING_TEXT.buyer : null}
      />
    ),
  },
]

type Props = {
  readonly tag: ReactNode
  readonly expiresAtMs: number
  readonly now: number
  /** Says that the other side has to answer; null when it is this side's turn. */
  readonly waiting: string | null
}

/** State of a negotiation, whose turn it is, and when it expires. */
function OfferStatusCell({ tag, expiresAtMs, now, waiting }: Props) {
  const isOver = expiresAtMs <= now
  return (
    <span className={classes.status}>
      {isOver ? <Tag>Expired</Tag> : tag}
      {!isOver && waiting !== null && <Note>{waiting}</Note>}
      {!isOver && <Note>Expires in {leftWords(expiresAtMs - now)}</Note>}
    </span>
  )
}
