import { formatCents } from '@shop/shared/kernel/money.ts'
import { askedCents, type MoveName } from '@shop/shared/trades/rules/machine.ts'
import { moneyWithAccepted, piecesOf } from '@shop/shared/trades/rules/preview.ts'
import type { Offer, OfferOfTrade, Trade } from '@shop/shared/trades/schema.ts'
import { payoutOf } from './offer-rows.ts'

/** What the button of a move says. */
export const MOVE_LABEL: Partial<Readonly<Record<MoveName, string>>> = {
  accept: 'Accept',
  counter: 'Counter',
  decline: 'Decline',
  acceptCounter: 'Accept Counter',
  buyerCounter: 'Counter',
  declineCounter: 'Decline',
  cancel: 'Cancel',
}

/** What is asked before a move: the thing, and what will happen. */
type MoveQuestion = { readonly title: string; readonly lines: readonly string[]; readonly confirmLabel: string }

const pieces = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'piece' : 'pieces'}`

/** Before a seller answers. */
export function sellerQuestion(offer: Offer, move: 'accept' | 'decline'): MoveQuestion {
  const deal = `${pieces(offer.quantityOffered)} at ${formatCents(askedCents(offer))} each.`
  if (move === 'decline')
    return {
      title: `Decline the offer for “${offer.itemName}”?`,
      lines: [deal, 'The offer ends. This cannot be undone.'],
      confirmLabel: 'Decline offer',
    }
  const { payoutCents, commissionCents } = payoutOf(offer)
  return {
    title: `Accept the offer for “${offer.itemName}”?`,
    lines: [
      deal,
      'The items are deducted from your inventory now.',
      `You receive ${formatCents(payoutCents)}${offer.commissionPaidBy === 'seller' ? `, after ${formatCents(commissionCents)} commission,` : ''} when the order was shipped.`,
    ],
    confirmLabel: 'Accept offer',
  }
}

/** Before a buyer answers a counter. */
export function buyerQuestion(trade: Trade, offer: OfferOfTrade, move: 'acceptCounter' | 'declineCounter'): MoveQuestion {
  const priceCents = askedCents(offer)
  const deal = `${pieces(piecesOf(trade, offer))} at ${formatCents(priceCents)} each.`
  if (move === 'declineCounter')
    return {
      title: `Decline the counter offer for “${trade.itemName}”?`,
      lines: [deal, 'The offer ends. This cannot be undone.'],
      confirmLabel: 'Decline counter',
    }
  const { totalCents } = moneyWithAccepted(trade, offer, priceCents)
  return {
    title: `Accept the counter offer for “${trade.itemName}”?`,
    lines: [deal, `Your total cost is then ${formatCents(totalCents)}, held of your balance until the order was shipped.`],
    confirmLabel: 'Accept counter',
  }
}
