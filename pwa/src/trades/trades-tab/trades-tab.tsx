import { Button } from '@mantine/core'
import { whyNot } from '@shop/shared/trades/rules/machine.ts'
import { isOpenOffer } from '@shop/shared/trades/rules/pending.ts'
import type { Offer, Trade } from '@shop/shared/trades/schema.ts'
import { IconArrowsExchange, IconDownload, IconFileDownload, IconUpload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useSyncStatus } from '../../sync/api.ts'
import { counted, grouped } from '../../ui/counted.ts'
import type { Column } from '../../ui/data-table-columns.ts'
import { downloadCsv } from '../../ui/download-csv.ts'
import { dated } from '../../ui/download-file.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { MoneyText } from '../../ui/money-text.tsx'
import { Link } from '../../ui/router.tsx'
import { TallTable } from '../../ui/tall-table.tsx'
import { useLoad } from '../../ui/use-load.tsx'
import { useShopSettings } from '../../ui/use-shop-settings.ts'
import { ItemCell, Lines, Note } from '../item-cell.tsx'
import { useRowAct } from '../offers/use-offer-act.ts'
import { commissionHeader, TradeTag } from '../trade-words.tsx'
import classes from '../trades.module.css'
import { useLabelDownload } from '../use-label-download.ts'
import { LabelDialog } from './label-dialog.tsx'
import { TradeTracking } from './tracking-cell.tsx'
import { type TradeRow, tradeRows, tradesCsv } from './trade-rows.ts'

type Props = {
  /** Trades this person asked for, and offers this person got. */
  readonly asked: readonly Trade[]
  readonly got: readonly Offer[]
  readonly now: number
  readonly onMessage: (text: string) => void
}

/** My Trades: what was agreed on or ended, on both sides (spec §2). */
export function TradesTab({ asked, got, now, onMessage }: Props) {
  const { online } = useSyncStatus()
  const { commissionBps, timeZone } = useShopSettings()
  const { act, busyId } = useRowAct(onMessage)
  const download = useLabelDownload()
  const [labelled, setLabelled] = useState<Trade | null>(null)
  const rows = useMemo(() => tradeRows(asked, got), [asked, got])
  const columns = useMemo(() => columnsOf(commissionBps), [commissionBps])
  const canUpload = (trade: Trade | null): trade is Trade =>
    trade?.providesOwnShipping === true && whyNot('uploadLabel', trade, undefined, now) === null
  const hasActions = ({ trade }: TradeRow) => trade !== null && (trade.label !== null || canUpload(trade))
  const { isLoading, failure } = useLoad('trades', asked.length + got.length === 0)
  const actions = ({ trade, itemName }: TradeRow) => (
    <>
      {trade?.label && (
        <Button
          variant="default"
          leftSection={<IconFileDownload size="1.25rem" aria-hidden="true" />}
          disabled={!online || busyId !== null}
          loading={busyId === trade.id}
          title={online ? undefined : 'Offline: the label is read from the server'}
          aria-label={`View Label: ${itemName}`}
          onClick={() => void act(trade.id, () => download(trade))}
        >
          View Label
        </Button>
      )}
      {canUpload(trade) && (
        <Button
          variant={trade.label ? 'default' : 'filled'}
          leftSection={<IconUpload size="1.25rem" aria-hidden="true" />}
          disabled={!online}
          title={online ? undefined : 'Offline: uploading needs a connection'}
          aria-label={`${trade.label ? 'Replace Label' : 'Upload Label'}: ${itemName}`}
          onClick={() => setLabelled(trade)}
        >
          {trade.label ? 'Replace Label' : 'Upload Label'}
        </Button>
      )}
    </>
  )
  return (
    <>
      {rows.length > 0 && (
        <div className={classes.bar}>
          <Button
            variant="default"
            leftSection={<IconDownload size="1.25rem" aria-hidden="true" />}
            onClick={() => downloadCsv(dated('trades', 'csv', timeZone), tradesCsv(rows, timeZone))}
          >
            CSV
          </Button>
        </div>
      )}
      <TallTable<TradeRow>
        label="My Trades"
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        isLoading={isLoading}
        cardsBelowPx={900}
        {...(rows.some(hasActions) ? { actions } : {})}
        empty={
          failure ?? (
            <EmptyState
              icon={<IconArrowsExchange />}
              title="No trades yet."
              hint="What you buy and sell on the marketplace appears here once an offer was answered."
              action={
                <Button component={Link} to="/marketplace" variant="default" mt="xs">
                  Browse Items
                </Button>
              }
            />
          )
        }
      />
      {labelled && <LabelDialog trade={labelled} onClose={() => setLabelled(null)} onMessage={onMessage} />}
    </>
  )
}

const NONE = '–'

function statusNote({ trade, status }: TradeRow): string | null {
  if (status !== 'partial' || !trade) return null
  const open = trade.offers.filter(isOpenOffer).length
  return `${trade.acceptedQuantity} of ${trade.quantity} agreed, ${counted(open, 'offer')} still open`
}

function finalNote({ isSeller, charged, status }: TradeRow): string | null {
  if (!charged) return 'Not charged'
  if (isSeller) return status === 'fulfilled' ? 'Paid to you' : 'You receive'
  return status === 'partial' ? 'at most' : null
}

/** Columns of My Trades (spec §2). */
const columnsOf = (commissionBps: number): readonly Column<TradeRow>[] => [
  {
    key: 'item',
    header: 'Item',
    width: '11rem',
    card: 'title',
    cell: ({ itemName, imageUrl, isSeller }) => (
      <ItemCell itemName={itemName} imageUrl={imageUrl} note={isSeller ? 'You sold' : 'You bought'} />
    ),
  },
  { key: 'quantity', header: 'Quantity', align: 'end', cell: ({ quantity }) => grouped(quantity) },
  { key: 'itemCost', header: 'Item Cost', align: 'end', cell: ({ itemCostCents }) => <MoneyText cents={itemCostCents} /> },
  {
    key: 'shipping',
    header: 'Shipping',
    align: 'end',
    cell: ({ charged, trade }) =>
      charged ? (
        <Lines notes={[trade?.providesOwnShipping ? 'Own label' : null]}>
          <MoneyText cents={charged.shippingCents} />
        </Lines>
      ) : (
        NONE
      ),
  },
  {
    key: 'commission',
    header: commissionHeader(commissionBps),
    align: 'end',
    cell: ({ charged }) => (charged ? <MoneyText cents={charged.commissionCents} /> : NONE),
  },
  {
    key: 'final',
    header: 'Final Cost',
    align: 'end',
    cell: (row) => (
      <Lines notes={[finalNote(row)]}>
        {row.charged ? <MoneyText cents={row.charged.finalCents} look={row.isSeller ? 'in' : 'strong'} /> : NONE}
      </Lines>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    width: '8.5rem',
    card: 'below',
    cell: (row) => {
      const note = statusNote(row)
      return (
        <span className={classes.status}>
          <TradeTag status={row.status} />
          {note !== null && <Note>{note}</Note>}
        </span>
      )
    },
  },
  {
    key: 'tracking',
    header: 'Tracking',
    width: '8rem',
    cell: ({ charged, carrier, trackingNumber }) => (charged ? <TradeTracking carrier={carrier} trackingNumber={trackingNumber} /> : NONE),
  },
]
