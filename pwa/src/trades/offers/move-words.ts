import { type Cents, formatCents } from '@shop/shared/kernel/money.ts'
import { askedCents, type MoveName } from '@shop/shared/trades/rules/machine.ts'
import { moneyWithAccepted, piecesOf } from '@shop/shared/trades/rules/preview.ts'
import type { Offer, OfferOfTrade, Trade } from '@shop/shared/trades/schema.ts'
import { counted } from '../../ui/counted.ts'
import { payoutOf } from './offer-rows.ts'

export const MOVE_LABEL: Partial<Readonly<Record<MoveName, string>>> = {
  accept: 'Accept',
  counter: 'Counter',
  decline: 'Decline',
  acceptCounter: 'Accept Counter',
  buyerCounter: 'Counter',
  declineCounter: 'Decline',
  cancel: 'Cancel',
}

export type MoveQuestion = { readonly title: string; readonly lines: readonly string[]; readonly confirmLabel: string }

const pieces = (count: number) => counted(count, 'piece')

/** Question before a seller answers. `count`: pieces that an acceptance would take. */
export function sellerQuestion(offer: Offer, move: 'accept' | 'decline', count: number): MoveQuestion {
  const each = `at ${formatCents(askedCents(offer))} each`
  const deal = `${pieces(offer.quantityOffered)} ${each}.`
  if (move === 'decline')
    return {
      title: `Decline the offer for “${offer.itemName}”?`,
      lines: [deal, 'The offer ends. This cannot be undone.'],
      confirmLabel: 'Decline offer',
    }
  const { payoutCents, commissionCents } = payoutOf(offer, count)
  return {
    title: `Accept the offer for “${offer.itemName}”?`,
    lines: [
      count === offer.quantityOffered
        ? deal
        : `${pieces(count)} ${each}: that is all you have left of the ${pieces(offer.quantityOffered)} offered.`,
      'The items are deducted from your inventory now.',
      `You receive ${formatCents(payoutCents)}${offer.commissionPaidBy === 'seller' ? `, after ${formatCents(commissionCents)} commission,` : ''} when the order was shipped.`,
    ],
    confirmLabel: 'Accept offer',
  }
}

/** Question before a buyer answers a counter. `heldCents`: money held after the acceptance. */
export function buyerQuestion(trade: Trade, offer: OfferOfTrade, move: 'acceptCounter' | 'declineCounter', heldCents: Cents): MoveQuestion {
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
    lines:
      heldCents === totalCents
        ? [deal, `Your total cost is then ${formatCents(totalCents)}, held of your balance until the order was shipped.`]
        : [
            deal,
            `What is agreed on then costs you ${formatCents(totalCents)}.`,
            `With the offers that are still open it may come to ${formatCents(heldCents)}: so much is held of your balance.`,
          ],
    confirmLabel: 'Accept counter',
  }
}
