import { imageRefusals } from '@shop/shared/images/errors.ts'
import {
  editItemImageCall,
  type ImageStatistics,
  listItemsMissingImagesCall,
  MAX_MISSING_IMAGES,
} from '@shop/shared/inventory/calls/item-images.ts'
import { editItem } from '@shop/shared/inventory/commands/edit-item.ts'
import { RETAILER_LINK } from '@shop/shared/inventory/rules/asin.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { namedColumns } from '../../platform/database/collection-table.ts'
import type { Db } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { ownedItem } from '../rest-items.ts'
import { itemsTable } from '../tables.ts'

/** GET /admin/items-missing-images. */
export const handleListItemsMissingImages = implementCall(listItemsMissingImagesCall, async ({ query, platform }) => {
  const missing = selectMissing(platform.db, query.after || undefined).select(namedColumns(itemsTable))
  // reads one row beyond the page, to see if there are more
  const found = await missing
    .orderBy('created_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_MISSING_IMAGES + 1)
    .execute()
  const items = found.slice(0, MAX_MISSING_IMAGES)
  const last = found.length > items.length ? items.at(-1) : undefined
  const next = last ? `${last.createdAtMs}.${last.id}` : null
  return {
    items: items.map(({ id, itemName, link, consignorId }) => ({ itemName, link, consignorUID: consignorId, itemUID: id })),
    next,
    behindCount: next === null ? 0 : await countBehind(platform.db, next),
    debug: await readStatistics(platform.db),
  }
})

function readStatistics(db: Db): Promise<ImageStatistics> {
  return db
    .selectFrom('items')
    .select(({ fn, selectFrom }) => [
      fn.countAll<number>().as('totalItems'),
      fn.countAll<number>().filterWhere('link', '<>', '').as('itemsWithLinks'),
      fn.countAll<number>().filterWhere('link', '~*', RETAILER_LINK).as('itemsWithRetailerLinks'),
      fn.countAll<number>().filterWhere('image_url', '<>', '').as('itemsWithImages'),
      selectFrom('users').select(fn.countAll<number>().as('count')).$asScalar().$notNull().as('totalDocuments'),
      selectFrom('users')
        .select(fn.countAll<number>().as('count'))
        .where('closed_at_ms', 'is', null)
        .$asScalar()
        .$notNull()
        .as('validUidDocs'),
    ])
    .executeTakeFirstOrThrow()
}

/** Selects items with a link but without a picture, after a position in their list. */
function selectMissing(db: Db, after: string | undefined) {
  const missing = db.selectFrom('items').where('link', '<>', '').where('image_url', '=', '')
  if (after === undefined) return missing
  const [ms, id = ''] = after.split('.')
  return missing.where(({ eb, refTuple, tuple }) => eb(refTuple('created_at_ms', 'id'), '<', tuple(Number(ms), id)))
}

async function countBehind(db: Db, place: string): Promise<number> {
  const behind = selectMissing(db, place).select((eb) => eb.fn.countAll<number>().as('count'))
  return (await behind.executeTakeFirstOrThrow()).count
}

/** POST /admin/update-item-image. */
export const handleEditItemImage = implementCall(editItemImageCall, async ({ body, actor, platform }) => {
  const { itemUID: id, imageUrl, onlyMissing } = body
  const before = async () => {
    const item = await ownedItem(platform, id, body.consignorUID)
    if (onlyMissing && item.imageUrl !== '') throw refusal(imageRefusals, 'IMAGE_THERE')
  }
  await platform.runCommand(actor, editItem, { id, changes: { imageUrl } }, { before })
  return { success: true as const, message: 'Image updated successfully' }
})
