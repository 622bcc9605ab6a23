import * as z from 'zod/mini'
import { type Audience, defineCollection } from '../kernel/define-collection.ts'
import { idSchema } from '../kernel/ids.ts'
import { byRowKey, ITEM_FIELDS, STORED_FIELDS } from './fields.ts'

/** Longest texts of an item, in characters, for what takes them along: sales, trades, forms of one field. */
export const ITEM_LIMITS = {
  itemName: ITEM_FIELDS.itemName.maxChars,
  barcode: ITEM_FIELDS.barcode1.maxChars,
  location: ITEM_FIELDS.location.maxChars,
  link: ITEM_FIELDS.link.maxChars,
  imageUrl: ITEM_FIELDS.imageUrl.maxChars,
}

/** The largest quantity one item may hold or one line may sell. */
export const MAX_QUANTITY = 1_000_000

/** The fields of an item as a form, a REST body or a CSV row fills them in. */
export const itemTextsSchema = z.object(byRowKey('schema'))
/** The texts of an item. */
export type ItemTexts = z.infer<typeof itemTextsSchema>

/** Changed texts of an item: only the fields that were changed. A field that is absent stays as it is, `''` or null clears it. */
export const itemChangesSchema = z.partial(itemTextsSchema)
/** Changed texts of an item. */
export type ItemChanges = z.infer<typeof itemChangesSchema>

/** A quantity of things: whole, 0…MAX_QUANTITY. */
export const quantitySchema = z
  .int('Please enter a whole number')
  .check(z.minimum(0, 'Quantity must be 0 or more'), z.maximum(MAX_QUANTITY, `At most ${MAX_QUANTITY}`))

/** Where an item's stock belongs: the shop's own, or a consignor's (spec §3). */
export const itemSourceSchema = z.enum(['MasterInventory', 'ConsignorInventory'])

/** A change of stock as an item remembers it: for a recount that arrives after it and was made before it. Signed pieces. */
const recentMoveSchema = z.object({ atMs: z.number(), deltaCount: z.int() })
/** A change of stock as an item remembers it. */
export type RecentMove = z.infer<typeof recentMoveSchema>

/** An inventory item (spec §3). */
export const itemSchema = z.object({
  id: idSchema,
  source: itemSourceSchema,
  /** Owner of the stock; null for the shop's own (MasterInventory). */
  consignorId: z.nullable(idSchema),
  ...byRowKey('row'),
  /** Signed sum of the item's stock movements; negative when more was sold than the books held. Shown as `shownQuantity` (design §4 Stock). */
  stockCount: z.int(),
  /** When the stock was last counted by hand, milliseconds since 1970; null when never. */
  recountedAtMs: z.nullable(z.number()),
  /** The latest changes of stock since that count, oldest first, at most `MAX_RECENT_MOVES`. Absent in rows of older releases: none remembered. */
  recentMoves: z.optional(z.array(recentMoveSchema)),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
})
/** An inventory item. */
export type Item = z.infer<typeof itemSchema>

/** Quantity as people see it: max(0, stockCount). */
export const shownQuantity = (item: Pick<Item, 'stockCount'>): number => Math.max(0, item.stockCount)

const ownerAndAdmins = (consignorId: string | null): Audience[] => (consignorId ? ['admins', `user:${consignorId}`] : ['admins'])

/** Items: admins see all, a consignor sees one's own; what only recounts need stays with the admins. */
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

/** Why stock changed. */
export const movementKindSchema = z.enum([
  'initial',
  'edit',
  'recount',
  'sale',
  'void',
  'allocate',
  'copy',
  'import',
  'write_off',
  'trade',
  'trade_return',
  'delete',
])

/** One change of stock; an item's `stockCount` is the sum of its movements. Append-only, on the server alone. */
export const stockMovementSchema = z.object({
  id: z.string(),
  itemId: z.string(),
  /** Signed: positive into stock. */
  deltaCount: z.int(),
  kind: movementKindSchema,
  /** Sale, allocation or discrepancy it belongs to; null where there is none. */
  sourceId: z.nullable(z.string()),
  commandId: z.string(),
  atMs: z.number(),
  byUid: z.string(),
})
/** Why stock changed. */
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

/** What an admin has to look at: facts from the till that the books did not expect (design §4 Facts at the till, Stock, Carts). */
export const discrepancyKindSchema = z.enum([
  'negative_stock',
  'sold_before_recount',
  'moved_before_recount',
  'late_recount',
  'missing_item',
  'missing_consignor',
  'role_withdrawn',
  'cart_sold_twice',
])

/** How an admin settled it. */
export const settlementSchema = z.enum(['written_off', 'count_corrected', 'sale_undone', 'accepted'])

/** A stock discrepancy or another fact that needs a person. */
export const discrepancySchema = z.object({
  id: z.string(),
  kind: discrepancyKindSchema,
  itemId: z.nullable(z.string()),
  itemName: z.string(),
  /** The POS sale it came with. */
  saleId: z.nullable(z.string()),
  /** The line of that sale (id in `sales`); null when it concerns the whole sale. */
  lineId: z.nullable(z.string()),
  /** How many pieces are in question; 0 when it is not about a number. Of `moved_before_recount` signed: negative for pieces that came in.
   *  Of `late_recount` the number that was counted. */
  quantity: z.int(),
  openedAtMs: z.number(),
  openedByUid: z.string(),
  settledAtMs: z.nullable(z.number()),
  settledByUid: z.nullable(z.string()),
  settlement: z.nullable(settlementSchema),
  note: z.string(),
})
/** What an admin has to look at. */
export type DiscrepancyKind = z.infer<typeof discrepancyKindSchema>
/** How an admin settled it. */
export type Settlement = z.infer<typeof settlementSchema>
/** A discrepancy. */
export type Discrepancy = z.infer<typeof discrepancySchema>

/** Discrepancies, for admins. */
export const discrepancies = defineCollection({ name: 'discrepancies', schema: discrepancySchema, indexes: ['saleId', 'itemId'] })
