import * as z from 'zod/mini'
import { defineCall } from '../../kernel/define-call.ts'
import { idSchema } from '../../kernel/ids.ts'
import { inventoryRefusals } from '../errors.ts'
import { itemTextsSchema } from '../schema.ts'

const { ITEM_NOT_FOUND, IMAGE_THERE } = inventoryRefusals

/** Items one answer lists; those behind them are asked for by where it ended. */
export const MAX_MISSING_IMAGES = 2_000

/** Where an answer ended: the moment its last item was added at, in milliseconds since 1970, a dot, and the item's id. */
const PLACE = /^\d{1,15}\.[0-9a-f-]{36}$/

/** An item with a link and without a picture. */
export const missingImageSchema = z.object({
  itemName: z.string(),
  link: z.string(),
  /** Whose item it is; null for the shop's own. */
  consignorUID: z.nullable(z.string()),
  itemUID: z.string(),
})
/** An item with a link and without a picture. */
export type MissingImage = z.infer<typeof missingImageSchema>

const count = z.int()
const imageStatisticsSchema = z.object({
  /** Accounts that can hold items, closed ones with them. */
  totalDocuments: count,
  /** Those of them that are open. */
  validUidDocs: count,
  totalItems: count,
  itemsWithLinks: count,
  /** Items whose link leads to the large retailer. */
  itemsWithRetailerLinks: count,
  itemsWithImages: count,
})
/** How many items have links and pictures. */
export type ImageStatistics = z.infer<typeof imageStatisticsSchema>

/** What a backfill of pictures has to do. */
export const listItemsMissingImagesCall = defineCall({
  name: 'inventory.listItemsMissingImages',
  method: 'GET',
  path: '/admin/items-missing-images',
  access: 'admin',
  summary: `Lists items that have a link and no picture, newest first, ${MAX_MISSING_IMAGES} at once, with counts of the whole inventory; after is the next of the answer before.`,
  query: z.object({ after: z.optional(z.union([z.literal(''), z.string().check(z.regex(PLACE, 'Not a place in this list'))])) }),
  output: z.object({
    items: z.array(missingImageSchema),
    /** Where the list goes on; null at its end. */
    next: z.nullable(z.string()),
    /** Items of the list behind those of this answer. */
    behindCount: count,
    debug: imageStatisticsSchema,
  }),
})

/** Gives an item its picture. The address is stored as it is; nobody fetches it (design §9). */
export const editItemImageCall = defineCall({
  name: 'inventory.updateItemImage',
  method: 'POST',
  path: '/admin/update-item-image',
  access: 'admin',
  summary:
    'Sets the picture address of an item; without consignorUID, of one of the shop’s own; with onlyMissing, only where there is none.',
  body: z.object({
    consignorUID: z.pipe(
      z.nullish(z.union([idSchema, z.literal('')])),
      z.transform((uid) => uid || null),
    ),
    itemUID: idSchema,
    imageUrl: itemTextsSchema.shape.imageUrl.check(z.refine((url) => url !== '', 'Please enter a picture address')),
    /** A picture that somebody gave the item meanwhile stays: refused with IMAGE_THERE. */
    onlyMissing: z.optional(z.boolean()),
  }),
  output: z.object({ success: z.literal(true), message: z.string() }),
  refusals: { ITEM_NOT_FOUND, IMAGE_THERE },
})
