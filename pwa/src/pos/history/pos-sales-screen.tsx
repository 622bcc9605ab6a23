import { Button, Group } from '@mantine/core'
import { cents, formatCents, sumCents } from '@shop/shared/kernel/money.ts'
import { type Taking, takingsOf } from '@shop/shared/pos/rules/takings.ts'
import { tenderName } from '@shop/shared/pos/rules/tender-name.ts'
import type { PosSale } from '@shop/shared/pos/schema.ts'
import { IconCashRegister, IconDownload, IconReceiptOff } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { type CommandState, useDevice, useItemSearch, usePendingActions, useSession } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { CommandStateTag } from '../../ui/command-state-tag.tsx'
import { counted, grouped } from '../../ui/counted.ts'
import { DayRangeFields } from '../../ui/day-range-fields.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Moments } from '../../ui/moments.ts'
import { Page } from '../../ui/page.tsx'
import { Link } from '../../ui/router.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useAddressOrder } from '../../ui/use-address-order.ts'
import { useLoad } from '../../ui/use-load.tsx'
import { useMoments } from '../../ui/use-moments.ts'
import { useShopSettings } from '../../ui/use-shop-settings.ts'
import { usePosFacts } from '../queries.ts'
import { useReceipt } from '../receipt/use-receipt.tsx'
import { useScanner } from '../scan/use-scanner.ts'
import { OpenShifts } from '../shift/open-shifts.tsx'
import type { ShiftView } from '../shift/shift-views.ts'
import { downloadToday } from './download-sales.ts'
import classes from './history.module.css'
import { RefusedSales } from './refused-sales.tsx'
import { SaleDetail } from './sale-detail.tsx'
import { useSaleEntries } from './sale-state.tsx'
import { SalesSummary } from './sales-summary.tsx'
import { type ListedSale, type SalesFilter, useSalesFilter } from './use-sales-filter.ts'

const ShiftWindow = lazy(() => import('../shift/shift-window.tsx'))

/** `/pos/sales`: the sales of every till with their sync state, initially today's. */
export default function PosSalesScreen() {
  const { user } = useSession()
  return user ? <PosSales /> : null
}

function PosSales() {
  const { nowMs } = useDevice()
  const { timeZone } = useShopSettings()
  const moments = useMoments()
  const [openId, setOpenId] = useState<string | null>(null)
  const [shiftView, setShiftView] = useState<ShiftView | null>(null)
  useAddressOrder('sale', setOpenId)
  const banner = useBanner()
  const facts = usePosFacts()
  const all = facts.sales
  const takings = useMemo(() => takingsOf(facts), [facts])
  const filter = useSalesFilter(takings, nowMs(), timeZone)
  const entries = useSaleEntries()
  const { isLoading, failure } = useLoad('data', all.length === 0)
  const receipts = useReceipt()
  const { retry } = usePendingActions()
  const open = all.find((sale) => sale.id === openId)
  return (
    <Page
      title="POS sales"
      subtitle="Every till’s sales, as far as this device knows them"
      actions={
        <Actions onCsv={() => banner.show(downloadToday(facts, nowMs(), timeZone))} onShifts={() => setShiftView({ kind: 'list' })} />
      }
    >
      <Banner {...banner.props} />
      <RefusedSales entries={entries} onRetry={(id) => void retry(id)} />
      <OpenShifts onOpen={(id) => setShiftView({ kind: 'shift', id })} />
      <SalesFilters filter={filter} />
      <SalesSummary takings={filter.takings} period={filter.period} />
      {filter.sales.length === 0 ? (
        (failure ?? (!isLoading && <NoSales hasAny={all.length > 0} filter={filter} />))
      ) : (
        <ul className={classes.sales} aria-label="Sales">
          {filter.shown.map((listed) => (
            <SaleRow
              key={listed.sale.id}
              listed={listed}
              moments={moments}
              state={entries.get(listed.sale.id)?.state ?? 'synced'}
              withDate={!filter.isToday}
              onOpen={setOpenId}
            />
          ))}
        </ul>
      )}
      <ShownCount filter={filter} />
      {open ? (
        <SaleDetail sale={open} receipts={receipts} onClose={() => setOpenId(null)} />
      ) : (
        <ScannedSales all={all} filter={filter} onOpen={setOpenId} />
      )}
      {receipts.receipt}
      <Suspense fallback={null}>{shiftView && <ShiftWindow start={shiftView} onClose={() => setShiftView(null)} />}</Suspense>
    </Page>
  )
}

function Actions({ onCsv, onShifts }: { readonly onCsv: () => void; readonly onShifts: () => void }) {
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size="1.25rem" />} onClick={onCsv}>
        Today as CSV
      </Button>
      <Button variant="default" leftSection={<IconCashRegister size="1.25rem" />} onClick={onShifts}>
        Shifts
      </Button>
      <Button variant="default" component={Link} to="/pos/sales/recorded">
        Recorded sales
      </Button>
      <Button component={Link} to="/pos">
        To the till
      </Button>
    </>
  )
}

type ScannedProps = FilterProps & { readonly all: readonly PosSale[]; readonly onOpen: (saleId: string) => void }

