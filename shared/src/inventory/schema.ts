import * as z from 'zod/mini'
import { type Audience, defineCollection } from '../kernel/define-collection.ts'
import { idSchema } from '../kernel/ids.ts'
import { byRowKey, ITEM_FIELDS, STORED_FIELDS } from './fields.ts'

/** Maximum lengths of an item's texts, in characters, for everything that copies these texts. */
export const ITEM_LIMITS = {
  itemName: ITEM_FIELDS.itemName.maxChars,
  barcode: ITEM_FIELDS.barcode1.maxChars,
  location: ITEM_FIELDS.location.maxChars,
  link: ITEM_FIELDS.link.maxChars,
  imageUrl: ITEM_FIELDS.imageUrl.maxChars,
}

/** Maximum size of a call's body with all texts of an item in any script, in bytes. */
export const MAX_ITEM_BODY_BYTES = 24_000

/** Maximum quantity of one item or one line. */
export const MAX_QUANTITY = 1_000_000

/** Fields of an item as entered in a form, a REST body or a CSV row. */
export const itemTextsSchema = z.object(byRowKey('schema'))
/** The texts of an item. */
export type ItemTexts = z.infer<typeof itemTextsSchema>

/** Changed texts of an item. An absent field stays unchanged; `''` or null clears it. */
export const itemChangesSchema = z.partial(itemTextsSchema)
/** Changed texts of an item. */
export type ItemChanges = z.infer<typeof itemChangesSchema>

/** A quantity of pieces: whole, 0…MAX_QUANTITY. */
export const quantitySchema = z
  .int('Please enter a whole number')
  .check(z.minimum(0, 'Quantity must be 0 or more'), z.maximum(MAX_QUANTITY, `At most ${MAX_QUANTITY}`))

/** Owner of an item's stock: the shop itself, or a consignor. */
export const itemSourceSchema = z.enum(['MasterInventory', 'ConsignorInventory'])

/** A change of the shelf that an item remembers, in signed pieces. A recount from before the change may arrive after it. */
const recentMoveSchema = z.object({ atMs: z.number(), deltaCount: z.int() })
/** A change of the shelf that an item remembers. */
export type RecentMove = z.infer<typeof recentMoveSchema>

/** An inventory item. */
export const itemSchema = z.object({
  id: idSchema,
  source: itemSourceSchema,
  /** Owner of the stock; null for the shop. */
  consignorId: z.nullable(idSchema),
  ...byRowKey('row'),
  /** Sum of the item's stock movements, negative when more was sold than the books had (law *Stock*). People see `shownQuantity`. */
  stockCount: z.int(),
  /** Pieces that orders of trades have taken out of `stockCount` and that lie on the shelf until the orders ship. Absent in rows of older releases. */
  promisedCount: z.optional(z.int()),
  /** Time of the last count by hand, milliseconds since 1970; null when never counted. */
  recountedAtMs: z.nullable(z.number()),
  /** Latest changes of the shelf since that count, oldest first, at most `MAX_RECENT_MOVES`. Absent in rows of older releases. */
  recentMoves: z.optional(z.array(recentMoveSchema)),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
})
/** An inventory item. */
export type Item = z.infer<typeof itemSchema>

/** Quantity that people see: max(0, stockCount). */
export const shownQuantity = (item: Pick<Item, 'stockCount'>): number => Math.max(0, item.stockCount)

const ownerAndAdmins = (consignorId: string | null): Audience[] => (consignorId ? ['admins', `user:${consignorId}`] : ['admins'])

/** Items: admins see all, consignors see some fields of their own. */
export const items = defineCollection({
  name: 'items',
  schema: itemSchema,
  indexes: ['barcode1', 'consignorId'],
  audience: (item) => ownerAndAdmins(item.consignorId),
  userFields: [
    'source',
    'consignorId',
    ...STORED_FIELDS.filter(({ isForOwner }) => isForOwner).map(({ key }) => key),
    'stockCount',
    'recountedAtMs',
    'createdAtMs',
    'updatedAtMs',
  ],
})

/** Reason of a stock change. */
export const movementKindSchema = z.enum([
  'initial',
  'edit',
  'recount',
  'sale',
  'void',
  'return',
  'allocate',
  'copy',
  'import',
  'write_off',
  'trade',
  'trade_return',
  'delete',
])

/** One change of stock; an item's `stockCount` is the sum of its movements. Append-only, on the server only. */
export const stockMovementSchema = z.object({
  id: z.string(),
  itemId: z.string(),
  /** Signed number of pieces, positive into stock. */
  deltaCount: z.int(),
  kind: movementKindSchema,
  /** Id of the cause, such as a sale, an import or a discrepancy; null for none. */
  sourceId: z.nullable(z.string()),
  commandId: z.string(),
  atMs: z.number(),
  byUid: z.string(),
})
/** Reason of a stock change. */
export type MovementKind = z.infer<typeof movementKindSchema>
/** One change of stock. */
export type StockMovement = z.infer<typeof stockMovementSchema>

/** Stock movements. */
export const stockMovements = defineCollection({
  name: 'stockMovements',
  schema: stockMovementSchema,
  indexes: ['itemId'],
  reach: 'server-only',
  audience: () => [],
})

/** Facts that the books did not expect, for an admin to settle (laws *Facts*, *Stock* and *Carts*). */
export const discrepancyKindSchema = z.enum([
  'negative_stock',
  'sold_before_recount',
  'moved_before_recount',
  'late_recount',
  'missing_item',
  'missing_consignor',
  'role_withdrawn',
  'cart_sold_twice',
  'sale_suspended',
  'void_withdrawn',
  'owner_differs',
  'refunded_twice',
  'refund_without_sale',
  'refund_withdrawn',
  'shift_withdrawn',
  'drawer_twice',
])

/** Way in which an admin settled a discrepancy. */
export const settlementSchema = z.enum(['written_off', 'count_corrected', 'sale_undone', 'accepted'])

/** A stock discrepancy, or another fact that needs a person. */
export const discrepancySchema = z.object({
  id: z.string(),
  kind: discrepancyKindSchema,
  itemId: z.nullable(z.string()),
  /** Name of the item; in `drawer_twice`, of the drawer. */
  itemName: z.string(),
  /** The POS sale of the discrepancy. */
  saleId: z.nullable(z.string()),
  /** Line of the sale, by its id in `sales`; null when the discrepancy concerns no single line. */
  lineId: z.nullable(z.string()),
  /** Number of pieces in question; 0 for none. Negative in `moved_before_recount` for pieces that came in; in `late_recount`, the counted pieces. */
  quantity: z.int(),
  openedAtMs: z.number(),
  openedByUid: z.string(),
  settledAtMs: z.nullable(z.number()),
  settledByUid: z.nullable(z.string()),
  settlement: z.nullable(settlementSchema),
  note: z.string(),
})
/** Kind of a discrepancy. */
export type DiscrepancyKind = z.infer<typeof discrepancyKindSchema>
/** Way in which an admin settled a discrepancy. */
export type Settlement = z.infer<typeof settlementSchema>
/** A discrepancy. */
export type Discrepancy = z.infer<typeof discrepancySchema>

/** Discrepancies, for admins. */
export const discrepancies = defineCollection({ name: 'discrepancies', schema: discrepancySchema, indexes: ['saleId', 'itemId'] })
