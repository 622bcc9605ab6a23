import type { CallImplementation } from '../platform/http/implement-call.ts'
import type { Pictures } from '../platform/kernel/pictures.ts'
import { handleAddTracking, handleListFulfillmentOrders, handleMarkShipped, handleRemoveTrade } from './calls/fulfillment.ts'
import { handleListMarketplaceItems, handleRequestTrade, handleSetAutoPrice } from './calls/marketplace.ts'
import {
  handleAcceptCounter,
  handleAcceptOffer,
  handleCounterAsBuyer,
  handleCounterOffer,
  handleCountPendingOffers,
  handleDeclineCounter,
  handleDeclineOffer,
  handleListCompletedOffers,
  handleListMyOffers,
} from './calls/offers.ts'
import { handleAttachLabel, handleCancelTrade, handleDownloadLabel, handleGetTradeShipping, handleListMyTrades } from './calls/trades.ts'

export const tradesCalls = ({ pictures }: { pictures: Pictures }): readonly CallImplementation[] => [
  handleListMarketplaceItems,
  handleRequestTrade,
  handleSetAutoPrice,
  handleListMyTrades,
  handleListMyOffers,
  handleListCompletedOffers,
  handleCountPendingOffers,
  handleAcceptOffer,
  handleDeclineOffer,
  handleCounterOffer,
  handleAcceptCounter,
  handleDeclineCounter,
  handleCounterAsBuyer,
  handleCancelTrade,
  handleGetTradeShipping,
  handleAttachLabel(pictures),
  handleDownloadLabel(pictures),
  handleListFulfillmentOrders,
  handleAddTracking,
  handleMarkShipped,
  handleRemoveTrade,
]
