import { Button, Group, TextInput } from '@mantine/core'
import { formatCents } from '@shop/shared/kernel/money.ts'
import { wallClock } from '@shop/shared/kernel/shop-day.ts'
import type { PosSale } from '@shop/shared/pos/schema.ts'
import { IconDownload, IconReceiptOff, IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { type CommandState, useDevice, usePendingActions, useSession } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { CommandStateTag } from '../../ui/command-state-tag.tsx'
import { counted, grouped } from '../../ui/counted.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Moments } from '../../ui/moments.ts'
import { Page } from '../../ui/page.tsx'
import { Link } from '../../ui/router.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useLoad } from '../../ui/use-load.tsx'
import { useMoments } from '../../ui/use-moments.ts'
import { useShopSettings } from '../../ui/use-shop-settings.ts'
import { usePosSales } from '../queries.ts'
import { useReceipt } from '../receipt/use-receipt.tsx'
import { tenderName } from '../tender/tender-math.ts'
import { type DayRange, filterSales } from './day-range.ts'
import { downloadToday } from './download-sales.ts'
import classes from './history.module.css'
import { RefusedSales } from './refused-sales.tsx'
import { SaleDetail } from './sale-detail.tsx'
import { useSaleEntries } from './sale-state.tsx'
import { SalesSummary } from './sales-summary.tsx'

/** Rows drawn at first and with every 'Load More'. */
const PAGE = 100

/** POS sales of the shop, from every till (design §4): today's first, older ones by date, each with how far it has come. */
export default function PosSalesScreen() {
  const { user } = useSession()
  return user ? <PosSales /> : null
}

function PosSales() {
  const { nowMs } = useDevice()
  const { timeZone } = useShopSettings()
  const moments = useMoments()
  const today = wallClock(nowMs(), timeZone).date
  // today by default, whatever day that becomes: at midnight, and when the shop's time zone arrives
  const [chosen, setChosen] = useState<DayRange | null>(null)
  const { from, to } = chosen ?? { from: today, to: today }
  const [text, setText] = useState('')
  const [shownCount, setShownCount] = useState(PAGE)
  const [openId, setOpenId] = useState<string | null>(null)
  const banner = useBanner()
  const all = usePosSales()
  const entries = useSaleEntries()
  const { isLoading, failure } = useLoad('data', all.length === 0)
  const receipts = useReceipt()
  const { retry } = usePendingActions()
  const sales = useMemo(() => filterSales(all, { from, to }, text, timeZone), [all, from, to, text, timeZone])
  const open = all.find((sale) => sale.id === openId)
  const isToday = from === today && to === today

  const change = (next: DayRange | null) => {
    setChosen(next)
    setShownCount(PAGE)
  }
  return (
    <Page
      title="POS sales"
      subtitle="Every till’s sales, as far as this device knows them"
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconDownload size="1.25rem" />}
            onClick={() => banner.show(downloadToday(all, nowMs(), timeZone))}
          >
            Today as CSV
          </Button>
          <Button component={Link} to="/pos">
            To the till
          </Button>
        </>
      }
    >
      <Banner {...banner.props} />
      <RefusedSales entries={entries} onRetry={(id) => void retry(id)} />
      <div className={classes.filters}>
        <TextInput
          size="md"
          type="search"
          className={classes.filterText}
          label="Search"
          placeholder="Receipt, item, barcode, consignor"
          leftSection={<IconSearch size="1.25rem" />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <TextInput
          size="md"
          type="date"
          label="From"
          max={today}
          value={from}
          onChange={(event) => change({ from: event.currentTarget.value, to })}
        />
        <TextInput size="md" type="date" label="To" value={to} onChange={(event) => change({ from, to: event.currentTarget.value })} />
        {!isToday && (
          <Button size="md" variant="subtle" onClick={() => change(null)}>
            Today
          </Button>
        )}
      </div>
      <SalesSummary sales={sales} />
      {sales.length === 0 ? (
        (failure ??
        (!isLoading && (
          <NoSales
            hasAny={all.length > 0}
            isFiltered={text !== ''}
            isToday={isToday}
            onAll={() => change({ from: '', to: '' })}
            onClear={() => setText('')}
          />
        )))
      ) : (
        <ul className={classes.sales} aria-label="Sales">
          {sales.slice(0, shownCount).map((sale) => (
            <SaleRow
              key={sale.id}
              sale={sale}
              moments={moments}
              state={entries.get(sale.id)?.state ?? 'synced'}
              withDate={!isToday}
              onOpen={setOpenId}
            />
          ))}
        </ul>
      )}
      <div className={classes.more}>
        {sales.length > 0 && (
          <span>
            Showing {grouped(Math.min(shownCount, sales.length))} of {counted(sales.length, 'sale')}
          </span>
        )}
        {shownCount < sales.length && (
          <Button size="md" variant="default" onClick={() => setShownCount(shownCount + PAGE)}>
            Load More
          </Button>
        )}
      </div>
      {open && <SaleDetail sale={open} receipts={receipts} onClose={() => setOpenId(null)} />}
      {receipts.receipt}
    </Page>
  )
}

type RowProps = {
  readonly sale: PosSale
  readonly moments: Moments
  readonly state: CommandState
  readonly withDate: boolean
  readonly onOpen: (id: string) => void
}

function SaleRow({ sale, moments, state, withDate, onOpen }: RowProps) {
  const first = sale.lines[0]?.itemName ?? ''
  return (
    <li>
      <button type="button" className={classes.sale} data-void={sale.voidedAtMs !== null || undefined} onClick={() => onOpen(sale.id)}>
        <span className={classes.saleTime}>
          {withDate && <small>{moments.day(sale.soldAtMs)}</small>}
          {moments.time(sale.soldAtMs)}
        </span>
        <span className={classes.saleTexts}>
          <bdi className={classes.saleItems}>{sale.lines.length > 1 ? `${first} + ${sale.lines.length - 1} more` : first}</bdi>
          <small>
            {sale.receiptNumber} · <bdi>{sale.tenders.map(tenderName).join(' + ')}</bdi>
          </small>
        </span>
        <span className={classes.saleState}>
          {sale.voidedAtMs === null ? <CommandStateTag state={state} /> : <Tag tone="bad">Void</Tag>}
        </span>
        <span className={classes.saleTotal}>{formatCents(sale.totalCents)}</span>
      </button>
    </li>
  )
}

type NoSalesProps = {
  readonly hasAny: boolean
  readonly isFiltered: boolean
  readonly isToday: boolean
  readonly onAll: () => void
  readonly onClear: () => void
}

function NoSales({ hasAny, isFiltered, isToday, onAll, onClear }: NoSalesProps) {
  return (
    <EmptyState
      icon={<IconReceiptOff />}
      title={isFiltered ? 'No sale matches' : isToday ? 'Nothing was sold today yet' : 'Nothing was sold on these days'}
      action={
        <Group gap="xs" justify="center">
          {isFiltered && (
            <Button variant="default" onClick={onClear}>
              Clear search
            </Button>
          )}
          {!isFiltered && hasAny && (
            <Button variant="default" onClick={onAll}>
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
