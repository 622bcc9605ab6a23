import type { EditedItemBody } from '@shop/shared/inventory/calls/change-items.ts'
import type { RestItem } from '@shop/shared/inventory/calls/search-items.ts'
import { inventoryRefusals } from '@shop/shared/inventory/errors.ts'
import { type Item, type ItemChanges, type ItemTexts, itemTextsSchema, shownQuantity } from '@shop/shared/inventory/schema.ts'
import { toCents } from '@shop/shared/kernel/dollars.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { idSchema } from '@shop/shared/kernel/ids.ts'
import { dollarsFromCents } from '@shop/shared/kernel/money.ts'
import { selectRows } from '../platform/database/collection-table.ts'
import { sql } from '../platform/database/sql.ts'
import type { Platform } from '../platform/platform.ts'
import { itemsTable } from './tables.ts'

/** Items as REST bodies carry them, with their consignors' names. */
export async function restItemsOf(platform: Platform, items: readonly Item[]): Promise<RestItem[]> {
  const names = await consignorNames(platform, items)
  return items.map((item) => ({
    id: item.id,
    itemUID: item.id,
    itemName: item.itemName,
    listingTitle: item.listingTitle,
    barcode1: item.barcode1,
    barcode2: item.barcode2,
    location: item.location,
    quantity: shownQuantity(item),
    link: item.link,
    imageUrl: item.imageUrl,
    price: item.priceCents === null ? null : dollarsFromCents(item.priceCents),
    source: item.source,
    consignorID: item.consignorId,
    consignorDisplayName: item.consignorId === null ? null : (names.get(item.consignorId) ?? null),
  }))
}

async function consignorNames(platform: Platform, items: readonly Item[]): Promise<Map<string, string>> {
  const uids = [...new Set(items.map((item) => item.consignorId).filter((uid) => uid !== null))]
  if (uids.length === 0) return new Map()
  const { rows } = await sql<{
    id: string
    name: string
  }>`select id, coalesce(nullif(display_name, ''), nullif(username, ''), email) as name
    from users where id = any(${uids}::text[])`.execute(platform.db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The item of this owner (null: the shop). Refuses ITEM_NOT_FOUND, also when it is somebody else's (design §9). */
export async function ownedItem(platform: Platform, itemId: string, consignorId: string | null): Promise<Item> {
  const id = idSchema.safeParse(itemId)
  const [item] = id.success ? await selectRows(platform.db, itemsTable, sql`where id = ${id.data}`) : []
  if (!item || item.consignorId !== consignorId) throw refusal(inventoryRefusals, 'ITEM_NOT_FOUND')
  return item
}

/** What a call that changed an item answers. */
export async function answerItem(
  platform: Platform,
  itemId: string,
  message: string,
): Promise<{ id: string; message: string; item: RestItem }> {
  const [item] = await restItemsOf(platform, await selectRows(platform.db, itemsTable, sql`where id = ${itemId}`))
  if (!item) throw refusal(inventoryRefusals, 'ITEM_NOT_FOUND')
  return { id: itemId, message, item }
}

/** The texts of a new item, its price in cents. */
export function textsOf(body: Omit<ItemTexts, 'priceCents'> & { price?: number | null | undefined }): ItemTexts {
  return itemTextsSchema.parse({ ...body, priceCents: body.price == null ? null : toCents(body.price) })
}

const TEXT_FIELDS = ['itemName', 'listingTitle', 'barcode1', 'barcode2', 'location', 'link', 'imageUrl'] as const

/** Arguments of `inventory.edit` for a REST body: only what was sent. The same body makes the same arguments, so that a repeated request is one command. */
export function editArgsOf(item: Pick<Item, 'id'>, body: EditedItemBody) {
  const changes: ItemChanges = {}
  for (const field of TEXT_FIELDS) if (body[field] !== undefined) changes[field] = body[field]
  if (body.price !== undefined) changes.priceCents = body.price === null ? null : toCents(body.price)
  return {
    id: item.id,
    changes,
    ...(body.quantity === undefined ? {} : { targetQuantity: body.quantity }),
    ...(body.countedQuantity === undefined ? {} : { countedQuantity: body.countedQuantity }),
  }
}
