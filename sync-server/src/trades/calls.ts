import type { CallImplementation } from '../platform/http/implement-call.ts'
import type { Pictures } from '../platform/kernel/pictures.ts'
import { addTradeTrackingCall, deleteTradeCall, listFulfillmentOrdersCall, markTradeShippedCall } from './calls/fulfillment.ts'
import { askForTradeCall, changeAutoPriceCall, listMarketplaceItemsCall } from './calls/marketplace.ts'
import {
  acceptCounterCall,
  acceptOfferCall,
  buyerCounterCall,
  counterOfferCall,
  countPendingOffersCall,
  declineCounterCall,
  declineOfferCall,
  listCompletedOffersCall,
  listMyOffersCall,
} from './calls/offers.ts'
import {
  cancelTradeHandler,
  downloadShippingLabelCall,
  getTradeShippingCall,
  listMyTradesCall,
  uploadShippingLabelCall,
} from './calls/trades.ts'

/** Every call of trades, with the code that answers it. */
export const tradesCalls = ({ pictures }: { pictures: Pictures }): readonly CallImplementation[] => [
  listMarketplaceItemsCall,
  askForTradeCall,
  changeAutoPriceCall,
  listMyTradesCall,
  listMyOffersCall,
  listCompletedOffersCall,
  countPendingOffersCall,
  acceptOfferCall,
  declineOfferCall,
  counterOfferCall,
  acceptCounterCall,
  declineCounterCall,
  buyerCounterCall,
  cancelTradeHandler,
  getTradeShippingCall,
  uploadShippingLabelCall(pictures),
  downloadShippingLabelCall(pictures),
  listFulfillmentOrdersCall,
  addTradeTrackingCall,
  markTradeShippedCall,
  deleteTradeCall,
]
