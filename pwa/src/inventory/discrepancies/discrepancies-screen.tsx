import { Button, SegmentedControl } from '@mantine/core'
import { nameOf, users } from '@shop/shared/accounts/schema.ts'
import { type Discrepancy, discrepancies } from '@shop/shared/inventory/schema.ts'
import { posSales } from '@shop/shared/pos/schema.ts'
import { IconChecks } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useLive, type View } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table-columns.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Page } from '../../ui/page.tsx'
import { Tag } from '../../ui/tag.tsx'
import { KIND_LABELS, SETTLEMENT_LABELS, whatHappened } from './discrepancy-words.ts'
import { SettleForm } from './settle-form.tsx'

/** A discrepancy with what the list says of it. */
type Entry = Discrepancy & { readonly who: string; readonly settledBy: string; readonly receipt: string }

const moment = (atMs: number) => new Date(atMs).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })

function entriesOf(view: View, isSettled: boolean): Entry[] {
  const name = (uid: string | null) => {
    const user = uid === null ? undefined : view.get(users, uid)
    return user ? nameOf(user) : ''
  }
  return view
    .all(discrepancies)
    .filter(({ settledAtMs }) => (settledAtMs !== null) === isSettled)
    .map((one) => ({
      ...one,
      who: name(one.openedByUid),
      settledBy: name(one.settledByUid),
      receipt: one.saleId === null ? '' : (view.get(posSales, one.saleId)?.receiptNumber ?? ''),
    }))
    .sort((a, b) => (b.settledAtMs ?? b.openedAtMs) - (a.settledAtMs ?? a.openedAtMs))
}

const COLUMNS: readonly Column<Entry>[] = [
  { key: 'kind', header: 'Kind', width: '10rem', card: 'aside', cell: ({ kind }) => <Tag tone="warn">{KIND_LABELS[kind]}</Tag> },
  {
    key: 'what',
    header: 'What',
    width: 'minmax(14rem, 2fr)',
    card: 'title',
    cell: (one) => `${one.itemName ? `${one.itemName}: ` : ''}${whatHappened(one)}`,
  },
  { key: 'quantity', header: 'How many', width: '7rem', align: 'end', cell: ({ quantity }) => (quantity === 0 ? '–' : quantity) },
  { key: 'receipt', header: 'Receipt', width: '9rem', hideBelow: 900, cell: ({ receipt }) => receipt || '–' },
  { key: 'who', header: 'Who', width: 'minmax(8rem, 1fr)', cell: ({ who }) => who || 'Unknown' },
  { key: 'when', header: 'When', width: '12rem', cell: ({ openedAtMs }) => moment(openedAtMs) },
]
const SETTLED: Column<Entry> = {
  key: 'settled',
  header: 'Settled',
  width: 'minmax(12rem, 1fr)',
  cell: ({ settlement, settledAtMs, settledBy, note }) => (
    <span>
      <Tag tone="good">{settlement ? SETTLEMENT_LABELS[settlement] : ''}</Tag> {settledBy}, {moment(settledAtMs ?? 0)}
      {note && ` · ${note}`}
    </span>
  ),
}

/** What the till sold and the books did not expect: who, when, how many, and what to do about it (design §4). */
export default function DiscrepanciesScreen() {
  const [isSettled, setSettled] = useState(false)
  const entries = useLive((view) => entriesOf(view, isSettled), [isSettled])
  const [settling, setSettling] = useState<Discrepancy | null>(null)
  const banner = useBanner()
  const columns = useMemo(() => (isSettled ? [...COLUMNS.filter(({ key }) => key !== 'receipt'), SETTLED] : COLUMNS), [isSettled])
  return (
    <Page title="Discrepancies" subtitle="Sales are always recorded. What the books did not expect waits here for you.">
      <Banner {...banner.props} />
      <SegmentedControl
        aria-label="Which ones"
        value={isSettled ? 'settled' : 'open'}
        onChange={(value) => setSettled(value === 'settled')}
        data={[
          { value: 'open', label: 'Open' },
          { value: 'settled', label: 'Settled' },
        ]}
      />
      <DataTable
        label={isSettled ? 'Settled discrepancies' : 'Open discrepancies'}
        rows={entries}
        columns={columns}
        rowId={({ id }) => id}
        {...(isSettled
          ? {}
          : {
              actions: (entry: Entry) => (
                <Button variant="default" onClick={() => setSettling(entry)}>
                  Settle
                </Button>
              ),
              actionsWidth: '7rem',
              onOpen: setSettling,
            })}
        empty={
          isSettled ? (
            <EmptyState title="Nothing was settled yet" hint="What you settle stays here, with who did it and when." />
          ) : (
            <EmptyState
              icon={<IconChecks />}
              title="Stock and books agree"
              hint="When a sale takes more than the books hold, it appears here."
            />
          )
        }
      />
      {settling && (
        <FormModal title="Settle" onClose={() => setSettling(null)}>
          <SettleForm
            discrepancy={settling}
            onClose={() => setSettling(null)}
            onDone={(message) => {
              setSettling(null)
              banner.show(message)
            }}
          />
        </FormModal>
      )}
    </Page>
  )
}
