/** Time after which a trade expires when no side acts: 72 hours. */
export const OFFER_LIFETIME_MS = 72 * 3_600_000
/** Maximum duration of a negotiation: 14 days from the request. */
export const MAX_NEGOTIATION_MS = 14 * 24 * 3_600_000
/** Time between the reminder and the end of a trade: 12 hours. */
export const REMIND_BEFORE_MS = 12 * 3_600_000
/** Maximum number of sellers that a trade asks. Sellers with the most stock come first. */
export const MAX_SELLERS = 100
/** Maximum number of steps in one negotiation. */
export const MAX_HISTORY = 60
/** Maximum number of open trades of one buyer. */
export const MAX_OPEN_TRADES = 200
/** Maximum number of trades that one buyer requests within 24 hours, whatever becomes of them: each one writes rows and messages for up to a hundred
 *  sellers. */
export const MAX_TRADES_A_DAY = 100
/** Maximum number of price rules of one seller. */
export const MAX_AUTO_PRICES = 5_000
/** Maximum number of pieces in one trade. */
export const MAX_TRADE_QUANTITY = 1_000_000
/** Maximum number of trades or offers in one list. The list has the newest ones. */
export const TRADE_LIST_LIMIT = 500
/** Page size of the marketplace, by default and at most. */
export const MARKETPLACE_PAGE = { usual: 200, most: 500 } as const
/** Page size of the fulfilment list, by default and at most. */
export const ORDER_PAGE = { usual: 500, most: 500 } as const
