import * as z from 'zod/mini'
import { defineCall } from '../../kernel/define-call.ts'
import { idSchema } from '../../kernel/ids.ts'
import { inventoryRefusals } from '../errors.ts'
import { itemTextsSchema } from '../schema.ts'

const { ITEM_NOT_FOUND, IMAGE_THERE } = inventoryRefusals

/** Items in one answer; the caller continues with the answer's `next`. */
export const MAX_MISSING_IMAGES = 2_000

/** Place where an answer ended: the creation time of its last item in milliseconds since 1970, a dot, and the item's id. */
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
  /** Accounts that can own items, including closed ones. */
  totalDocuments: count,
  /** The open accounts among these. */
  validUidDocs: count,
  totalItems: count,
  itemsWithLinks: count,
  /** Items whose link points to the large retailer. */
  itemsWithRetailerLinks: count,
  itemsWithImages: count,
})
/** Counts of items with links and pictures. */
export type ImageStatistics = z.infer<typeof imageStatisticsSchema>

/** Lists the items that a backfill of pictures still has to fill. */
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
    /** Items that follow this answer in the list. */
    behindCount: count,
    debug: imageStatisticsSchema,
  }),
})

/** Gives an item its picture. The address is stored; nothing fetches it. */
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
    /** Refuses IMAGE_THERE when the item has got a picture in the meantime. */
    onlyMissing: z.optional(z.boolean()),
  }),
  output: z.object({ success: z.literal(true), message: z.string() }),
  refusals: { ITEM_NOT_FOUND, IMAGE_THERE },
})
