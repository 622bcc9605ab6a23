import * as z from 'zod/mini'
import { accountRefusals } from '../accounts/errors.ts'
import { ITEM_LIMITS } from '../inventory/schema.ts'
import { defineCall } from '../kernel/define-call.ts'
import { dollarsSchema } from '../kernel/dollars.ts'
import { limitQuery } from '../kernel/page-query.ts'
import { requiredText } from '../kernel/text.ts'
import { salesRefusals } from './errors.ts'
import { soldQuantitySchema } from './rules/sale-form.ts'

/** Pieces and dollars that came back; `payoutAmount` was taken from the consignor's share. */
const restRefundedPart = { quantity: z.int(), amount: z.number(), payoutAmount: z.number() }

/** A sale in a REST body, with amounts in dollars. */
export const restSaleSchema = z.object({
  saleID: z.string(),
  itemName: z.string(),
  imageUrl: z.string(),
  soldQuantity: z.int(),
  salePrice: z.number(),
  shippingCost: z.number(),
  payoutAmount: z.number(),
  dateSold: z.string(),
  timestamp: z.string(),
  /** Time of the void; null for a valid sale. */
  voidedAt: z.nullable(z.string()),
  editedAt: z.nullable(z.string()),
  /** The sale as it was booked, before its record was edited; the balance still counts these amounts. Null for a sale that was never edited. */
  booked: z.nullable(z.object({ soldQuantity: z.int(), salePrice: z.number(), shippingCost: z.number(), payoutAmount: z.number() })),
  /** The part that customers brought back or got money for, and its latest returns, oldest first. The fields of the sale do not change. Absent when
   *  nothing was given back. */
  refunded: z.optional(
    z.object({
      ...restRefundedPart,
      returns: z.array(z.object({ ...restRefundedPart, returnedAt: z.string(), reason: z.string() })),
    }),
  ),
})
/** A sale in a REST body. */
export type RestSale = z.infer<typeof restSaleSchema>

/** Maximum number of sales in one history. Older sales are left out. */
export const SALES_HISTORY_LIMIT = 10_000

/** Number of sales in the ticker, by default and at most. */
export const RECENT_SALES = { usual: 15, most: 50 } as const

const { ACCOUNT_NOT_FOUND } = accountRefusals
const ownerPath = z.object({ id: z.string() })

/** Gets a user's balance. */
export const getBalanceCall = defineCall({
  name: 'sales.getBalance',
  method: 'GET',
  path: '/sales/balance/{id}',
  access: { ownerParam: 'id' },
  summary: 'Returns a user’s available balance in dollars; 0 without any posting.',
  params: ownerPath,
  output: z.object({ balance: z.number() }),
  refusals: { ACCOUNT_NOT_FOUND },
})

/** Lists a consignor's sales. */
export const getSalesHistoryCall = defineCall({
  name: 'sales.getSalesHistory',
  method: 'GET',
  path: '/sales/history/{id}',
  access: { ownerParam: 'id' },
  cost: 'search',
  summary: `Lists one consignor's sales with what was given back of them, newest first; at most ${SALES_HISTORY_LIMIT}.`,
  params: ownerPath,
  output: z.object({ sales: z.array(restSaleSchema) }),
  refusals: { ACCOUNT_NOT_FOUND },
})

/** Edits the record of a sale. */
export const editSaleCall = defineCall({
  name: 'sales.changeSale',
  method: 'PUT',
  path: '/sales/{id}',
  access: 'admin',
  summary: 'Edits the given fields of a sale’s record; balances and inventory stay as they are.',
  params: ownerPath,
  body: z.partial(
    z.object({
      itemName: requiredText(ITEM_LIMITS.itemName, 'Please enter an item name'),
      soldQuantity: soldQuantitySchema,
      salePrice: dollarsSchema,
      shippingCost: dollarsSchema,
      payoutAmount: dollarsSchema,
    }),
  ),
  output: z.object({ message: z.string(), sale: restSaleSchema }),
  refusals: { SALE_NOT_FOUND: salesRefusals.SALE_NOT_FOUND },
})

/** Lists the latest sales, except custom ones, for the public ticker of the landing page. */
export const listRecentSalesCall = defineCall({
  name: 'sales.listRecentSales',
  method: 'GET',
  path: '/sales/recent-with-images',
  access: 'public',
  cost: 'search',
  summary: 'Lists the latest sales for the landing page: name, picture, price and time.',
  query: z.object({
    limit: limitQuery(RECENT_SALES),
  }),
  output: z.object({
    sales: z.array(
      z.object({ itemName: z.string(), imageUrl: z.string(), salePrice: z.number(), dateSold: z.string(), timestamp: z.string() }),
    ),
  }),
})
