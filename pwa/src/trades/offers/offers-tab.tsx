import { Button } from '@mantine/core'
import type { MoveName } from '@shop/shared/trades/rules/machine.ts'
import type { Offer, Trade } from '@shop/shared/trades/schema.ts'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useLive } from '../../sync/api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from '../../ui/router.tsx'
import { TallTable } from '../../ui/tall-table.tsx'
import { useLoad } from '../../ui/use-load.tsx'
import { useShopSettings } from '../../ui/use-shop-settings.ts'
import classes from '../trades.module.css'
import { CancelTradeDialog } from './cancel-trade-dialog.tsx'
import { CounterDialog } from './counter-dialog.tsx'
import { MoveButtons } from './move-buttons.tsx'
import { receivedColumns, sentColumns } from './offer-columns.tsx'
import { receivedMoves, receivedRows, type SentRow, sentMoves, sentRows, takenNow } from './offer-rows.ts'
import { useOfferMoves } from './use-offer-moves.tsx'

type Props = {
  /** Trades this person requested, and offers this person received. */
  readonly asked: readonly Trade[]
  readonly got: readonly Offer[]
  readonly now: number
  readonly onMessage: (text: string) => void
}

/** My Offers: open negotiations that this person or others started. */
export function OffersTab({ asked, got, now, onMessage }: Props) {
  const { commissionBps } = useShopSettings()
  const sent = useMemo(() => sentRows(asked), [asked])
  const received = useMemo(() => receivedRows(got), [got])
  const taken = useLive((view) => new Map(received.map((offer) => [offer.id, takenNow(view, offer)])), [received])
  const sentHeads = useMemo(() => sentColumns(now), [now])
  const receivedHeads = useMemo(() => receivedColumns(now, commissionBps), [now, commissionBps])
  const { buyerMove, sellerMove, busyId, dialog, closeDialog } = useOfferMoves(
    (offer) => taken.get(offer.id) ?? offer.quantityOffered,
    onMessage,
  )
  const { isLoading, failure } = useLoad('trades', asked.length + got.length === 0)
  const isEmpty = !isLoading && sent.length + received.length === 0

  const sentActions = (row: SentRow) => {
    const { id, trade, offer } = row
    const onMove = (move: MoveName) => void buyerMove(trade, offer, move)
    return <MoveButtons rowId={id} itemName={trade.itemName} moves={sentMoves(row, now)} busyId={busyId} onMove={onMove} />
  }
  const receivedActions = (offer: Offer) => {
    const onMove = (move: MoveName) => void sellerMove(offer, move)
    return <MoveButtons rowId={offer.id} itemName={offer.itemName} moves={receivedMoves(offer, now)} busyId={busyId} onMove={onMove} />
  }
  const table = { rowId: ({ id }: { readonly id: string }) => id, isLoading, cardsBelowPx: 1100 }
  return (
    <>
      {failure ??
        (isEmpty ? (
          <NoOffers />
        ) : (
          <>
            <h2 className={classes.sectionTitle}>Sent Offers</h2>
            <TallTable<SentRow>
              {...table}
              label="Sent Offers"
              rows={sent}
              columns={sentHeads}
              actions={sentActions}
              empty={<EmptyState title="You have no pending offers to others" />}
            />
            <h2 className={classes.sectionTitle}>Received Offers</h2>
            <TallTable<Offer>
              {...table}
              label="Received Offers"
              rows={received}
              columns={receivedHeads}
              actions={receivedActions}
              empty={<EmptyState title="Nobody made you an offer that is still open" />}
            />
          </>
        ))}
      {dialog?.kind === 'counter' && <CounterDialog target={dialog.target} onClose={closeDialog} onMessage={onMessage} />}
      {dialog?.kind === 'cancel' && <CancelTradeDialog trade={dialog.trade} onClose={closeDialog} onMessage={onMessage} />}
    </>
  )
}

function NoOffers() {
  return (
    <EmptyState
      icon={<IconArrowsExchange />}
      title="No pending offers. Browse the marketplace to make an offer!"
      action={
        <Button component={Link} to="/marketplace" mt="xs">
          Browse Items
        </Button>
      }
    />
  )
}
