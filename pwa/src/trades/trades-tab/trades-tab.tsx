import { Button } from '@mantine/core'
import type { Offer, Trade } from '@shop/shared/trades/schema.ts'
import { IconArrowsExchange, IconDownload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { downloadCsv } from '../../ui/download-csv.ts'
import { dated } from '../../ui/download-file.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from '../../ui/router.tsx'
import { TallTable } from '../../ui/tall-table.tsx'
import { useLoad } from '../../ui/use-load.tsx'
import { useShopSettings } from '../../ui/use-shop-settings.ts'
import classes from '../trades.module.css'
import { useLabelDownload } from '../use-label-download.ts'
import { useRowAct } from '../use-row-act.ts'
import { hasLabelActions, LabelActions } from './label-actions.tsx'
import { LabelDialog } from './label-dialog.tsx'
import { tradeColumns } from './trade-columns.tsx'
import { type TradeRow, tradeRows, tradesCsv } from './trade-rows.ts'

type Props = {
  /** Trades this person requested, and offers this person received. */
  readonly asked: readonly Trade[]
  readonly got: readonly Offer[]
  readonly now: number
  readonly onMessage: (text: string) => void
}

/** My Trades: agreed and ended trades, both purchases and sales. */
export function TradesTab({ asked, got, now, onMessage }: Props) {
  const { commissionBps, timeZone } = useShopSettings()
  const { act, busyId } = useRowAct(onMessage)
  const download = useLabelDownload()
  const [labelled, setLabelled] = useState<Trade | null>(null)
  const rows = useMemo(() => tradeRows(asked, got), [asked, got])
  const columns = useMemo(() => tradeColumns(commissionBps), [commissionBps])
  const { isLoading, failure } = useLoad('trades', asked.length + got.length === 0)
  const actions = ({ trade }: TradeRow) =>
    trade && (
      <LabelActions
        trade={trade}
        now={now}
        busyId={busyId}
        onView={() => void act(trade.id, () => download(trade))}
        onUpload={() => setLabelled(trade)}
      />
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
        {...(rows.some(({ trade }) => hasLabelActions(trade, now)) ? { actions } : {})}
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
