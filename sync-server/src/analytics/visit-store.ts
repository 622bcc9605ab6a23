import { STATS, type Stats } from '@shop/shared/analytics/calls.ts'
import { OTHER_PAGES } from '@shop/shared/analytics/rules.ts'
import { wallClock } from '@shop/shared/kernel/shop-day.ts'
import { anyOf } from '../platform/database/expressions.ts'
import { type Db, sql, type Tx } from '../platform/database/sql.ts'

/** Maximum number of pages that are counted separately on one day. */
export const MAX_PAGES_OF_DAY = 200
/** Maximum number of visitors that are counted on one day. Of further visitors only the views count. */
export const MAX_VISITORS_OF_DAY = 20_000
/** Milliseconds after the last visit for which a visitor counts as active. */
const ACTIVE_MS = 5 * 60_000
const DAY_MS = 86_400_000
/** Days for which the server remembers a visitor. A browser drops its id 30 days after its last visit, so no browser comes back with an id that the
 *  server has forgotten. */
export const VISITOR_DAYS = 40
export const PAGE_DAYS = 90
/** Days for which the visitors of a day are kept one by one, which is longer than a server keeps visits in memory. */
const DAY_VISITOR_DAYS = 3

/** A view of a page. `visitor`: a hash; null when only the view counts. */
export type Visit = { readonly visitor: string | null; readonly path: string; readonly atMs: number }

/** Locks out the other servers, so that each server sees the visitors that the others have counted. */
const LOCK = sql`select pg_advisory_xact_lock(hashtext('shop.analytics'))`

/** Reads the shop's time zone, and the setting that counts admins as visitors. */
export async function readShop(db: Db | Tx): Promise<{ timeZone: string; countsAdmins: boolean }> {
  const settings = db.selectFrom('settings').select(['time_zone as timeZone', 'count_admin_visits as countsAdmins'])
  return (await settings.limit(1).executeTakeFirst()) ?? { timeZone: 'UTC', countsAdmins: false }
}

/** Adds visits to the totals of their days. A visitor counts once a day and once in total, even if several servers saw them. */
export async function addVisits(tx: Tx, visits: readonly Visit[]): Promise<void> {
  const { timeZone } = await readShop(tx)
  await LOCK.execute(tx)
  const days = new Map<string, Visit[]>()
  for (const visit of visits) {
    const { date } = wallClock(visit.atMs, timeZone)
    const ofDay = days.get(date) ?? []
    ofDay.push(visit)
    days.set(date, ofDay)
  }
  for (const [day, ofDay] of days) {
    const { visitors } = await tx
      .insertInto('analytics_days')
      .values({ day, views: ofDay.length })
      .onConflict((conflict) =>
        conflict.column('day').doUpdateSet((eb) => ({ views: eb('analytics_days.views', '+', eb.ref('excluded.views')) })),
      )
      .returning('visitors')
      .executeTakeFirstOrThrow()
    await addVisitors(tx, day, ofDay, MAX_VISITORS_OF_DAY - visitors)
    await addPages(tx, day, ofDay)
  }
}

async function addVisitors(tx: Tx, day: string, visits: readonly Visit[], room: number): Promise<void> {
  const seen = new Map<string, number>()
  for (const { visitor, atMs } of visits) if (visitor !== null) seen.set(visitor, Math.max(atMs, seen.get(visitor) ?? 0))
  if (seen.size === 0) return
  const ids = [...seen.keys()]
  const thatDay = tx.selectFrom('analytics_day_visitors').select('visitor').where('day', '=', day)
  const known = await thatDay.where('visitor', '=', anyOf(ids)).execute()
  const ofToday = new Set(known.map(({ visitor }) => visitor))
  const fresh = ids.filter((id) => !ofToday.has(id)).slice(0, Math.max(0, room))
  await sql`insert into analytics_day_visitors (day, visitor) select ${day}, unnest(${fresh}::text[])`.execute(tx)
  const before = await tx.selectFrom('analytics_visitors').select('id').where('id', '=', anyOf(fresh)).execute()
  await tx
    .updateTable('analytics_days')
    .set((eb) => ({ visitors: eb('visitors', '+', fresh.length), new_visitors: eb('new_visitors', '+', fresh.length - before.length) }))
    .where('day', '=', day)
    .execute()
  const counted = [...ofToday, ...fresh]
  const lastSeen = counted.map((id) => seen.get(id) ?? 0)
  await sql`insert into analytics_visitors (id, last_seen_ms) select * from unnest(${counted}::text[], ${lastSeen}::bigint[])
    on conflict (id) do update set last_seen_ms = greatest(analytics_visitors.last_seen_ms, excluded.last_seen_ms)`.execute(tx)
}

