import type { Actor } from '@shop/shared/kernel/define-command.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { sql } from 'kysely'
import { newId, queuedSale } from '../src/app/testing/till-sales.ts'
import type { Platform } from '../src/platform/platform.ts'

export const CONSIGNORS = 50
/** Items are added in transactions of this size, because many transactions fill the table of a real shop too. */
const ROWS_A_TRANSACTION = 10_000

const numbered = (kind: number, n: number) => `0190000${kind}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
export const itemId = (n: number): string => numbered(1, n)
export const consignorId = (n: number): string => numbered(2, n)

/** The admin whose devices push and pull. */
export const ADMIN: Actor = { uid: numbered(3, 0), role: 'admin', wasAdmin: false }

/** Assigns every second item to a consignor. */
const ownerOf = (n: number, consignors: number) => (n % 2 === 0 ? consignorId((n / 2) % consignors) : null)

/** Fills an empty shop with people and `count` items by set-based SQL. */
export async function fillShop(platform: Platform, count: number, consignors = CONSIGNORS): Promise<void> {
  await platform.transaction(async (tx) => {
    await sql`insert into users (id, email, display_name, username, role, admin_until_ms, photo_url, created_at_ms, audience)
      values (${ADMIN.uid}, 'admin@shop.example', 'Ada Admin', null, 'admin', null, '', 0, ${['admins', `user:${ADMIN.uid}`]}::text[])`.execute(
      tx,
    )
    await sql`insert into users (id, email, display_name, username, role, admin_until_ms, photo_url, created_at_ms, audience)
      select id, n || '@shop.example', 'Consignor ' || n, null, 'user', null, '', 0, array['admins', 'user:' || id]
      from (select n, '01900002-0000-7000-8000-' || lpad(to_hex(n), 12, '0') as id from generate_series(0, ${consignors - 1}::int) n) c`.execute(
      tx,
    )
  })
  for (let from = 0; from < count; from += ROWS_A_TRANSACTION)
    await fillItems(platform, from, Math.min(from + ROWS_A_TRANSACTION, count) - 1, consignors)
  for (const table of ['items', 'users']) await sql`analyze ${sql.table(table)}`.execute(platform.db)
}

/** Adds items of about 430 bytes of JSON each, like real items. */
function fillItems(platform: Platform, first: number, last: number, consignors: number): Promise<unknown> {
  return platform.transaction((tx) =>
    sql`insert into items (id, source, consignor_id, item_name, listing_title, barcode1, barcode2, location, link, image_url, price_cents, stock_count,
        recounted_at_ms, created_at_ms, updated_at_ms, audience)
      select '01900001-0000-7000-8000-' || lpad(to_hex(n), 12, '0'), case when owner is null then 'MasterInventory' else 'ConsignorInventory' end, owner,
        (array['Vintage','Silver','Walnut','Enamel','Linen','Porcelain'])[1 + n % 6] || ' ' || (array['teapot','lamp','chair','brooch','jacket','camera','vase'])[1 + n % 7] || ' no. ' || n,
        'Pre-owned ' || (array['teapot','lamp','chair','brooch','jacket','camera','vase'])[1 + n % 7] || ' in good condition', lpad((n * 7919::bigint % 1000000000000)::text, 12, '0'), '',
        'Shelf ' || n % 400, '', 'https://pictures.shop.example/items/' || n || '/front.jpg', 100 + n % 9000, 1000000, null, 1760000000000, 1760000000000,
        case when owner is null then array['admins'] else array['admins', 'user:' || owner] end
      from (select n, case when n % 2 = 0 then '01900002-0000-7000-8000-' || lpad(to_hex(n / 2 % ${consignors}::int), 12, '0') end as owner
        from generate_series(${first}::int, ${last}::int) n) i`.execute(tx),
  )
}

const LINES_A_SALE = 3

/** Builds sales of three lines each, as a tablet queues them. */
export function queuedSales(count: number, items: number, consignors = CONSIGNORS): QueuedCommand[] {
  return Array.from({ length: count }, (_, at) => {
    const sold = Array.from({ length: LINES_A_SALE }, (_line, index) => {
      const n = Math.floor(Math.random() * items)
      return { id: itemId(n), name: `Vintage teapot no. ${n}`, consignorId: ownerOf(n, consignors), priceCents: 500 + index * 250 }
    })
    return queuedSale(sold, `BENCH-${newId()}-${at}`)
  })
}
