import { formatCents } from '@shop/shared/kernel/money.ts'
import { askedCents } from '@shop/shared/trades/rules/machine.ts'
import { isOpenOffer, OPEN_TRADES, turnOf } from '@shop/shared/trades/rules/pending.ts'
import type { HistoryEntry, Offer, Trade } from '@shop/shared/trades/schema.ts'
import type { News } from './topics.ts'

// no side of a trade may learn who the other side is (law *Anonymity*), so news names nobody

/** Topics of the news for the other side, by the act of a negotiation's step. */
const STEP_TOPICS = { offer: 'offerReceived', counter: 'offerCountered', accept: 'offerAccepted', decline: 'offerDeclined' } as const

const pieces = ({ quantityOffered, itemName }: Offer) => (quantityOffered === 1 ? itemName : `${quantityOffered} × ${itemName}`)
const atPrice = (offer: Offer, { priceCents }: Pick<HistoryEntry, 'priceCents'>) => `${pieces(offer)} at ${formatCents(priceCents)} each`

/** Makes the news of a move: its steps for the other side, and a complete order for the admins. */
export function newsOfMove(trade: Trade | undefined, offers: readonly Offer[]): News[] {
  if (!trade) return []
  const steps = offers.flatMap((offer) => stepNews(trade, offer))
  if (trade.status !== 'awaiting_shipping') return steps
  const order = `${trade.acceptedQuantity} × ${trade.itemName}`
  return [...steps, { topic: 'orderToShip', reader: 'admins', subject: trade.id, lines: [order] }]
}

/** Makes the news of an offer's last step if this command made that step. A step by a price rule also informs the seller. */
function stepNews(trade: Trade, offer: Offer): News[] {
  const step = offer.history.at(-1)
  if (!step || step.atMs !== trade.updatedAtMs) return []
  const news = { topic: STEP_TOPICS[step.act], subject: offer.id, lines: [atPrice(offer, step)] } as const
  const toBuyer: News = { ...news, reader: `user:${trade.buyerUid}` }
  const toSeller: News = { ...news, reader: `user:${offer.sellerUid}` }
  if (step.by === 'buyer') return [toSeller]
  return step.isAutomatic ? [toBuyer, { ...toSeller, lines: [`${news.lines[0]}, by your price rule`] }] : [toBuyer]
}

/** Makes the news of a shipped order for the buyer, and for the sellers with their payment. */
export function newsOfShipping(trade: Trade | undefined, offers: readonly Offer[]): News[] {
  if (!trade) return []
  const tracking = trade.trackingNumber === '' ? '' : `, ${trade.carrier} ${trade.trackingNumber}`
  const goods = `${trade.acceptedQuantity} × ${trade.itemName}`
  return [
    { topic: 'tradeShipped', reader: `user:${trade.buyerUid}`, subject: trade.id, lines: [`${goods}${tracking}`] },
    ...offers.flatMap((offer): News[] =>
      offer.breakdown
        ? [
            {
              topic: 'tradePaid',
              reader: `user:${offer.sellerUid}`,
              subject: offer.id,
              lines: [`${pieces(offer)}: ${formatCents(offer.breakdown.payoutCents)} is in your balance`],
            },
          ]
        : [],
    ),
  ]
}

/** Makes the reminders for each side that has to answer before the trade ends. */
export function newsOfReminder(trade: Trade | undefined, offers: readonly Offer[]): News[] {
  if (!trade || !OPEN_TRADES.includes(trade.status)) return []
  return offers.filter(isOpenOffer).map((offer) => ({
    topic: 'offerEndsSoon',
    reader: `user:${turnOf(offer) === 'buyer' ? trade.buyerUid : offer.sellerUid}`,
    subject: offer.id,
    lines: [atPrice(offer, { priceCents: askedCents(offer) })],
  }))
}