async function addPages(tx: Tx, day: string, visits: readonly Visit[]): Promise<void> {
  const rows = await tx.selectFrom('analytics_pages').select('path').where('day', '=', day).execute()
  const known = new Set(rows.map(({ path }) => path))
  const views = new Map<string, number>()
  for (const { path } of visits) {
    const page = known.has(path) || known.size < MAX_PAGES_OF_DAY ? path : OTHER_PAGES
    known.add(page)
    views.set(page, (views.get(page) ?? 0) + 1)
  }
  await sql`insert into analytics_pages (day, path, views) select ${day}, * from unnest(${[...views.keys()]}::text[], ${[...views.values()]}::bigint[])
    on conflict (day, path) do update set views = analytics_pages.views + excluded.views`.execute(tx)
}

export async function readStats(db: Db, nowMs: number): Promise<Stats> {
  const today = wallClock(nowMs, (await readShop(db)).timeZone).date
  const dates = lastDates(today, STATS.days)
  const first = dates[0] ?? today
  const [totals, active, days, pages] = await Promise.all([
    db
      .selectFrom('analytics_days')
      .select(({ fn }) => [fn.sum<number | null>('new_visitors').as('visitors'), fn.sum<number | null>('views').as('views')])
      .executeTakeFirst(),
    db
      .selectFrom('analytics_visitors')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('last_seen_ms', '>', nowMs - ACTIVE_MS)
      .executeTakeFirst(),
    db.selectFrom('analytics_days').select(['day', 'visitors', 'views']).where('day', '>=', first).where('day', '<=', today).execute(),
    db
      .selectFrom('analytics_pages')
      .select(({ fn }) => ['path', fn.sum<number>('views').as('views')])
      .where('day', '>=', first)
      .where('day', '<=', today)
      .groupBy('path')
      .orderBy('views', 'desc')
      .orderBy('path')
      .limit(STATS.pages)
      .execute(),
  ])
  const byDay = new Map(days.map((row) => [row.day, row]))
  const shown = dates.map((date) => ({ date, visitors: byDay.get(date)?.visitors ?? 0, views: byDay.get(date)?.views ?? 0 }))
  const now = shown.at(-1)
  return {
    activeNow: active?.count ?? 0,
    todayVisitors: now?.visitors ?? 0,
    todayViews: now?.views ?? 0,
    totalVisitors: totals?.visitors ?? 0,
    totalViews: totals?.views ?? 0,
    days: shown,
    topPages: pages,
  }
}

/** Deletes old visitors and page views, but keeps the totals of days. Safe to repeat, and safe on several servers. */
export async function forgetOld(tx: Tx, nowMs: number): Promise<void> {
  const { timeZone } = await readShop(tx)
  await LOCK.execute(tx)
  const dayAgo = (days: number) => wallClock(nowMs - days * DAY_MS, timeZone).date
  await tx.deleteFrom('analytics_day_visitors').where('day', '<', dayAgo(DAY_VISITOR_DAYS)).execute()
  await tx
    .deleteFrom('analytics_visitors')
    .where('last_seen_ms', '<', nowMs - VISITOR_DAYS * DAY_MS)
    .execute()
  await tx.deleteFrom('analytics_pages').where('day', '<', dayAgo(PAGE_DAYS)).execute()
}

/** Lists the dates up to `last`, oldest first. */
function lastDates(last: string, count: number): string[] {
  const noonMs = Date.parse(`${last}T12:00:00Z`)
  return Array.from({ length: count }, (_, at) => new Date(noonMs - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10))
}
