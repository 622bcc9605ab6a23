import { type Cents, parseDollars } from '@shop/shared/kernel/money.ts'
import { acceptCounter } from '@shop/shared/trades/calls/offers.ts'
import { askedCents } from '@shop/shared/trades/rules/machine.ts'
import { heldWithAccepted } from '@shop/shared/trades/rules/preview.ts'
import type { OfferOfTrade, Trade } from '@shop/shared/trades/schema.ts'
import { useState } from 'react'
import { useCall } from '../../sync/api.ts'
import { fieldsOf } from '../../ui/error-message.ts'

type Told = { readonly offerId: string; readonly updatedAtMs: number; readonly heldCents: Cents }

/** Accepts a seller's counter, holding no more than was shown. A device does not know what sellers have left, so what the server says would be held is kept and shown
 *  at the next try. */
export function useAcceptCounter() {
  const call = useCall()
  const [told, setTold] = useState<Told | null>(null)

  /** What is held once it is accepted, as far as is known here. */
  const heldOf = (trade: Trade, offer: OfferOfTrade): Cents => {
    const { totalCents } = heldWithAccepted(trade, offer, askedCents(offer))
    const isTold = told?.offerId === offer.id && told.updatedAtMs === trade.updatedAtMs && told.heldCents > totalCents
    return isTold ? told.heldCents : totalCents
  }
  const accept = async (trade: Trade, offer: OfferOfTrade, shownCents: Cents) => {
    try {
      return await call(acceptCounter, { params: { id: offer.id }, body: { price: askedCents(offer), totalCost: shownCents } })
    } catch (thrown) {
      const heldCents = parseDollars(fieldsOf(thrown).totalCost ?? '')
      if (heldCents !== undefined) setTold({ offerId: offer.id, updatedAtMs: trade.updatedAtMs, heldCents })
      throw thrown
    }
  }
  return { heldOf, accept }
}
