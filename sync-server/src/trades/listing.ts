import { asinOf } from '@shop/shared/inventory/rules/asin.ts'
import { barcodeKeys } from '@shop/shared/inventory/rules/barcodes.ts'
import { CONDITIONS } from '@shop/shared/inventory/rules/conditions.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'
import type { MarketplaceItem } from '@shop/shared/trades/calls/marketplace.ts'
import { MAX_SELLERS } from '@shop/shared/trades/rules/limits.ts'
import { anyOf } from '../platform/database/expressions.ts'
import { type Db, sql } from '../platform/database/sql.ts'

/** Selects tradable stock: the items of other consignors who can answer an offer, because their account is open and they can sign in. */
const tradable = (
  uid: string,
) => sql`items join users on users.id = items.consignor_id and users.closed_at_ms is null and not users.is_earlier
  where items.stock_count > 0 and items.consignor_id is not null and items.consignor_id <> ${uid}`

const BEST_FIRST = [...CONDITIONS, ''] as const

/** Reads a page of the marketplace, ordered by name, without data that identifies a consignor (law *Anonymity*). Items whose barcodes are spellings
 *  of one product are one entry, with the barcode, name, link and picture that a trade would get (`requestTrade`, `listedTexts`). */
export async function readMarketplace(
  db: Db,
  { uid, search, category, page, limit }: { uid: string; search: string; category: string; page: number; limit: number },
): Promise<{ items: MarketplaceItem[]; hasMore: boolean; total: number }> {
  const needle = searchKey(search)
  const { rows } = await sql<Omit<MarketplaceItem, 'asin'> & { total: number }>`
    select *, (count(*) over ())::integer as total from (
      select (array_agg(barcode1 order by items.created_at_ms, items.id))[1] as barcode1,
        (array_agg(item_name order by stock_count desc, item_name collate "C"))[1] as "itemName",
        coalesce((array_agg(link order by stock_count desc, link collate "C") filter (where link <> ''))[1], '') as link,
        coalesce((array_agg(image_url order by stock_count desc, image_url collate "C") filter (where image_url <> ''))[1], '') as "imageUrl",
        sum(stock_count)::bigint as "totalQuantity", count(distinct consignor_id)::integer as "consignorCount",
        coalesce((array_agg(category_id order by stock_count desc, category_id collate "C")
          filter (where category_id in (select id from categories)))[1], '') as "categoryId",
        array_agg(distinct condition) as conditions
      from ${tradable(uid)} group by product_key(barcode1), case when barcode1 = '' then item_name end
    ) listed where ${needle === '' ? sql`true` : sql`strpos(search_key("itemName"), ${needle}) > 0`}
      and ${category === '' ? sql`true` : sql`"categoryId" = ${category}`}
    order by lower("itemName"), barcode1, "itemName" limit ${limit + 1} offset ${(page - 1) * limit}`.execute(db)
  return {
    items: rows.slice(0, limit).map(({ total: _total, ...item }) => ({
      ...item,
      asin: asinOf(item.link) ?? '',
      conditions: BEST_FIRST.filter((one) => item.conditions.includes(one)),
    })),
    hasMore: rows.length > limit,
    total: rows[0]?.total ?? 0,
  }
}

/** Lists the sellers of a barcode in any of its spellings. Sellers with the most pieces come first. */
export async function sellersOf(db: Db, uid: string, barcode: string): Promise<string[]> {
  const { rows } = await sql<{
    uid: string
  }>`select items.consignor_id as uid from ${tradable(uid)} and items.barcode1 = ${anyOf(barcodeKeys(barcode))}
    group by items.consignor_id order by sum(items.stock_count) desc, items.consignor_id limit ${MAX_SELLERS}`.execute(db)
  return rows.map((row) => row.uid)
}
