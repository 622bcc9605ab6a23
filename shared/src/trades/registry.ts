import type { AnyCall } from '../kernel/define-call.ts'
import type { AnyCommand } from '../kernel/define-command.ts'
import { addTradeTracking, deleteTrade, listFulfillmentOrders, markTradeShipped } from './calls/fulfillment.ts'
import { askForTrade, changeAutoPrice, listMarketplaceItems } from './calls/marketplace.ts'
import {
  acceptCounter,
  acceptOffer,
  buyerCounter,
  counterOffer,
  countPendingOffers,
  declineCounter,
  declineOffer,
  listCompletedOffers,
  listMyOffers,
} from './calls/offers.ts'
import { cancelTradeCall, downloadShippingLabel, getTradeShipping, listMyTrades, uploadShippingLabel } from './calls/trades.ts'
import { acceptCounterCommand, acceptOfferCommand, declineCounterCommand, declineOfferCommand } from './commands/answer-offer.ts'
import { buyerCounterCommand, counterCommand } from './commands/counter-offer.ts'
import { cancelTrade, expireTrade, leaveTrade, remindOfTrade } from './commands/end-trade.ts'
import { removeTrade } from './commands/remove-trade.ts'
import { requestTrade } from './commands/request-trade.ts'
import { setAutoPrice } from './commands/set-auto-price.ts'
import { addTrackingCommand, attachLabel, markShippedCommand } from './commands/ship-trade.ts'

/** The commands of trades that the server alone runs. */
export const serverCommands: readonly AnyCommand[] = [
  requestTrade,
  acceptOfferCommand,
  declineOfferCommand,
  counterCommand,
  acceptCounterCommand,
  declineCounterCommand,
  buyerCounterCommand,
  cancelTrade,
  attachLabel,
  addTrackingCommand,
  markShippedCommand,
  removeTrade,
  expireTrade,
  leaveTrade,
  remindOfTrade,
  setAutoPrice,
]

/** The calls of trades. */
export const calls: readonly AnyCall[] = [
  listMarketplaceItems,
  askForTrade,
  changeAutoPrice,
  listMyTrades,
  listMyOffers,
  listCompletedOffers,
  countPendingOffers,
  acceptOffer,
  declineOffer,
  counterOffer,
  acceptCounter,
  declineCounter,
  buyerCounter,
  cancelTradeCall,
  getTradeShipping,
  uploadShippingLabel,
  downloadShippingLabel,
  listFulfillmentOrders,
  addTradeTracking,
  markTradeShipped,
  deleteTrade,
]
