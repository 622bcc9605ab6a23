import type { Cents } from '@shop/shared/kernel/money.ts'
import { paysAbovePrice } from '@shop/shared/sales/schema.ts'
import type { ReactNode } from 'react'
import type { CommandState } from '../sync/api.ts'
import { CommandStateTag } from '../ui/command-state-tag.tsx'
import type { Column } from '../ui/data-table-columns.ts'
import { ItemPicture } from '../ui/item-picture.tsx'
import type { Moments } from '../ui/moments.ts'
import { MoneyText } from '../ui/money-text.tsx'
import { Tag, type Tone } from '../ui/tag.tsx'
import type { RowIdsOf } from '../ui/use-row-states.ts'
import classes from './history.module.css'
import { correctionOf, type HistoryEntry } from './history-entries.ts'

export const STATUS: Readonly<Record<HistoryEntry['status'], { readonly tone: Tone; readonly text: string }>> = {
  sold: { tone: 'good', text: 'Sold' },
  returned: { tone: 'warn', text: 'Returned' },
  void: { tone: 'bad', text: 'Void' },
  pending: { tone: 'warn', text: 'Pending' },
  paid: { tone: 'good', text: 'Paid' },
  deleted: { tone: 'neutral', text: 'Deleted' },
  processed: { tone: 'info', text: 'Processed' },
  delivered: { tone: 'good', text: 'Delivered' },
}

/** The sale that a queued command names as its `saleId`, if any. */
export const saleIdsOf: RowIdsOf = (name, args) => {
  const { saleId } = (args ?? {}) as { saleId?: unknown }
  return name.startsWith('sales.') && typeof saleId === 'string' ? [saleId] : []
}

export function columnsOf(day: Moments['day'], states: ReadonlyMap<string, CommandState>): readonly Column<HistoryEntry>[] {
  return [
    {
      key: 'picture',
      header: 'Picture',
      isHeaderHidden: true,
      width: '2.5rem',
      card: 'lead',
      cell: (entry) => (entry.kind === 'sale' ? <ItemPicture imageUrl={entry.sale.imageUrl} /> : ''),
    },
    {
      key: 'what',
      header: 'What',
      width: 'minmax(9rem, 3fr)',
      card: 'title',
      cell: (entry) => (
        <span className={classes.what}>
          <bdi className={classes.title}>{entry.title}</bdi>
          <small>
            <bdi>{entry.detail}</bdi>
            {entry.kind === 'sale' && entry.sale.reductions?.length ? ' · reduced' : ''}
            {entry.kind === 'sale' &&
              entry.sale.editedAtMs !== null &&
              ` · edited${paysAbovePrice(entry.sale) ? ' · payout above the price' : ''}`}
          </small>
        </span>
      ),
    },
    { key: 'date', header: 'Date', width: '7.5rem', cell: ({ atMs }) => day(atMs) },
    {
      key: 'price',
      header: 'Sale Price',
      width: '8rem',
      align: 'end',
      hideBelow: 760,
      cell: (entry) =>
        entry.kind === 'sale' ? (
          <Amount word="booked" otherCents={correctionOf(entry).bookedPriceCents}>
            <MoneyText cents={entry.sale.salePriceCents} />
          </Amount>
        ) : null,
    },
    {
      key: 'status',
      header: 'Status',
      width: '8.5rem',
      card: 'aside',
      cell: (entry) => {
        const state = states.get(entry.id)
        if (state && state !== 'synced') return <CommandStateTag state={state} />
        const { tone, text } = STATUS[entry.status]
        return <Tag tone={tone}>{text}</Tag>
      },
    },
    {
      key: 'amount',
      header: 'Balance',
      width: '8rem',
      align: 'end',
      cell: (entry) =>
        entry.amountCents === null ? null : (
          <Amount word="corrected" otherCents={correctionOf(entry).correctedPayoutCents}>
            <MoneyText cents={entry.amountCents} look={entry.amountCents > 0 ? 'in' : 'plain'} />
          </Amount>
        ),
    },
  ]
}

type AmountProps = { readonly word: string; readonly otherCents: Cents | null; readonly children: ReactNode }

/** An amount. Below it, for an edited sale, the same amount as booked or as corrected. */
const Amount = ({ word, otherCents, children }: AmountProps) => (
  <span className={classes.what}>
    {children}
    {otherCents !== null && (
      <small>
        {word} <MoneyText cents={otherCents} />
      </small>
    )}
  </span>
)
