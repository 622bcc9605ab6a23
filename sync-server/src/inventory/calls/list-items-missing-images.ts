import { type ImageStatistics, listItemsMissingImages, MAX_MISSING_IMAGES } from '@shop/shared/inventory/calls/item-images.ts'
import { RETAILER_LINK } from '@shop/shared/inventory/rules/asin.ts'
import { selectRows } from '../../platform/collection-table.ts'
import { implementCall } from '../../platform/implement-call.ts'
import { sql } from '../../platform/sql.ts'
import { itemsTable } from '../tables.ts'

/** GET /admin/items-missing-images. */
export const listItemsMissingImagesCall = implementCall(listItemsMissingImages, async ({ platform }) => {
  const found = await selectRows(
    platform.db,
    itemsTable,
    sql`where link <> '' and image_url = '' order by created_at_ms desc, id desc limit ${MAX_MISSING_IMAGES}`,
  )
  const { rows } = await sql<ImageStatistics>`
    select count(*)::integer as "totalItems",
      (count(*) filter (where link <> ''))::integer as "itemsWithLinks",
      (count(*) filter (where link ~* ${RETAILER_LINK}))::integer as "itemsWithRetailerLinks",
      (count(*) filter (where image_url <> ''))::integer as "itemsWithImages",
      (select count(*)::integer from users) as "totalDocuments",
      (select count(*)::integer from users where closed_at_ms is null) as "validUidDocs"
    from items`.execute(platform.db)
  return {
    items: found.map(({ id, itemName, link, consignorId }) => ({ itemName, link, consignorUID: consignorId, itemUID: id })),
    debug: rows[0] as ImageStatistics,
  }
})
