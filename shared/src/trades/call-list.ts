import type { AnyCall } from '../kernel/define-call.ts'
import { addTrackingCall, listFulfillmentOrdersCall, markShippedCall, removeTradeCall } from './calls/fulfillment.ts'
import { listMarketplaceItemsCall, requestTradeCall, setAutoPriceCall } from './calls/marketplace.ts'
import {
  acceptCounterCall,
  acceptOfferCall,
  counterAsBuyerCall,
  counterOfferCall,
  countPendingOffersCall,
  declineCounterCall,
  declineOfferCall,
  listCompletedOffersCall,
  listMyOffersCall,
} from './calls/offers.ts'
import { attachLabelCall, cancelTradeCall, downloadLabelCall, getTradeShippingCall, listMyTradesCall } from './calls/trades.ts'

/** The calls of trades. */
export const calls: readonly AnyCall[] = [
  listMarketplaceItemsCall,
  requestTradeCall,
  setAutoPriceCall,
  listMyTradesCall,
  listMyOffersCall,
  listCompletedOffersCall,
  countPendingOffersCall,
  acceptOfferCall,
  declineOfferCall,
  counterOfferCall,
  acceptCounterCall,
  declineCounterCall,
  counterAsBuyerCall,
  cancelTradeCall,
  getTradeShippingCall,
  attachLabelCall,
  downloadLabelCall,
  listFulfillmentOrdersCall,
  addTrackingCall,
  markShippedCall,
  removeTradeCall,
]
