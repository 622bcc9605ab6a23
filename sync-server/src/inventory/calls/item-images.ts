import {
  editItemImageCall,
  type ImageStatistics,
  listItemsMissingImagesCall,
  MAX_MISSING_IMAGES,
} from '@shop/shared/inventory/calls/item-images.ts'
import { editItem } from '@shop/shared/inventory/commands/edit-item.ts'
import { inventoryRefusals } from '@shop/shared/inventory/errors.ts'
import { RETAILER_LINK } from '@shop/shared/inventory/rules/asin.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { selectRows } from '../../platform/database/collection-table.ts'
import { type Db, sql } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { ownedItem } from '../rest-items.ts'
import { itemsTable } from '../tables.ts'

/** GET /admin/items-missing-images. */
export const handleListItemsMissingImages = implementCall(listItemsMissingImagesCall, async ({ query, platform }) => {
  const found = await selectRows(
    platform.db,
    itemsTable,
    // one more than is listed says whether there are more
    sql`where ${isMissing(query.after || undefined)} order by created_at_ms desc, id desc limit ${MAX_MISSING_IMAGES + 1}`,
  )
  const items = found.slice(0, MAX_MISSING_IMAGES)
  const last = found.length > items.length ? items.at(-1) : undefined
  const next = last ? `${last.createdAtMs}.${last.id}` : null
  const { rows } = await sql<ImageStatistics>`
    select count(*)::integer as "totalItems",
      (count(*) filter (where link <> ''))::integer as "itemsWithLinks",
      (count(*) filter (where link ~* ${RETAILER_LINK}))::integer as "itemsWithRetailerLinks",
      (count(*) filter (where image_url <> ''))::integer as "itemsWithImages",
      (select count(*)::integer from users) as "totalDocuments",
      (select count(*)::integer from users where closed_at_ms is null) as "validUidDocs"
    from items`.execute(platform.db)
  return {
    items: items.map(({ id, itemName, link, consignorId }) => ({ itemName, link, consignorUID: consignorId, itemUID: id })),
    next,
    behindCount: next === null ? 0 : await countBehind(platform.db, next),
    debug: rows[0] as ImageStatistics,
  }
})

/** An item with a link and no picture, behind a place in the list of them. */
function isMissing(after: string | undefined) {
  const [ms = '', id] = after?.split('.') ?? []
  const isBehind = after === undefined ? sql`true` : sql`(created_at_ms, id) < (${ms}::bigint, ${id})`
  return sql`link <> '' and image_url = '' and ${isBehind}`
}

async function countBehind(db: Db, place: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from items where ${isMissing(place)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** POST /admin/update-item-image. */
export const handleEditItemImage = implementCall(editItemImageCall, async ({ body, actor, platform }) => {
  const { itemUID: id, imageUrl, onlyMissing } = body
  const before = async () => {
    const item = await ownedItem(platform, id, body.consignorUID)
    if (onlyMissing && item.imageUrl !== '') throw refusal(inventoryRefusals, 'IMAGE_THERE')
  }
  await platform.runCommand(actor, editItem, { id, changes: { imageUrl } }, { before })
  return { success: true as const, message: 'Image updated successfully' }
})
