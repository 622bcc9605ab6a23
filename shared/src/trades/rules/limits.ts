/** Life of an untouched trade: 72 hours. */
export const OFFER_LIFETIME_MS = 72 * 3_600_000
/** Longest negotiation of a trade, whatever happens in it: 14 days from the request. */
export const MAX_NEGOTIATION_MS = 14 * 24 * 3_600_000
/** Lead time of the reminder that a trade is about to end: 12 hours. */
export const REMIND_BEFORE_MS = 12 * 3_600_000
/** Maximum number of sellers one trade asks: those with the most stock. */
export const MAX_SELLERS = 100
/** Maximum number of steps of one negotiation. */
export const MAX_HISTORY = 60
/** Maximum number of open trades of one buyer. */
export const MAX_OPEN_TRADES = 200
/** Maximum number of price rules of one seller. */
export const MAX_AUTO_PRICES = 5_000
/** Maximum number of pieces of one trade. */
export const MAX_TRADE_QUANTITY = 1_000_000
/** Maximum number of trades and offers in one list: the newest. */
export const TRADE_LIST_LIMIT = 500
/** Page size of the marketplace: by default, and at most. */
export const MARKETPLACE_PAGE = { usual: 200, most: 500 } as const
/** Page size of the fulfilment list. */
export const ORDER_PAGE = { usual: 500, most: 500 } as const
