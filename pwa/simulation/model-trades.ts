import { isOpen } from '@shop/shared/accounts/rules/closed-account.ts'
import { type User, users } from '@shop/shared/accounts/schema.ts'
import { type Item, items } from '@shop/shared/inventory/schema.ts'
import type { AnyCommand } from '@shop/shared/kernel/define-command.ts'
import { derivedId } from '@shop/shared/kernel/ids.ts'
import { acceptCounter, acceptOffer, declineCounter, declineOffer } from '@shop/shared/trades/commands/answer-offer.ts'
import { counterAsBuyer, counterOffer } from '@shop/shared/trades/commands/counter-offer.ts'
import { cancelTrade } from '@shop/shared/trades/commands/end-trade.ts'
import { removeTrade } from '@shop/shared/trades/commands/remove-trade.ts'
import { requestTrade } from '@shop/shared/trades/commands/request-trade.ts'
import { setAutoPrice } from '@shop/shared/trades/commands/set-auto-price.ts'
import { addTracking, attachLabel, markShipped } from '@shop/shared/trades/commands/ship-trade.ts'
import { sellersAndItemsOf } from '@shop/shared/trades/rules/order.ts'
import { type Offer, offers, type Trade, trades } from '@shop/shared/trades/schema.ts'
import type { ModelDisk } from './model-disk.ts'
import type { TradeRequest } from './simulated-server.ts'

export const ADDRESS = { name: 'Bea Buyer', street: '1 Lane', city: 'Town', state: 'TX', zip: '75001', country: 'USA' }
export const TRACKING = '9400111899223197428490'

/** The id of the trade that a request makes. */
export const modelTradeIdOf = (key: string): string => derivedId(key, 1_000)

type Made = { readonly command: AnyCommand; readonly args: unknown }

const ANSWERS = {
  agree: { seller: acceptOffer, buyer: acceptCounter },
  counter: { seller: counterOffer, buyer: counterAsBuyer },
  refuse: { seller: declineOffer, buyer: declineCounter },
} as const

/** The command that the real server's call would run, with arguments from the rows of this moment. Undefined when the trade is unknown. */
export function commandOfTrade(disk: ModelDisk, uid: string, request: TradeRequest): Made | undefined {
  if (request.do === 'ask') return asking(disk, uid, request)
  if (request.do === 'rule') {
    const { itemId, acceptAtCents, declineBelowCents } = request
    return { command: setAutoPrice, args: { uid, itemId, acceptAtCents, declineBelowCents } }
  }
  const trade = disk.get(trades, request.tradeId) as Trade | undefined
  if (!trade) return undefined
  const reference = { tradeId: trade.id, buyerUid: trade.buyerUid, barcode: trade.itemBarcode }
  const ofTrade = disk.all<Offer>(offers).filter(({ tradeId }) => tradeId === trade.id)
  const order = { ...reference, ...sellersAndItemsOf(ofTrade) }
  switch (request.do) {
    case 'callOff':
      return { command: cancelTrade, args: { ...reference, reason: '' } }
    case 'label': {
      const label = { name: 'label.pdf', type: 'application/pdf', sizeBytes: 9 }
      return { command: attachLabel, args: { ...reference, trackingNumber: TRACKING, carrier: 'UPS', label } }
    }
    case 'ship':
      return request.isLabelled
        ? { command: markShipped, args: { ...order, trackingNumber: null } }
        : { command: addTracking, args: { ...order, trackingNumber: TRACKING, carrier: 'USPS' } }
    case 'undo':
      return { command: removeTrade, args: order }
    default: {
      const offer = ofTrade.find(({ id }) => id === request.offerId)
      if (!offer) return undefined
      const price = 'priceCents' in request ? { priceCents: request.priceCents } : {}
      const args = { ...reference, offerId: offer.id, sellerUid: offer.sellerUid, ...price }
      return { command: ANSWERS[request.do][request.by], args }
    }
  }
}

function asking(disk: ModelDisk, uid: string, { key, barcode, quantity, priceCents, isOwnShipping }: TradeRequest & { do: 'ask' }): Made {
  const stock = disk.all<Item>(items).filter(({ barcode1, stockCount }) => barcode1 === barcode && stockCount > 0)
  const owners = [...new Set(stock.flatMap(({ consignorId }) => consignorId ?? []))].sort()
  const sellers = owners.filter((owner) => owner !== uid && isOpen(disk.get(users, owner) as User))
  const asked = sellers.map((seller, at) => ({ uid: seller, offerId: derivedId(key, 1_001 + at) }))
  const args = { tradeId: modelTradeIdOf(key), buyerUid: uid, barcode, quantity, pricePerItemCents: priceCents }
  return {
    command: requestTrade,
    args: { ...args, providesOwnShipping: isOwnShipping, shippingAddress: ADDRESS, sellers: asked, shownTotalCents: null },
  }
}
