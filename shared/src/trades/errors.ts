import { defineRefusals } from '../kernel/errors.ts'

/** Refusals of trades and offers. */
export const tradeRefusals = defineRefusals({
  TRADE_NOT_FOUND: { status: 404, message: 'This trade does not exist (any more).' },
  OFFER_NOT_FOUND: { status: 404, message: 'This offer does not exist (any more).' },
  TRADE_EXISTS: { status: 409, message: 'There is a trade with this id already.' },
  /** The trade changed between the caller's read and this write. */
  TRADE_CHANGED: { status: 409, message: 'This trade has changed meanwhile. Please try again.', retryable: true },
  TRADE_MOVED_ON: { status: 409, message: 'This trade has moved on. Please look at what it is now.' },
  OFFER_MOVED_ON: { status: 409, message: 'This offer has moved on: it was answered or withdrawn meanwhile.' },
  WAITING_FOR_BUYER: { status: 409, message: 'Waiting for buyer response...' },
  WAITING_FOR_SELLER: { status: 409, message: 'Waiting for seller response...' },
  OFFER_EXPIRED: { status: 409, message: 'This offer has expired: nobody answered in time.' },
  /** A refusal's own message gives the number available: "Quantity must be between 1 and {max}". */
  QUANTITY_NOT_AVAILABLE: { status: 409, message: 'That many are not available.' },
  NOT_ON_MARKETPLACE: { status: 409, message: 'Nobody else offers this item at present.' },
  OUT_OF_STOCK: { status: 409, message: 'There is none of this item left in your inventory.' },
  /** A refusal's own message gives the missing amount. */
  BALANCE_MISSING: { status: 409, message: 'Your available balance does not cover this.' },
  /** A refusal's own message gives both amounts, its `fields.totalCost` the new amount. */
  TOTAL_CHANGED: { status: 409, message: 'The total has changed. Please look at the new one and send it again.' },
  TOO_MANY_COUNTERS: { status: 409, message: 'There were too many counter offers. Please accept or decline.' },
  TOO_MANY_TRADES: { status: 409, message: 'You have too many open trades. Please wait for answers, or cancel some.' },
  TOO_MANY_TRADES_TODAY: { status: 409, message: 'You have asked for very many trades within a day. Please try again tomorrow.' },
  TOO_MANY_AUTO_PRICES: { status: 409, message: 'You have too many price rules. Please remove some.' },
  NOT_OWN_SHIPPING: { status: 409, message: 'The shop ships this trade: it takes no label of yours.' },
  HAS_TRACKING: { status: 409, message: 'This trade has a tracking number already.' },
  LABEL_MISSING: { status: 409, message: 'The buyer has not uploaded a label yet.' },
  LABEL_NOT_FOUND: { status: 404, message: 'There is no label for this trade.' },
  LABEL_UNREADABLE: { status: 400, message: 'This file is damaged or too large to read. Please choose another one.' },
})
