import { NativeSelect } from '@mantine/core'
import { ORDERED_TRADES } from '@shop/shared/trades/rules/pending.ts'
import { tradeStatusSchema, trades } from '@shop/shared/trades/schema.ts'
import { IconCircleCheck, IconTruckDelivery } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useLive, useSyncStatus } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { counted } from '../../ui/counted.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { navigate, useQuery } from '../../ui/router.tsx'
import { TallTable } from '../../ui/tall-table.tsx'
import { useLoad } from '../../ui/use-load.tsx'
import { tradeWord } from '../trade-words.tsx'
import classes from '../trades.module.css'
import { useNow } from '../use-now.ts'
import { ORDERS_SYNC_MS, useRegularSync } from '../use-regular-sync.ts'
import { OrderActions } from './order-actions.tsx'
import { ORDER_COLUMNS } from './order-columns.tsx'
import { type OrderRow, orderFilterOf, readOrders } from './order-list.ts'
import { TrackingDialog } from './tracking-dialog.tsx'
import { useOrderActs } from './use-order-acts.tsx'

const PackingSlip = lazy(() => import('./packing-slip.tsx'))

const FILTERS = [
  { value: 'orders', label: 'All orders' },
  ...tradeStatusSchema.options.map((value) => ({ value: value as string, label: tradeWord(value) })),
]

/** `/admin-fulfillment`: trades that the shop has to ship or has shipped. A filter shows the trades in any other state. */
export default function FulfillmentScreen() {
  const filter = orderFilterOf(useQuery().get('status'))
  const orders = useLive((view) => readOrders(view, filter), [filter])
  const hasTrades = useLive((view) => view.count(trades) > 0, [])
  const { isLoading, failure } = useLoad('orders', !hasTrades)
  const { online } = useSyncStatus()
  const { props: banner, show } = useBanner()
  const now = useNow()
  useRegularSync(ORDERS_SYNC_MS)
  const { ship, remove, openLabel, busyId } = useOrderActs(show)
  const [tracked, setTracked] = useState<OrderRow | null>(null)
  const [printed, setPrinted] = useState<OrderRow | null>(null)
  const setFilter = (next: string) =>
    navigate(next === 'orders' ? '/admin-fulfillment' : `/admin-fulfillment?status=${next}`, { replace: true })

  const actions = (order: OrderRow) => (
    <OrderActions
      order={order}
      now={now}
      busyId={busyId}
      onShip={() => void ship(order)}
      onTrack={() => setTracked(order)}
      onOpenLabel={() => void openLabel(order)}
      onPrint={() => setPrinted(order)}
      onDelete={() => void remove(order)}
    />
  )
  return (
    <Page title="Fulfillment Orders" subtitle="Trades between consignors, to be shipped by the shop">
      <Banner {...banner} />
      <AwaitingShipping />
      <div className={classes.bar}>
        <NativeSelect aria-label="Status" data={FILTERS} value={filter} onChange={(event) => setFilter(event.currentTarget.value)} />
        {!online && (
          <p className={classes.offline}>
            You are offline. This is what was known at the last sync; shipping and deleting need a connection.
          </p>
        )}
      </div>
      <TallTable<OrderRow>
        label="Fulfillment orders"
        rows={orders}
        columns={ORDER_COLUMNS}
        rowId={({ tradeId }) => tradeId}
        isLoading={isLoading}
        cardsBelowPx={1200}
        actions={actions}
        filter={filter === 'orders' ? null : { message: `No trades are “${tradeWord(filter)}”`, onClear: () => setFilter('orders') }}
        empty={
          failure ?? (
            <EmptyState
              icon={<IconTruckDelivery />}
              title="No orders yet"
              hint="A trade appears here as soon as its offer was accepted: goods and money are then committed, and the shop ships it."
            />
          )
        }
      />
      {tracked && <TrackingDialog order={tracked} onClose={() => setTracked(null)} onMessage={show} />}
      {printed && (
        <Suspense fallback={null}>
          <PackingSlip order={printed} onDone={() => setPrinted(null)} />
        </Suspense>
      )}
    </Page>
  )
}

/** Counts the orders without a label or tracking number, regardless of the filter. */
function AwaitingShipping() {
  const awaiting = useLive((view) => view.all(trades).filter(({ status }) => ORDERED_TRADES.includes(status)).length, [])
  return (
    <p className={classes.attention} data-done={awaiting === 0 || undefined} role="status">
      {awaiting === 0 ? <IconCircleCheck aria-hidden="true" /> : <IconTruckDelivery aria-hidden="true" />}
      {awaiting === 0 ? 'No orders are awaiting shipping' : `${counted(awaiting, 'order is', 'orders are')} awaiting shipping`}
    </p>
  )
}
