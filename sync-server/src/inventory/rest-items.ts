import type { EditedItemBody, NewItemBody } from '@shop/shared/inventory/calls/change-items.ts'
import type { RestItem } from '@shop/shared/inventory/calls/search-items.ts'
import { inventoryRefusals } from '@shop/shared/inventory/errors.ts'
import { type ItemFieldName, STORED_FIELDS } from '@shop/shared/inventory/fields.ts'
import { barcodeKeys } from '@shop/shared/inventory/rules/barcodes.ts'
import { itemsOnShelf, type Shelf } from '@shop/shared/inventory/rules/held-item.ts'
import { type Item, type ItemChanges, type ItemTexts, itemTextsSchema, shownQuantity } from '@shop/shared/inventory/schema.ts'
import { toCents } from '@shop/shared/kernel/dollars.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { idSchema } from '@shop/shared/kernel/ids.ts'
import { type Cents, dollarsFromCents } from '@shop/shared/kernel/money.ts'
import { namedColumns } from '../platform/database/collection-table.ts'
import { anyOf, textOrNull } from '../platform/database/expressions.ts'
import type { Platform } from '../platform/platform.ts'
import { itemsTable } from './tables.ts'

/** Converts items to REST bodies with their consignors' names. An owner gets the fields that they may see; the other fields are blank. */
export async function restItemsOf(platform: Platform, items: readonly Item[], viewer: 'admin' | 'owner'): Promise<RestItem[]> {
  const names = await consignorNames(platform, items)
  return items.map((item) => ({
    id: item.id,
    itemUID: item.id,
    ...restFieldsOf(item, viewer),
    source: item.source,
    consignorID: item.consignorId,
    consignorDisplayName: item.consignorId === null ? null : (names.get(item.consignorId) ?? null),
  }))
}

type RestFields = Pick<RestItem, ItemFieldName>

function restFieldsOf(item: Item, viewer: 'admin' | 'owner'): RestFields {
  const stored = STORED_FIELDS.map(({ name, key, kind, blank, isForOwner }) => {
    const value = viewer === 'admin' || isForOwner ? item[key] : blank
    return [name, value !== null && kind === 'cents' ? dollarsFromCents(value as Cents) : value]
  })
  return { ...(Object.fromEntries(stored) as Omit<RestFields, 'quantity'>), quantity: shownQuantity(item) }
}

async function consignorNames(platform: Platform, items: readonly Item[]): Promise<Map<string, string>> {
  const uids = [...new Set(items.map((item) => item.consignorId).filter((uid) => uid !== null))]
  if (uids.length === 0) return new Map()
  const rows = await platform.db
    .selectFrom('users')
    .select((eb) => ['id', eb.fn.coalesce(textOrNull(eb.ref('display_name')), textOrNull(eb.ref('username')), 'email').as('name')])
    .where('id', '=', anyOf(uids))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const selectItem = ({ db }: Platform, id: string) => db.selectFrom('items').select(namedColumns(itemsTable)).where('id', '=', id)

/** Reads the item of this owner (null: the shop). Refuses ITEM_NOT_FOUND even when the item belongs to somebody else, so that nobody learns which
 *  items others have. */
export async function ownedItem(platform: Platform, itemId: string, consignorId: string | null): Promise<Item> {
  const id = idSchema.safeParse(itemId)
  const item = id.success ? await selectItem(platform, id.data).executeTakeFirst() : undefined
  if (!item || item.consignorId !== consignorId) throw refusal(inventoryRefusals, 'ITEM_NOT_FOUND')
  return item
}

/** Returns a function that finds a consignor's item on this shelf by its barcode. Each entry is a barcode with the id of the item that it may become.
 *  Those items are left out, so that a repeated request finds the same items as before. */
export async function itemsHeldAt(
  { db }: Platform,
  shelf: Shelf,
  entries: readonly { readonly id: string; readonly barcode: string }[],
): Promise<(barcode: string) => Item | undefined> {
  const rows = await db
    .selectFrom('items')
    .select(namedColumns(itemsTable))
    .where('consignor_id', '=', shelf.consignorId)
    .where('location', '=', shelf.location)
    .where('barcode1', '=', anyOf(entries.flatMap(({ barcode }) => barcodeKeys(barcode))))
    .execute()
  const own = new Set(entries.map(({ id }) => id))
  return itemsOnShelf(
    rows.filter(({ id }) => !own.has(id)),
    shelf,
  )
}

/** Those of the ids that items have. */
export async function storedIds({ db }: Platform, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('items').select('id').where('id', '=', anyOf(ids)).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Makes the answer of a call that changed an item. */
export async function answerItem(
  platform: Platform,
  itemId: string,
  message: string,
): Promise<{ id: string; message: string; item: RestItem }> {
  const [item] = await restItemsOf(platform, await selectItem(platform, itemId).execute(), 'admin')
  if (!item) throw refusal(inventoryRefusals, 'ITEM_NOT_FOUND')
  return { id: itemId, message, item }
}

/** Picks the texts of a new item for its command. */
export const textsOf = (body: NewItemBody): ItemTexts => itemTextsSchema.parse(changesOf(body))

/** Makes the arguments of `inventory.edit` from a REST body, with only the fields that were sent. The same body gives the same arguments, so that a
 *  repeated request is the same command. */
export function editArgsOf(item: Pick<Item, 'id'>, body: EditedItemBody) {
  return {
    id: item.id,
    changes: changesOf(body),
    ...(body.quantity === undefined ? {} : { targetQuantity: body.quantity }),
    ...(body.countedQuantity === undefined ? {} : { countedQuantity: body.countedQuantity }),
  }
}

function changesOf(body: NewItemBody | EditedItemBody): ItemChanges {
  const sent = STORED_FIELDS.filter(({ name }) => body[name] !== undefined)
  return Object.fromEntries(
    sent.map(({ name, key, kind }) => [key, kind === 'cents' && body[name] !== null ? toCents(body[name] as number) : body[name]]),
  )
}
