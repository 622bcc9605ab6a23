import type { LedgerFilter } from '@shop/shared/sales/ledger-calls.ts'
import { POSTING_KINDS } from '@shop/shared/sales/rules/posting-kinds.ts'
import { ledgerAccountSchema } from '@shop/shared/sales/schema.ts'
import { alongIndexes } from '../platform/database/planner.ts'
import { type RawBuilder, sql, type Tx } from '../platform/database/sql.ts'
import type { Platform } from '../platform/platform.ts'

/** Number of postings that one statement counts, few enough not to block the embedded database. */
const COUNTED_AT_ONCE = 5_000

/** The position of a posting in the ledger, which is ordered by time, then by id. */
export type Place = { readonly atMs: number; readonly postingId: string }

/** Filter of the ledger, for times t with `fromMs` ≤ t < `toMs`. */
export type Wanted = Pick<LedgerFilter, 'uid' | 'account' | 'kind' | 'source'> & {
  readonly fromMs: number | undefined
  readonly toMs: number | undefined
}

/** Direction, start and length of a page. */
export type Reach = { readonly latestFirst: boolean; readonly after: Place | null; readonly limit: number }

/** Finds the positions of matching postings, in order. The few postings of a `source` are sorted. Every other filter reads an index in the wanted
 *  order, if necessary one kind and account after another. */
export async function findPlaces(tx: Tx, wanted: Wanted, reach: Reach): Promise<Place[]> {
  await alongIndexes(tx, true)
  const order = reach.latestFirst ? sql`desc` : sql`asc`
  const { rows } =
    await sql<Place>`select distinct at_ms as "atMs", posting_id as "postingId" from (${candidates(wanted, reach, order)}) found
    order by at_ms ${order}, posting_id ${order} limit ${reach.limit}`.execute(tx)
  return rows
}

/** Counts matching postings in short steps, at most up to `max` + 1. */
export async function countPlaces(platform: Pick<Platform, 'transaction'>, wanted: Wanted, max: number): Promise<number> {
  let count = 0
  let after: Place | null = null
  while (count <= max) {
    const reach: Reach = { latestFirst: false, after, limit: Math.min(COUNTED_AT_ONCE, max + 1 - count) }
    const places: Place[] = await platform.transaction((tx) => findPlaces(tx, wanted, reach), { access: 'read only' })
    count += places.length
    if (places.length < reach.limit) break
    after = places.at(-1) ?? null
  }
  return count
}

function candidates(
  { uid, account, kind, source, fromMs, toMs }: Wanted,
  { latestFirst, after, limit }: Reach,
  order: RawBuilder<unknown>,
) {
  const within = sql.join(
    [
      sql`true`,
      ...(fromMs === undefined ? [] : [sql`e.at_ms >= ${fromMs}`]),
      ...(toMs === undefined ? [] : [sql`e.at_ms < ${toMs}`]),
      ...(after === null ? [] : [sql`(e.at_ms, e.posting_id) ${latestFirst ? sql`<` : sql`>`} (${after.atMs}, ${after.postingId})`]),
    ],
    sql` and `,
  )
  const fitting = (alsoAccount: boolean) => sql`${kind === undefined ? sql`` : sql`and e.kind = ${kind}`}
    ${alsoAccount && account !== undefined ? sql`and exists (select 1 from ledger_entries other where other.posting_id = e.posting_id and other.account = ${account})` : sql``}`
  const ordered = sql`order by e.at_ms ${order}, e.posting_id ${order} limit ${limit}`
  // a source has few postings, so their order costs little, a POS sale with those of its lines and returns too; a consignor's postings have an index in this order
  if (source !== undefined)
    return sql`select distinct e.at_ms, e.posting_id from ledger_entries e where
      e.source_id = any(array(select id from sales where pos_sale_id = ${source}) || array(select id from refunds where sale_id = ${source})
        || ${source}::text) and ${within} ${fitting(true)}
      ${uid === undefined ? sql`` : sql`and exists (select 1 from ledger_entries other where other.posting_id = e.posting_id and other.uid = ${uid})`} ${ordered}`
  if (uid !== undefined)
    return sql`select distinct e.at_ms, e.posting_id from ledger_entries e where e.uid = ${uid} and ${within} ${fitting(true)} ${ordered}`
  if (kind === undefined && account === undefined)
    return sql`select distinct e.at_ms, e.posting_id from ledger_entries e where ${within} ${ordered}`
  const kinds = kind === undefined ? [...POSTING_KINDS] : [kind]
  const accounts = account === undefined ? [...ledgerAccountSchema.options] : [account]
  return sql`select e.* from unnest(${kinds}::text[]) k(kind) cross join unnest(${accounts}::text[]) a(account)
    cross join lateral (select distinct e.at_ms, e.posting_id from ledger_entries e where e.kind = k.kind and e.account = a.account and ${within} ${ordered}) e`
}
