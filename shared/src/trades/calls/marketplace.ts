import * as z from 'zod/mini'
import { inventoryRefusals } from '../../inventory/errors.ts'
import { CONDITIONS } from '../../inventory/rules/conditions.ts'
import { ITEM_LIMITS, MAX_ITEM_BODY_BYTES } from '../../inventory/schema.ts'
import { defineCall } from '../../kernel/define-call.ts'
import { kernelRefusals } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { limitQuery, pageQuery } from '../../kernel/page-query.ts'
import { optionalText, requiredText } from '../../kernel/text.ts'
import { tradeRefusals } from '../errors.ts'
import { MARKETPLACE_PAGE, MAX_SELLERS } from '../rules/limits.ts'
import { PRICE_MISSING, priceSchema, shownTotalSchema, tradeAddressSchema } from '../rules/trade-form.ts'
import { restTradeSchema } from './rest.ts'

const { TRADE_EXISTS, TRADE_CHANGED, NOT_ON_MARKETPLACE, QUANTITY_NOT_AVAILABLE, BALANCE_MISSING, TOTAL_CHANGED } = tradeRefusals
const { TOO_MANY_TRADES, TOO_MANY_TRADES_TODAY, TOO_MANY_AUTO_PRICES } = tradeRefusals
const { ITEM_NOT_FOUND } = inventoryRefusals
const { PAYOUTS_CLOSED } = kernelRefusals

/** An item on the marketplace: one barcode, with the stock of all consignors who can answer an offer, except the caller. */
export const marketplaceItemSchema = z.object({
  itemName: z.string(),
  /** Product number of the large retailer, taken from the link; '' for none. */
  asin: z.string(),
  imageUrl: z.string(),
  link: z.string(),
  totalQuantity: z.number(),
  consignorCount: z.number(),
  barcode1: z.string(),
  /** Id of a category, from the item with the most pieces that has one; '' for none. */
  categoryId: z.string(),
  /** Conditions of the pieces, the best first; '' for pieces of which none is stated. */
  conditions: z.array(z.enum([...CONDITIONS, ''])),
})
/** An item on the marketplace. */
export type MarketplaceItem = z.infer<typeof marketplaceItemSchema>

/** Lists the items that other people offer. */
export const listMarketplaceItemsCall = defineCall({
  name: 'trades.listMarketplaceItems',
  method: 'GET',
  path: '/marketplace/items',
  access: 'user',
  cost: 'listing',
  summary: `Lists what other consignors have in stock, by barcode and without the owners; ${MARKETPLACE_PAGE.usual} a page, at most ${MARKETPLACE_PAGE.most}.`,
  query: z.object({
    search: z._default(z.string().check(z.maxLength(1_000, 'At most 1000 characters')), ''),
    /** Id of a category; '' for all. */
    category: z._default(z.union([z.literal(''), idSchema], 'Not a valid id'), ''),
    page: pageQuery,
    limit: limitQuery(MARKETPLACE_PAGE),
  }),
  /** `total`: number of items on all pages. */
  output: z.object({ items: z.array(marketplaceItemSchema), hasMore: z.boolean(), total: z.number() }),
})

/** Requests pieces of an item. */
export const requestTradeCall = defineCall({
  name: 'trades.askForTrade',
  method: 'POST',
  path: '/trades/request',
  access: 'user',
  assurance: 'recent',
  summary: `Asks the other consignors who have this barcode in stock, at most ${MAX_SELLERS}, for pieces at a price in cents, and holds the total from the caller’s balance. Name, link and picture are taken from the marketplace, whatever the body says.`,
  body: z.object({
    /** Idempotency key, a UUID of the caller: a request sent twice makes one trade. The trade itself has a different id, which the answer
     *  contains. */
    id: z.optional(idSchema),
    itemName: optionalText(ITEM_LIMITS.itemName),
    itemBarcode: requiredText(ITEM_LIMITS.barcode, 'This item has no barcode'),
    quantity: z.int('Quantity must be a whole number'),
    pricePerItem: priceSchema(PRICE_MISSING),
    /** Optional: the total that the person saw, in cents. A larger hold is refused. */
    totalCost: shownTotalSchema,
    shippingAddress: tradeAddressSchema,
    providesOwnShipping: z._default(z.boolean('Please send true or false'), false),
    itemLink: optionalText(ITEM_LIMITS.link),
    imageUrl: optionalText(ITEM_LIMITS.imageUrl),
  }),
  maxBodyBytes: MAX_ITEM_BODY_BYTES,
  output: z.object({ message: z.string(), tradeId: z.string(), trade: restTradeSchema }),
  refusals: {
    TRADE_EXISTS,
    TRADE_CHANGED,
    NOT_ON_MARKETPLACE,
    QUANTITY_NOT_AVAILABLE,
    BALANCE_MISSING,
    TOTAL_CHANGED,
    TOO_MANY_TRADES,
    TOO_MANY_TRADES_TODAY,
    PAYOUTS_CLOSED,
  },
})

const rulePrice = z.pipe(
  z.nullish(priceSchema(PRICE_MISSING)),
  z.transform((price) => price ?? null),
)

/** Sets a seller's price rule. */
export const setAutoPriceCall = defineCall({
  name: 'trades.changeAutoPrice',
  method: 'PUT',
  path: '/marketplace/auto-prices/{itemId}',
  access: 'user',
  summary:
    'Sets the price in cents from which requests for the barcode of one of the caller’s items are accepted automatically, and the price below which they are declined; null for never.',
  params: z.object({ itemId: z.string() }),
  body: z.object({ acceptAt: rulePrice, declineBelow: rulePrice }),
  output: z.object({ message: z.string() }),
  refusals: { ITEM_NOT_FOUND, TOO_MANY_AUTO_PRICES },
})
