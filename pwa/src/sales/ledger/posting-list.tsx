import { cents, sumCents } from '@shop/shared/kernel/money.ts'
import type { Posting } from '@shop/shared/sales/ledger-calls.ts'
import { IconBook2 } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { Column } from '../../ui/data-table-columns.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { MoneyText } from '../../ui/money-text.tsx'
import { RefreshButton, ServerTable } from '../../ui/server-list.tsx'
import { useMoments } from '../../ui/use-moments.ts'
import classes from './ledger.module.css'
import type { useLedgerFilter } from './ledger-filter.ts'
import { LedgerFilters } from './ledger-filters.tsx'
import { kindWord, makerOf, SHORT_ACCOUNTS } from './ledger-words.ts'
import { PostingDialog } from './posting-dialog.tsx'
import { usePostings } from './use-postings.ts'

/** Amount of a posting: the sum of its credits, which equals the sum of its debits. */
const movedOf = ({ entries }: Posting) => sumCents(entries.map(({ amountCents }) => cents(Math.max(0, amountCents))))
/** Consignors with an entry in the posting. */
const namesOf = ({ entries }: Posting) => [...new Set(entries.flatMap(({ uid, name }) => (uid === null ? [] : [name || uid])))].join(', ')

const columnsOf = (moment: (atMs: number) => string): readonly Column<Posting>[] => [
  { key: 'when', header: 'When', width: '11.5rem', card: 'line', cell: ({ at }) => <time dateTime={at}>{moment(Date.parse(at))}</time> },
  {
    key: 'kind',
    header: 'What',
    width: 'minmax(10rem, 2fr)',
    card: 'title',
    cell: ({ kind, source }) => (
      <span className={classes.what}>
        <span className={classes.title}>{kindWord(kind)}</span>
        {source.label !== '' && (
          <small className={classes.about}>
            <bdi>{source.label}</bdi>
          </small>
        )}
      </span>
    ),
  },
  { key: 'who', header: 'Consignor', width: 'minmax(7rem, 1fr)', hideBelow: 820, cell: (posting) => <bdi>{namesOf(posting) || '–'}</bdi> },
  { key: 'by', header: 'By', width: 'minmax(7rem, 1fr)', hideBelow: 1120, cell: (posting) => <bdi>{makerOf(posting)}</bdi> },
  {
    key: 'entries',
    header: 'Entries',
    width: 'minmax(13rem, 2.5fr)',
    cell: ({ entries }) => (
      <span className={classes.entries}>
        {entries.map(({ id, account, amountCents }) => (
          <span key={id}>
            {SHORT_ACCOUNTS[account]} <MoneyText cents={amountCents} />
          </span>
        ))}
      </span>
    ),
  },
  { key: 'moved', header: 'Amount', width: '7rem', align: 'end', card: 'aside', cell: (posting) => <MoneyText cents={movedOf(posting)} /> },
]

const WORDS = {
  list: 'ledger',
  rows: 'the ledger',
  whyAway: 'The ledger is kept on the server alone. Balances are on this device.',
}

type Props = {
  readonly isOnline: boolean
  readonly looked: ReturnType<typeof useLedgerFilter>
  readonly onMessage: (message: string) => void
}

export function PostingList({ isOnline, looked, onMessage }: Props) {
  const { filter, isFiltered, clear, change } = looked
  const list = usePostings(isOnline, filter)
  const [openId, setOpenId] = useState<string | null>(null)
  const { moment } = useMoments()
  const columns = useMemo(() => columnsOf(moment), [moment])
  const open = list.rows?.find(({ id }) => id === openId)
  return (
    <>
      <div className={classes.head}>
        <LedgerFilters {...looked} />
        <RefreshButton isLoading={list.isLoading && list.rows !== null} isOnline={isOnline} onClick={list.refresh} />
      </div>
      <ServerTable
        list={list}
        words={WORDS}
        label="Postings"
        columns={columns}
        rowId={({ id }) => id}
        cardsBelowPx={700}
        onOpen={({ id }) => setOpenId(id)}
        filter={isFiltered ? { message: 'No postings found', onClear: clear } : null}
        empty={
          <EmptyState icon={<IconBook2 />} title="No postings yet" hint="Each sale, payout and correction is booked here, for good." />
        }
      />
      {open && (
        <PostingDialog
          posting={open}
          onClose={() => setOpenId(null)}
          onDone={(message) => {
            setOpenId(null)
            onMessage(message)
          }}
          onSource={(source) => {
            setOpenId(null)
            change({ uid: null, account: null, kind: null, from: null, to: null, source })
          }}
        />
      )}
    </>
  )
}
