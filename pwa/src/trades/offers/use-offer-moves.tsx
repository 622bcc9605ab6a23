import { type Cents, parseDollars } from '@shop/shared/kernel/money.ts'
import { acceptCounterCall, acceptOfferCall, declineCounterCall, declineOfferCall } from '@shop/shared/trades/calls/offers.ts'
import { askedCents, type MoveName } from '@shop/shared/trades/rules/machine.ts'
import { heldWithAccepted } from '@shop/shared/trades/rules/preview.ts'
import type { Offer, OfferOfTrade, Trade } from '@shop/shared/trades/schema.ts'
import { useState } from 'react'
import { useCall } from '../../sync/api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { fieldsOf } from '../../ui/error-message.ts'
import { useRowAct } from '../use-row-act.ts'
import type { CounterTarget } from './counter-dialog.tsx'
import { buyerQuestion, type MoveQuestion, sellerQuestion } from './move-words.ts'

/** A move that needs more than a yes or no. */
type MoveDialog = { readonly kind: 'counter'; readonly target: CounterTarget } | { readonly kind: 'cancel'; readonly trade: Trade }

/** Runs the moves of both sides: confirms irreversible ones, and opens the dialog of a counter or a cancellation. `takenOf`: pieces that accepting
 *  the offer takes now. */
export function useOfferMoves(takenOf: (offer: Offer) => number, onMessage: (text: string) => void) {
  const call = useCall()
  const ask = useConfirm()
  const { act, busyId } = useRowAct(onMessage)
  const { heldOf, accept } = useAcceptCounter()
  const [dialog, setDialog] = useState<MoveDialog | null>(null)

  const confirmed = ({ title, lines, confirmLabel }: MoveQuestion, isBad: boolean) =>
    ask({ title, body: lines.map((line) => <p key={line}>{line}</p>), confirmLabel, tone: isBad ? 'bad' : 'neutral' })

  const buyerMove = async (trade: Trade, offer: OfferOfTrade | null, move: MoveName) => {
    if (move === 'cancel') return setDialog({ kind: 'cancel', trade })
    if (!offer) return
    if (move === 'buyerCounter') return setDialog({ kind: 'counter', target: { by: 'buyer', tradeId: trade.id, offerId: offer.id } })
    if (move !== 'acceptCounter' && move !== 'declineCounter') return
    const heldCents = heldOf(trade, offer)
    if (!(await confirmed(buyerQuestion(trade, offer, move, heldCents), move === 'declineCounter'))) return
    await act(offer.id, () =>
      move === 'acceptCounter' ? accept(trade, offer, heldCents) : call(declineCounterCall, { params: { id: offer.id } }),
    )
  }
  const sellerMove = async (offer: Offer, move: MoveName) => {
    if (move === 'counter') return setDialog({ kind: 'counter', target: { by: 'seller', offerId: offer.id } })
    if (move !== 'accept' && move !== 'decline') return
    if (!(await confirmed(sellerQuestion(offer, move, takenOf(offer)), move === 'decline'))) return
    const params = { id: offer.id }
    await act(offer.id, () =>
      move === 'accept' ? call(acceptOfferCall, { params, body: { price: askedCents(offer) } }) : call(declineOfferCall, { params }),
    )
  }
  return { buyerMove, sellerMove, busyId, dialog, closeDialog: () => setDialog(null) }
}

type Told = { readonly offerId: string; readonly updatedAtMs: number; readonly heldCents: Cents }

/** Accepts a seller's counter, holding no more than the confirmation showed. The device does not know the sellers' stock,
 *  so the server may refuse and name a higher amount, which the next confirmation shows. */
function useAcceptCounter() {
  const call = useCall()
  const [told, setTold] = useState<Told | null>(null)

  /** Amount held after the acceptance, as far as this device knows. */
  const heldOf = (trade: Trade, offer: OfferOfTrade): Cents => {
    const { totalCents } = heldWithAccepted(trade, offer, askedCents(offer))
    const isTold = told?.offerId === offer.id && told.updatedAtMs === trade.updatedAtMs && told.heldCents > totalCents
    return isTold ? told.heldCents : totalCents
  }
  const accept = async (trade: Trade, offer: OfferOfTrade, shownCents: Cents) => {
    try {
      return await call(acceptCounterCall, { params: { id: offer.id }, body: { price: askedCents(offer), totalCost: shownCents } })
    } catch (thrown) {
      const heldCents = parseDollars(fieldsOf(thrown).totalCost ?? '')
      if (heldCents !== undefined) setTold({ offerId: offer.id, updatedAtMs: trade.updatedAtMs, heldCents })
      throw thrown
    }
  }
  return { heldOf, accept }
}
