import * as z from 'zod/mini'
import { imageRefusals } from '../../images/errors.ts'
import { defineCall } from '../../kernel/define-call.ts'
import { idSchema } from '../../kernel/ids.ts'
import { inventoryRefusals } from '../errors.ts'
import { itemTextsSchema } from '../schema.ts'

const { ITEM_NOT_FOUND } = inventoryRefusals
const { IMAGE_THERE } = imageRefusals

/** Number of items in one answer. */
export const MAX_MISSING_IMAGES = 2_000

/** Place in the list: an item's creation time in milliseconds since 1970, a dot, and the item's id. */
const PLACE = /^\d{1,15}\.[0-9a-f-]{36}$/

/** An item that has a link but no picture. */
export const missingImageSchema = z.object({
  itemName: z.string(),
  link: z.string(),
  /** Owner of the item; null for the shop itself. */
  consignorUID: z.nullable(z.string()),
  itemUID: z.string(),
})
/** An item that has a link but no picture. */
export type MissingImage = z.infer<typeof missingImageSchema>

const count = z.int()
const imageStatisticsSchema = z.object({
  /** Number of accounts, including closed accounts. */
  totalDocuments: count,
  /** Number of open accounts. */
  validUidDocs: count,
  totalItems: count,
  itemsWithLinks: count,
  /** Items whose link points to the large retailer. */
  itemsWithRetailerLinks: count,
  itemsWithImages: count,
})
/** Counts of items with links and pictures. */
export type ImageStatistics = z.infer<typeof imageStatisticsSchema>

/** Lists the items that have a link but no picture. */
export const listItemsMissingImagesCall = defineCall({
  name: 'inventory.listItemsMissingImages',
  method: 'GET',
  path: '/admin/items-missing-images',
  access: 'admin',
  cost: 'search',
  summary: `Lists items that have a link and no picture, newest first, ${MAX_MISSING_IMAGES} a page, with counts of the whole inventory; pass \`next\` as \`after\` to get the next page.`,
  query: z.object({ after: z.optional(z.union([z.literal(''), z.string().check(z.regex(PLACE, 'Not a place in this list'))])) }),
  output: z.object({
    items: z.array(missingImageSchema),
    /** Place where the list continues; null at its end. */
    next: z.nullable(z.string()),
    /** Number of items that follow this answer in the list. */
    behindCount: count,
    debug: imageStatisticsSchema,
  }),
})

/** Sets the address of an item's picture. The server stores the address and does not fetch the picture. */
export const editItemImageCall = defineCall({
  name: 'inventory.updateItemImage',
  method: 'POST',
  path: '/admin/update-item-image',
  access: 'admin',
  summary:
    'Sets the picture address of a consignor’s item or, without `consignorUID`, of an item of the shop. With `onlyMissing`, refuses if the item already has a picture.',
  body: z.object({
    consignorUID: z.pipe(
      z.nullish(z.union([idSchema, z.literal('')])),
      z.transform((uid) => uid || null),
    ),
    itemUID: idSchema,
    imageUrl: itemTextsSchema.shape.imageUrl.check(z.refine((url) => url !== '', 'Please enter a picture address')),
    /** True to refuse IMAGE_THERE when the item has a picture already. */
    onlyMissing: z.optional(z.boolean()),
  }),
  output: z.object({ success: z.literal(true), message: z.string() }),
  refusals: { ITEM_NOT_FOUND, IMAGE_THERE },
})