/** Opens the sale of a scanned receipt. Any other code, as the tag of a piece, is searched in the sales of all days, and so is a number that two
 *  tablets printed. While a sale is open the keys belong to its form. */
function ScannedSales({ all, filter, onOpen }: ScannedProps) {
  const { byBarcode } = useItemSearch()
  const ofReceipt = (code: string) => all.filter(({ receiptNumber }) => receiptNumber.toUpperCase() === code.toUpperCase())
  useScanner({
    isKnown: (code) => byBarcode(code).length > 0 || ofReceipt(code).length > 0,
    onScan: (code) => {
      const [sale, another] = ofReceipt(code)
      if (sale && !another) return onOpen(sale.id)
      filter.setRange({ from: '', to: '' })
      filter.setText(code)
    },
    onKey: () => false,
    onGlobalKey: () => false,
  })
  return null
}

type FilterProps = { readonly filter: SalesFilter }

function SalesFilters({ filter: { text, setText, range, setRange, today, isToday } }: FilterProps) {
  return (
    <div className={classes.filters}>
      <SearchInput
        size="md"
        className={classes.filterText}
        label="Search"
        placeholder="Receipt, item, barcode, consignor"
        value={text}
        onText={setText}
      />
      <DayRangeFields size="md" range={range} onChange={setRange} latest={today} />
      {!isToday && (
        <Button size="md" variant="subtle" onClick={() => setRange(null)}>
          Today
        </Button>
      )}
    </div>
  )
}

function ShownCount({ filter: { sales, shown, more } }: FilterProps) {
  return (
    <div className={classes.more}>
      {sales.length > 0 && (
        <span>
          Showing {grouped(shown.length)} of {counted(sales.length, 'sale')}
        </span>
      )}
      {more && (
        <Button size="md" variant="default" onClick={more}>
          Load More
        </Button>
      )}
    </div>
  )
}

type RowProps = {
  readonly listed: ListedSale
  readonly moments: Moments
  readonly state: CommandState
  readonly withDate: boolean
  readonly onOpen: (id: string) => void
}

function SaleRow({ listed, moments, state, withDate, onOpen }: RowProps) {
  const { sale, takings, atMs } = listed
  const first = sale.lines[0]?.itemName ?? ''
  const [isSoldHere, isVoidHere] = [takings.some(({ kind }) => kind === 'sale'), takings.some(({ kind }) => kind === 'void')]
  const amountCents = isSoldHere ? sale.totalCents : sumCents(takings.map((taking) => taking.amountCents))
  return (
    <li>
      <button type="button" className={classes.sale} data-void={(isSoldHere && isVoidHere) || undefined} onClick={() => onOpen(sale.id)}>
        <span className={classes.saleTime}>
          {withDate && <small>{moments.day(atMs)}</small>}
          {moments.time(atMs)}
        </span>
        <span className={classes.saleTexts}>
          <bdi className={classes.saleItems}>{sale.lines.length > 1 ? `${first} + ${sale.lines.length - 1} more` : first}</bdi>
          <small>
            {sale.receiptNumber} · <bdi>{sale.tenders.map(tenderName).join(' + ')}</bdi>
          </small>
        </span>
        <span className={classes.saleState}>
          <RowState listed={listed} moments={moments} state={state} />
        </span>
        <span className={classes.saleTotal}>{formatCents(amountCents)}</span>
      </button>
    </li>
  )
}

/** A void before a return, and a return before the state of sync: the strongest says how the sale stands. */
function RowState({ listed: { sale, takings }, moments, state }: Pick<RowProps, 'listed' | 'moments' | 'state'>) {
  const isHere = (wanted: Taking['kind']) => takings.some(({ kind }) => kind === wanted)
  const sold = isHere('sale') ? '' : `, sold ${moments.day(sale.soldAtMs)}`
  if (sale.voidedAtMs !== null) return <Tag tone="bad">{isHere('void') ? `Void${sold}` : `Void since ${moments.day(sale.voidedAtMs)}`}</Tag>
  const returned = sumCents(takings.flatMap(({ kind, amountCents }) => (kind === 'return' ? [amountCents] : [])))
  if (isHere('return')) return <Tag tone="warn">{`${formatCents(cents(-returned))} returned${sold}`}</Tag>
  return <CommandStateTag state={state} />
}

function NoSales({ hasAny, filter: { text, setText, isToday, setRange } }: FilterProps & { readonly hasAny: boolean }) {
  const isSearched = text !== ''
  return (
    <EmptyState
      icon={<IconReceiptOff />}
      title={isSearched ? 'No sale matches' : isToday ? 'Nothing was sold today yet' : 'Nothing was sold on these days'}
      action={
        <Group gap="xs" justify="center">
          {isSearched && (
            <Button variant="default" onClick={() => setText('')}>
              Clear search
            </Button>
          )}
          {!isSearched && hasAny && (
            <Button variant="default" onClick={() => setRange({ from: '', to: '' })}>
              Show all days
            </Button>
          )}
          {!hasAny && (
            <Button component={Link} to="/pos">
              Sell something
            </Button>
          )}
        </Group>
      }
    />
  )
}
