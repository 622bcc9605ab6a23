/** An untouched trade ends after this long (design §6): 72 hours. */
export const OFFER_LIFETIME_MS = 72 * 3_600_000
/** Whatever is done with it, a trade is not negotiated longer than this after it was asked for: 14 days. */
export const MAX_NEGOTIATION_MS = 14 * 24 * 3_600_000
/** This long before it ends, whoever is to answer is reminded: 12 hours. */
export const REMIND_BEFORE_MS = 12 * 3_600_000
/** Sellers one trade asks at most: those who hold the most. */
export const MAX_SELLERS = 100
/** Steps one negotiation may have. */
export const MAX_HISTORY = 60
/** Trades one buyer may have open. */
export const MAX_OPEN_TRADES = 200
/** Price rules of one seller. */
export const MAX_AUTO_PRICES = 5_000
/** Most pieces one trade asks for. */
export const MAX_TRADE_QUANTITY = 1_000_000
/** Trades and offers one list answers: the newest. */
export const TRADE_LIST_LIMIT = 500
/** Items of one page of the marketplace, and the most one may ask for. */
export const MARKETPLACE_PAGE = { usual: 200, most: 500 } as const
/** Orders of one page of the fulfilment list. */
export const ORDER_PAGE = { usual: 500, most: 500 } as const
