import { Button, Group, SegmentedControl } from '@mantine/core'
import { IconDownload, IconPencil, IconPrinter, IconReceipt2 } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Banner, useBanner } from '../ui/banner.tsx'
import { grouped } from '../ui/counted.ts'
import { DataTable } from '../ui/data-table.tsx'
import { DayRangeFields } from '../ui/day-range-fields.tsx'
import { downloadCsv } from '../ui/download-csv.ts'
import { dated } from '../ui/download-file.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { RowButton } from '../ui/row-button.tsx'
import { useLoad } from '../ui/use-load.tsx'
import { useMoments } from '../ui/use-moments.ts'
import { useRowStates } from '../ui/use-row-states.ts'
import { useShopSettings } from '../ui/use-shop-settings.ts'
import classes from './history.module.css'
import { columnsOf, saleIdsOf } from './history-columns.tsx'
import { HISTORY_TABS, type HistoryEntry, type HistoryTab, ofTab } from './history-entries.ts'
import { HistorySums } from './history-sums.tsx'
import { SaleDetail } from './sale-detail.tsx'
import { statementRows } from './statement.ts'
import { StatementSheet } from './statement-sheet.tsx'
import { type History, useHistory } from './use-history.ts'

type Props = {
  readonly uid: string
  /** The consignor's name, for the statement. */
  readonly name: string
  /** True for an admin, who may edit and undo sales. */
  readonly canEdit: boolean
  readonly startTab?: HistoryTab
  /** Sale that is open at first. */
  readonly startSaleId?: string | null
  readonly onCloseSale?: () => void
}

/** One consignor's sales, payouts and shipments, by tab and period, as a list, a CSV file, or a printed statement. */
export function HistoryView({ uid, name, canEdit, startTab = 'all', startSaleId = null, onCloseSale }: Props) {
  const history = useHistory(uid)
  const { inPeriod, isAllTime } = history
  const [tab, setTab] = useState<HistoryTab>(startTab)
  const [openId, setOpenId] = useState<string | null>(startSaleId)
  const [startsEditing, setStartsEditing] = useState(false)
  const [isPrinting, setPrinting] = useState(false)
  const banner = useBanner()
  const open = history.saleOf(openId)
  const openSale = (saleId: string, isToEdit = false) => {
    setStartsEditing(isToEdit)
    setOpenId(saleId)
  }
  const closeSale = () => {
    setOpenId(null)
    onCloseSale?.()
  }
  return (
    <>
      <Banner {...banner.props} />
      <PeriodBar history={history} onPrint={() => setPrinting(true)} />
      <p className={classes.sum} aria-live="polite">
        <HistorySums
          entries={inPeriod}
          of={isAllTime ? ' in all' : ' in this period'}
          otherCents={history.otherCents}
          availableCents={history.availableCents}
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
      <HistoryTable history={history} tab={tab} canEdit={canEdit} onOpenSale={openSale} />
      {open && (
        <FormModal title="Sale" onClose={closeSale} size="md">
          <SaleDetail
            sale={open}
            canEdit={canEdit}
            canUndo={canEdit}
            startsEditing={startsEditing}
            onClose={closeSale}
            onDone={(message) => {
              closeSale()
              banner.show(message)
            }}
          />
        </FormModal>
      )}
      {isPrinting && <StatementSheet history={history} name={name} onDone={() => setPrinting(false)} />}
    </>
  )
}

type BarProps = { readonly history: History; readonly onPrint: () => void }

function PeriodBar({ history: { period, setPeriod, isAllTime, showAllTime, inPeriod, otherCents }, onPrint }: BarProps) {
  const { timeZone } = useShopSettings()
  const download = () => downloadCsv(dated('statement', 'csv', timeZone), statementRows(inPeriod, timeZone, otherCents))
  return (
    <div className={classes.filters}>
      <DayRangeFields range={period} onChange={setPeriod} />
      {!isAllTime && (
        <Button variant="subtle" onClick={showAllTime}>
          All time
        </Button>
      )}
      <Group gap="xs" className={classes.out ?? ''}>
        <Button variant="default" leftSection={<IconDownload size="1.25rem" />} disabled={inPeriod.length === 0} onClick={download}>
          CSV
        </Button>
        <Button variant="default" leftSection={<IconPrinter size="1.25rem" />} disabled={inPeriod.length === 0} onClick={onPrint}>
          Print
        </Button>
      </Group>
    </div>
  )
}

type TableProps = {
  readonly history: History
  readonly tab: HistoryTab
  readonly canEdit: boolean
  readonly onOpenSale: (saleId: string, isToEdit?: boolean) => void
}

/** Entries of a tab. A sale opens, also from its return, and an admin edits it by its button; a payout or a shipment has no more to show. */
function HistoryTable({ history: { inPeriod, isEmpty, isAllTime, showAllTime }, tab, canEdit, onOpenSale }: TableProps) {
  const { day } = useMoments()
  const states = useRowStates(saleIdsOf)
  const columns = useMemo(() => columnsOf(day, states), [day, states])
  const { isLoading, failure } = useLoad('data', isEmpty)
  return (
    <DataTable
      label="History"
      rows={ofTab(inPeriod, tab)}
      columns={columns}
      rowId={({ kind, id }) => `${kind} ${id}`}
      onOpen={(entry) => (entry.kind === 'sale' || entry.kind === 'return') && onOpenSale(entry.sale.id)}
      {...(canEdit && { actions: (entry: HistoryEntry) => <EditButton entry={entry} onOpenSale={onOpenSale} />, actionsWidth: '3rem' })}
      isLoading={isLoading}
      filter={isEmpty || isAllTime ? null : { message: 'Nothing happened in this period', onClear: showAllTime }}
      empty={
        failure ?? (
          <EmptyState
            icon={<IconReceipt2 />}
            title={isEmpty ? 'Nothing yet' : 'Nothing of this kind yet'}
            hint="Sales, payouts and shipments appear here as they happen."
          />
        )
      }
    />
  )
}

type EditProps = Pick<TableProps, 'onOpenSale'> & { readonly entry: HistoryEntry }

const EditButton = ({ entry: { kind, id }, onOpenSale }: EditProps) =>
  kind === 'sale' && (
    <RowButton label="Edit" onClick={() => onOpenSale(id, true)}>
      <IconPencil aria-hidden />
    </RowButton>
  )
