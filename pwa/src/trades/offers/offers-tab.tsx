import { Button } from '@mantine/core'
import { acceptOffer, declineCounter, declineOffer } from '@shop/shared/trades/calls/offers.ts'
import { askedCents, type MoveName } from '@shop/shared/trades/rules/machine.ts'
import type { Offer, OfferOfTrade, Trade } from '@shop/shared/trades/schema.ts'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useCall, useLive, useSyncStatus } from '../../sync/api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from '../../ui/router.tsx'
import { TallTable } from '../../ui/tall-table.tsx'
import { useLoad } from '../../ui/use-load.tsx'
import { useShopSettings } from '../../ui/use-shop-settings.ts'
import classes from '../trades.module.css'
import { CancelTradeDialog } from './cancel-trade-dialog.tsx'
import { CounterDialog, type CounterTarget } from './counter-dialog.tsx'
import { buyerQuestion, MOVE_LABEL, sellerQuestion } from './move-words.ts'
import { receivedColumns, sentColumns } from './offer-columns.tsx'
import { receivedMoves, receivedRows, type SentRow, sentMoves, sentRows, takenNow } from './offer-rows.ts'
import { useAcceptCounter } from './use-accept-counter.ts'
import { useRowAct } from './use-offer-act.ts'

/** Spec §2 My Offers. */
const NOTHING = 'No pending offers. Browse the marketplace to make an offer!'

type Props = {
  /** Trades this person asked for, and offers this person got. */
  readonly asked: readonly Trade[]
  readonly got: readonly Offer[]
  readonly now: number
  readonly onMessage: (text: string) => void
}

/** My Offers: what is negotiated, on both sides (spec §2). */
export function OffersTab({ asked, got, now, onMessage }: Props) {
  const call = useCall()
  const ask = useConfirm()
  const { online } = useSyncStatus()
  const { commissionBps } = useShopSettings()
  const { act, busyId } = useRowAct(onMessage)
  const { heldOf, accept } = useAcceptCounter()
  const [counter, setCounter] = useState<CounterTarget | null>(null)
  const [cancelled, setCancelled] = useState<Trade | null>(null)
  const sent = useMemo(() => sentRows(asked), [asked])
  const received = useMemo(() => receivedRows(got), [got])
  const taken = useLive((view) => new Map(received.map((offer) => [offer.id, takenNow(view, offer)])), [received])
  const sentHeads = useMemo(() => sentColumns(now), [now])
  const receivedHeads = useMemo(() => receivedColumns(now, commissionBps), [now, commissionBps])

  const confirmed = ({ title, lines, confirmLabel }: ReturnType<typeof sellerQuestion>, isBad: boolean) =>
    ask({ title, body: lines.map((line) => <p key={line}>{line}</p>), confirmLabel, tone: isBad ? 'bad' : 'neutral' })

  const buyerMove = async (trade: Trade, offer: OfferOfTrade | null, move: MoveName) => {
    if (move === 'cancel') return setCancelled(trade)
    if (!offer) return
    if (move === 'buyerCounter') return setCounter({ by: 'buyer', tradeId: trade.id, offerId: offer.id })
    if (move !== 'acceptCounter' && move !== 'declineCounter') return
    const heldCents = heldOf(trade, offer)
    if (!(await confirmed(buyerQuestion(trade, offer, move, heldCents), move === 'declineCounter'))) return
    await act(offer.id, () =>
      move === 'acceptCounter' ? accept(trade, offer, heldCents) : call(declineCounter, { params: { id: offer.id } }),
    )
  }
  const sellerMove = async (offer: Offer, move: MoveName) => {
    if (move === 'counter') return setCounter({ by: 'seller', offerId: offer.id })
    if (move !== 'accept' && move !== 'decline') return
    if (!(await confirmed(sellerQuestion(offer, move, taken.get(offer.id) ?? offer.quantityOffered), move === 'decline'))) return
    const params = { id: offer.id }
    await act(offer.id, () =>
      move === 'accept' ? call(acceptOffer, { params, body: { price: askedCents(offer) } }) : call(declineOffer, { params }),
    )
  }
  const buttons = (rowId: string, itemName: string, moves: readonly MoveName[], onMove: (move: MoveName) => Promise<void>) =>
    moves.map((move, index) => (
      <Button
        key={move}
        variant={index === 0 && move !== 'cancel' ? 'filled' : 'default'}
        disabled={!online || busyId !== null}
        loading={busyId === rowId && index === 0}
        title={online ? undefined : 'Offline: answering needs a connection'}
        aria-label={`${MOVE_LABEL[move]}: ${itemName}`}
        onClick={() => void onMove(move)}
      >
        {MOVE_LABEL[move]}
      </Button>
    ))
  const { isLoading, failure } = useLoad('trades', asked.length + got.length === 0)
  const isEmpty = !isLoading && sent.length + received.length === 0
  return (
    <>
      {failure ??
        (isEmpty ? (
          <EmptyState
            icon={<IconArrowsExchange />}
            title={NOTHING}
            action={
              <Button component={Link} to="/marketplace" mt="xs">
                Browse Items
              </Button>
            }
          />
        ) : (
          <>
            <h2 className={classes.sectionTitle}>Sent Offers</h2>
            <TallTable<SentRow>
              label="Sent Offers"
              rows={sent}
              columns={sentHeads}
              rowId={({ id }) => id}
              isLoading={isLoading}
              cardsBelowPx={1100}
              actions={(row) => buttons(row.id, row.trade.itemName, sentMoves(row, now), (move) => buyerMove(row.trade, row.offer, move))}
              empty={<EmptyState title="You have no pending offers to others" />}
            />
            <h2 className={classes.sectionTitle}>Received Offers</h2>
            <TallTable<Offer>
              label="Received Offers"
              rows={received}
              columns={receivedHeads}
              rowId={({ id }) => id}
              isLoading={isLoading}
              cardsBelowPx={1100}
              actions={(offer) => buttons(offer.id, offer.itemName, receivedMoves(offer, now), (move) => sellerMove(offer, move))}
              empty={<EmptyState title="Nobody made you an offer that is still open" />}
            />
          </>
        ))}
      {counter && <CounterDialog target={counter} onClose={() => setCounter(null)} onMessage={onMessage} />}
      {cancelled && <CancelTradeDialog trade={cancelled} onClose={() => setCancelled(null)} onMessage={onMessage} />}
    </>
  )
}
