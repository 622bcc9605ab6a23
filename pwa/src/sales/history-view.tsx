import { Button, Group, SegmentedControl, TextInput } from '@mantine/core'
import { ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { payouts } from '@shop/shared/payouts/schema.ts'
import { balances, sales } from '@shop/shared/sales/schema.ts'
import { shipments } from '@shop/shared/shipments/schema.ts'
import { IconDownload, IconPrinter, IconReceipt2 } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useLive, useSyncStatus } from '../sync/api.ts'
import { Banner, useBanner } from '../ui/banner.tsx'
import { grouped } from '../ui/counted.ts'
import { DataTable } from '../ui/data-table.tsx'
import { downloadCsv } from '../ui/download-csv.ts'
import { dated } from '../ui/download-file.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { useLoad } from '../ui/use-load.tsx'
import { useMoments } from '../ui/use-moments.ts'
import { useRowStates } from '../ui/use-row-states.ts'
import { useShopSettings } from '../ui/use-shop-settings.ts'
import classes from './history.module.css'
import { columnsOf, saleIdsOf } from './history-columns.tsx'
import {
  HISTORY_TABS,
  type HistoryEntry,
  type HistoryTab,
  historyOf,
  ofTab,
  otherChangesOf,
  type Period,
  totalsOf,
  within,
} from './history-entries.ts'
import { HistorySums } from './history-sums.tsx'
import { SaleDetail } from './sale-detail.tsx'
import { statementRows } from './statement.ts'
import { StatementSheet } from './statement-sheet.tsx'

type Props = {
  readonly uid: string
  /** Whose it is, for the statement. */
  readonly name: string
  /** An admin may edit the records of sales. */
  readonly canEdit: boolean
  readonly startTab?: HistoryTab
  /** The sale that is open at first. */
  readonly startSaleId?: string | null
  readonly onCloseSale?: () => void
}

/** One consignor's sales, payouts and shipments: by tab and period, as a list, a CSV file, or a printed statement (spec §2 Sales History). */
export function HistoryView({ uid, name, canEdit, startTab = 'all', startSaleId = null, onCloseSale }: Props) {
  const ownSales = useLive((view) => view.where(sales, 'consignorId', uid), [uid])
  const ownPayouts = useLive((view) => view.where(payouts, 'uid', uid), [uid])
  const ownShipments = useLive((view) => view.where(shipments, 'uid', uid), [uid])
  const availableCents = useLive((view) => view.get(balances, uid)?.availableCents ?? ZERO_CENTS, [uid])
  const { lastSyncAtMs, phase } = useSyncStatus()
  const { timeZone, shopName } = useShopSettings()
  const { day } = useMoments()
  const [tab, setTab] = useState<HistoryTab>(startTab)
  const [period, setPeriod] = useState<Period>({ from: '', to: '' })
  const [openId, setOpenId] = useState<string | null>(startSaleId)
  const [isPrinting, setPrinting] = useState(false)
  const states = useRowStates(saleIdsOf)
  const banner = useBanner()

  const all = useMemo(() => historyOf(ownSales, ownPayouts, ownShipments), [ownSales, ownPayouts, ownShipments])
  const inPeriod = useMemo(() => within(all, period, timeZone), [all, period, timeZone])
  const rows = ofTab(inPeriod, tab)
  const columns = useMemo(() => columnsOf(day, states), [day, states])
  const open = openId === null ? undefined : ownSales.find(({ id }) => id === openId)
  const isWhole = period.from === '' && period.to === ''
  // until a first sync has ended, the balance may be here and its sales not
  const isComplete = isWhole && lastSyncAtMs !== null && phase !== 'starting'
  const otherCents = useMemo(
    () => (isComplete ? otherChangesOf(totalsOf(all), availableCents) : ZERO_CENTS),
    [all, availableCents, isComplete],
  )
  const onOpen = (entry: HistoryEntry) => {
    if (entry.kind === 'sale') setOpenId(entry.id)
  }
  const closeSale = () => {
    setOpenId(null)
    onCloseSale?.()
  }
  const { isLoading, failure } = useLoad('data', all.length === 0)
  return (
    <>
      <Banner {...banner.props} />
      <div className={classes.filters}>
        <TextInput
          type="date"
          label="From"
          value={period.from}
          onChange={(event) => setPeriod({ ...period, from: event.currentTarget.value })}
        />
        <TextInput type="date" label="To" value={period.to} onChange={(event) => setPeriod({ ...period, to: event.currentTarget.value })} />
        {!isWhole && (
          <Button variant="subtle" onClick={() => setPeriod({ from: '', to: '' })}>
            All time
          </Button>
        )}
        <Group gap="xs" className={classes.out ?? ''}>
          <Button
            variant="default"
            leftSection={<IconDownload size="1.25rem" />}
            disabled={inPeriod.length === 0}
            onClick={() => downloadCsv(dated('statement', 'csv', timeZone), statementRows(inPeriod, timeZone, otherCents))}
          >
            CSV
          </Button>
          <Button
            variant="default"
            leftSection={<IconPrinter size="1.25rem" />}
            disabled={inPeriod.length === 0}
            onClick={() => setPrinting(true)}
          >
            Print
          </Button>
        </Group>
      </div>
      <p className={classes.sum} aria-live="polite">
        <HistorySums
          entries={inPeriod}
          of={isWhole ? ' in all' : ' in this period'}
          otherCents={otherCents}
          availableCents={availableCents}
        />
      </p>
      <SegmentedControl
        className={classes.tabs ?? ''}
        aria-label="What to show"
        value={tab}
        onChange={(value) => setTab(value as HistoryTab)}
        data={HISTORY_TABS.map(({ value, label }) => ({
          value,
          label: `${label} (${grouped(ofTab(inPeriod, value).length)})`,
        }))}
      />
      <DataTable
        label="History"
        rows={rows}
        columns={columns}
        rowId={({ kind, id }) => `${kind} ${id}`}
        onOpen={onOpen}
        isLoading={isLoading}
        filter={
          all.length === 0 || isWhole
            ? null
            : { message: 'Nothing happened in this period', onClear: () => setPeriod({ from: '', to: '' }) }
        }
        empty={
          failure ?? (
            <EmptyState
              icon={<IconReceipt2 />}
              title={all.length === 0 ? 'Nothing yet' : 'Nothing of this kind yet'}
              hint="Sales, payouts and shipments appear here as they happen."
            />
          )
        }
      />
      {open && (
        <FormModal title="Sale" onClose={closeSale} size="md">
          <SaleDetail
            sale={open}
            canEdit={canEdit}
            onClose={closeSale}
            onDone={(message) => {
              closeSale()
              banner.show(message)
            }}
          />
        </FormModal>
      )}
      {isPrinting && (
        <StatementSheet
          entries={inPeriod}
          name={name}
          shopName={shopName}
          period={period}
          timeZone={timeZone}
          otherCents={otherCents}
          availableCents={availableCents}
          onDone={() => setPrinting(false)}
        />
      )}
    </>
  )
}
