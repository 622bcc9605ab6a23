import { Button, SegmentedControl, Stack, Text } from '@mantine/core'
import { nameOf, users } from '@shop/shared/accounts/schema.ts'
import { type Discrepancy, discrepancies } from '@shop/shared/inventory/schema.ts'
import { posSales, suspendedSales } from '@shop/shared/pos/schema.ts'
import { IconChecks } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useLive, type View } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table-columns.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import type { Moments } from '../../ui/moments.ts'
import { Page } from '../../ui/page.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useLoad } from '../../ui/use-load.tsx'
import { useMoments } from '../../ui/use-moments.ts'
import { KIND_LABELS, settlementLabel, subjectOf, whatHappened } from './discrepancy-words.ts'
import { SettleForm } from './settle-form.tsx'
import { SuspendedSaleWindow } from './suspended-sale-form.tsx'

/** A discrepancy with the texts of its row. */
type Entry = Discrepancy & { readonly who: string; readonly settledBy: string; readonly receipt: string; readonly isKnown: boolean }

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
      isKnown: view.get(users, one.openedByUid) !== undefined,
      settledBy: name(one.settledByUid),
      receipt: one.saleId === null ? '' : ((view.get(posSales, one.saleId) ?? view.get(suspendedSales, one.saleId))?.receiptNumber ?? ''),
    }))
    .sort((a, b) => (b.settledAtMs ?? b.openedAtMs) - (a.settledAtMs ?? a.openedAtMs))
}

const twoLines = (first: string, second: string) => (
  <Stack gap={0} miw={0}>
    <Text truncate>{first}</Text>
    <Text size="sm" c="dimmed" lineClamp={2}>
      {second}
    </Text>
  </Stack>
)

const columnsOf = ({ moment }: Moments, isSettled: boolean): readonly Column<Entry>[] => [
  {
    key: 'what',
    header: 'What',
    width: 'minmax(14rem, 1fr)',
    card: 'title',
    cell: (one) => twoLines(subjectOf(one, one.receipt), whatHappened(one, one.isKnown)),
  },
  { key: 'kind', header: 'Kind', width: '9rem', card: 'aside', cell: ({ kind }) => <Tag tone="warn">{KIND_LABELS[kind]}</Tag> },
  { key: 'quantity', header: 'How many', width: '6.5rem', align: 'end', cell: ({ quantity }) => (quantity === 0 ? null : quantity) },
  {
    key: 'who',
    header: 'Who and when',
    // the additional column with the settlement leaves less space
    width: isSettled ? '13rem' : '17.5rem',
    cell: ({ who, openedAtMs, receipt }) => twoLines(who || 'Unknown', [moment(openedAtMs), receipt].filter(Boolean).join(' · ')),
  },
]
const settledOf = ({ moment }: Moments): Column<Entry> => ({
  key: 'settled',
  header: 'Settled',
  width: '15rem',
  cell: (one) => twoLines(settlementLabel(one), [one.settledBy, moment(one.settledAtMs ?? 0), one.note].filter(Boolean).join(' · ')),
})

/** `/discrepancies`: the open or settled discrepancies with person, time and quantity, and the ways to settle them. */
export default function DiscrepanciesScreen() {
  const [isSettled, setSettled] = useState(false)
  const entries = useLive((view) => entriesOf(view, isSettled), [isSettled])
  const { isLoading, failure } = useLoad('data', entries.length === 0)
  const [settling, setSettling] = useState<Discrepancy | null>(null)
  const banner = useBanner()
  const moments = useMoments()
  const columns = useMemo(() => [...columnsOf(moments, isSettled), ...(isSettled ? [settledOf(moments)] : [])], [isSettled, moments])
  return (
    <Page title="Discrepancies" subtitle="Sales are always recorded. What the books did not expect waits here for you.">
      <Banner {...banner.props} />
      <SegmentedControl
        style={{ alignSelf: 'flex-start' }}
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
        isLoading={isLoading}
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
          failure ??
          (isSettled ? (
            <EmptyState title="Nothing was settled yet" hint="What you settle stays here, with who did it and when." />
          ) : (
            <EmptyState
              icon={<IconChecks />}
              title="Stock and books agree"
              hint="When a sale takes more than the books hold, it appears here."
            />
          ))
        }
      />
      {settling && (
        <Settling
          discrepancy={settling}
          onClose={() => setSettling(null)}
          onDone={(message) => {
            setSettling(null)
            banner.show(message)
          }}
        />
      )}
    </Page>
  )
}

/** Kinds of discrepancies whose sale may wait for an admin. The window then settles that sale. */
const OF_WAITING_SALES: ReadonlySet<Discrepancy['kind']> = new Set(['sale_suspended', 'void_withdrawn'])

type SettlingProps = { readonly discrepancy: Discrepancy; readonly onClose: () => void; readonly onDone: (message: string) => void }

function Settling({ discrepancy, onClose, onDone }: SettlingProps) {
  const { kind, saleId } = discrepancy
  const found = useLive(
    (view) => (saleId !== null && OF_WAITING_SALES.has(kind) ? view.get(suspendedSales, saleId) : undefined),
    [saleId, kind],
  )
  // keeps the sale of the moment when the window opened, because settling the sale must not change the form
  const [sale] = useState(found)
  if (sale && sale.settledAtMs === null) return <SuspendedSaleWindow sale={sale} onClose={onClose} onDone={onDone} />
  return (
    <FormModal title="Settle" onClose={onClose}>
      <SettleForm discrepancy={discrepancy} onClose={onClose} onDone={onDone} />
    </FormModal>
  )
}
