import { OTHER_PAGES } from '@shop/shared/analytics/rules.ts'
import { editSettings } from '@shop/shared/settings/commands.ts'
import { HOSTILE_STRINGS } from '@shop/shared/testing/hostile-strings.ts'
import { expect, it } from 'vitest'
import { ADMIN_EMAIL, OPENED, testShop } from '../app/testing/shop.ts'
import { sql } from '../platform/database/sql.ts'
import type { Platform } from '../platform/platform.ts'
import { forEachDatabase, freshDatabase, onPostgres } from '../platform/testing/databases.ts'
import { NEW_VISITORS, VISITS_PER_MINUTE } from './analytics.ts'
import { addVisits, MAX_PAGES_OF_DAY, MAX_VISITORS_OF_DAY, PAGE_DAYS, VISITOR_DAYS } from './visit-store.ts'

const DAY_MS = 86_400_000
/** Noon in Chicago on a day without a clock change, in milliseconds since 1970. */
const NOON = Date.parse('2026-06-10T17:00:00Z')
const session = (n: number | string) => `session-${n}`

/** Opens a shop whose clock the test sets. */
async function shopAt(open: (config?: object) => Promise<Platform>, startMs = NOON) {
  const clock = { nowMs: startMs }
  const shop = await testShop(await open({ nowMs: () => clock.nowMs }), OPENED)
  const token = await shop.signIn(ADMIN_EMAIL)
  const { uid } = (await shop.ask('GET', '/auth/me', undefined, { token })).body
  const set = (changes: object) => shop.platform.runCommand({ uid, role: 'admin', wasAdmin: false }, editSettings, { changes })
  await set({ timeZone: 'America/Chicago' })
  return {
    clock,
    shop,
    token,
    set,
    visit: (sessionId: unknown, path: unknown = '/', headers: Record<string, string> = {}, as?: string) =>
      shop.ask('POST', '/analytics/track', { sessionId, path }, { headers, token: as }),
    stats: async () => (await shop.ask('GET', '/analytics/stats', undefined, { token })).body,
    forget: async () => {
      await sql`update jobs set run_at = now() where kind = 'analytics.forgetOld'`.execute(shop.platform.db)
      await shop.platform.jobs.drain()
    },
  }
}

forEachDatabase('visitor analytics', (open) => {
  it('count visits, visitors, days and pages', async () => {
    const { visit, stats, clock } = await shopAt(open)
    expect(await stats()).toMatchObject({ activeNow: 0, todayVisitors: 0, todayViews: 0, totalVisitors: 0, totalViews: 0, topPages: [] })
    expect((await visit(session(1), '/')).body).toEqual({ counted: true })
    await visit(session(1), '/login?from=secret')
    await visit(session(2), '/')
    await visit(session(2), '/trades/0190a0b0-0000-7000-8000-00000000ffff')
    const after = await stats()
    expect(after).toMatchObject({ activeNow: 2, todayVisitors: 2, todayViews: 4, totalVisitors: 2, totalViews: 4 })
    expect(after.topPages).toEqual([
      { path: '/', views: 2 },
      { path: '/login', views: 1 },
      { path: '/trades/:id', views: 1 },
    ])
    expect(after.days).toHaveLength(30)
    expect(after.days.at(-1)).toEqual({ date: '2026-06-10', visitors: 2, views: 4 })
    expect(after.days[0]).toEqual({ date: '2026-05-12', visitors: 0, views: 0 })
    clock.nowMs += 6 * 60_000
    expect((await stats()).activeNow).toBe(0)
    await visit(session(2))
    expect(await stats()).toMatchObject({ activeNow: 1, todayVisitors: 2, totalVisitors: 2, totalViews: 5 })
  })

  it('store nothing that identifies a visitor', async () => {
    const { visit, stats, shop } = await shopAt(open)
    await visit('a-very-personal-id', '/profile/Jane?mail=jane@example.org', { 'user-agent': 'Mozilla/5.0 Secret' })
    await stats()
    const kept: unknown[] = []
    for (const table of ['analytics_days', 'analytics_pages', 'analytics_visitors', 'analytics_day_visitors'])
      kept.push((await sql`select * from ${sql.table(table)}`.execute(shop.platform.db)).rows)
    expect(JSON.stringify(kept)).not.toMatch(/personal|jane|Jane|Secret|127\.0|unknown/)
    expect(JSON.stringify(kept)).toContain('/profile/:id')
  })

  it('count a visit but no visitor for people who refuse tracking, and nothing for known bots', async () => {
    const { visit, stats } = await shopAt(open)
    for (const name of ['dnt', 'sec-gpc']) expect((await visit(session(1), '/', { [name]: '1' })).body).toEqual({ counted: true })
    for (const none of [undefined, null]) expect((await visit(none)).status).toBe(200)
    expect(await stats()).toMatchObject({ activeNow: 0, todayVisitors: 0, todayViews: 4 })
    for (const name of [
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      'Mozilla/5.0 (compatible; bingbot/2.0)',
      'facebookexternalhit/1.1',
      'Mozilla/5.0 AppleWebKit/537.36 Chrome-Lighthouse',
      'Baiduspider',
    ])
      expect((await visit(session(2), '/', { 'user-agent': name })).body).toEqual({ counted: false })
    for (const name of ['Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Safari/605.1', 'Mozilla/5.0 HeadlessChrome/140', ''])
      expect((await visit(session(3), '/', { 'user-agent': name })).body).toEqual({ counted: true })
    expect(await stats()).toMatchObject({ todayVisitors: 1, todayViews: 7 })
  })

  it('count admins only if the settings say so, but always consignors and unknown tokens', async () => {
    const { visit, stats, shop, token, set } = await shopAt(open)
    const user = await shop.signUp('someone@example.org')
    expect((await visit(session(1), '/admin', {}, token)).body).toEqual({ counted: false })
    expect((await visit(session(2), '/dashboard', {}, user.token)).body).toEqual({ counted: true })
    expect((await visit(session(3), '/', {}, 'no-such-token')).body).toEqual({ counted: true })
    expect(await stats()).toMatchObject({ todayVisitors: 2, todayViews: 2 })
    await set({ countAdminVisits: true })
    expect((await visit(session(1), '/admin', {}, token)).body).toEqual({ counted: true })
    expect(await stats()).toMatchObject({ todayVisitors: 3, todayViews: 3 })
  })

  it('begin a day at the shop’s midnight, and count a visitor once a day and once in total', async () => {
    const { visit, stats, clock, set } = await shopAt(open, Date.parse('2026-06-11T04:59:59Z'))
    await visit(session(1))
    await visit(session(2))
    clock.nowMs += 2_000
    await visit(session(1))
    await visit(session(3))
    const after = await stats()
    expect(after).toMatchObject({ todayVisitors: 2, todayViews: 2, totalVisitors: 3, totalViews: 4 })
    expect(after.days.slice(-2)).toEqual([
      { date: '2026-06-10', visitors: 2, views: 2 },
      { date: '2026-06-11', visitors: 2, views: 2 },
    ])
    // in Berlin it is already the 11th, so new visits count on that day
    await set({ timeZone: 'Europe/Berlin' })
    await visit(session(3))
    expect(await stats()).toMatchObject({ todayVisitors: 2, todayViews: 3, totalVisitors: 3, totalViews: 5 })
  })

  it('keep their totals when old visits are forgotten, even by several runs', async () => {
    const { visit, stats, clock, shop, forget } = await shopAt(open)
    await visit(session(1), '/pos')
    await visit(session(2), '/')
    await stats()
    for (let day = 1; day <= PAGE_DAYS + 5; day += 5) {
      clock.nowMs = NOON + day * DAY_MS
      await visit(session(1), '/pos')
      await stats()
      await forget()
      await forget()
    }
    const visits = 2 + Math.ceil((PAGE_DAYS + 5) / 5)
    expect(await stats()).toMatchObject({ todayVisitors: 1, todayViews: 1, totalVisitors: 2, totalViews: visits })
    const left = async (table: string) =>
      (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(shop.platform.db)).rows[0]?.n
    expect(await left('analytics_visitors')).toBe(1)
    expect(await left('analytics_day_visitors')).toBe(1)
    expect(await left('analytics_pages')).toBeLessThanOrEqual(PAGE_DAYS / 5 + 1)
    clock.nowMs += (VISITOR_DAYS + 1) * DAY_MS
    await forget()
    expect([await left('analytics_visitors'), (await stats()).totalVisitors]).toEqual([0, 2])
  })

  it('keep no more pages and visitors of a day than the limits allow', async () => {
    const { stats, shop } = await shopAt(open)
    const word = (n: number) => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
    const views = Array.from({ length: MAX_PAGES_OF_DAY + 50 }, (_, n) => ({ visitor: `v${n}`, path: `/${word(n)}`, atMs: NOON }))
    await shop.platform.transaction((tx) => addVisits(tx, views))
    await sql`update analytics_days set visitors = ${MAX_VISITORS_OF_DAY - 1}`.execute(shop.platform.db)
    await shop.platform.transaction((tx) =>
      addVisits(tx, [
        { visitor: 'v0', path: '/z', atMs: NOON },
        { visitor: 'x', path: '/z', atMs: NOON },
        { visitor: 'y', path: '/z', atMs: NOON },
      ]),
    )
    const after = await stats()
    expect(after).toMatchObject({ todayVisitors: MAX_VISITORS_OF_DAY, todayViews: views.length + 3, totalVisitors: views.length + 1 })
    expect(after.topPages[0]).toEqual({ path: OTHER_PAGES, views: 53 })
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from analytics_pages`.execute(shop.platform.db)
    expect(rows[0]?.n).toBe(MAX_PAGES_OF_DAY + 1)
  })

  it('refuse invalid visits and floods, and accept hostile text', async () => {
    const { visit, stats, shop } = await shopAt(open)
    for (const sessionId of ['short', 'x'.repeat(65), 12_345_678, {}, []]) expect((await visit(sessionId)).status).toBe(400)
    for (const path of [null, 7, 'pos', 'https://shop.example/pos', `/${'x'.repeat(2_001)}`])
      expect((await visit(session(1), path)).status).toBe(400)
    for (const raw of ['', '{', 'null', '[]', '"x"', '\u0000'])
      expect((await shop.ask('POST', '/analytics/track', undefined, { raw })).status).toBe(400)
    expect(
      (await shop.ask('POST', '/analytics/track', undefined, { raw: JSON.stringify({ path: '/', x: 'y'.repeat(200_000) }) })).status,
    ).toBe(413)
    for (const text of HOSTILE_STRINGS) expect((await visit(`hostile-${text}`.slice(0, 64), `/${text}`)).status).toBe(200)
    expect((await visit('\u0000'.repeat(8), '/%00\ud800')).status).toBe(200)
    expect((await stats()).todayViews).toBe(HOSTILE_STRINGS.length + 1)

    const answers = await Promise.all(Array.from({ length: VISITS_PER_MINUTE + 20 }, (_, n) => visit(session(`many-${n}`))))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true)
    const after = await stats()
    // the visits of one address count up to its limit, but most of its invented visitors do not
    expect(after.todayVisitors).toBeLessThanOrEqual(NEW_VISITORS.atOnce + 2)
    expect(after.todayViews).toBeGreaterThan(VISITS_PER_MINUTE - 50)
  })

  it('are visible only to admins', async () => {
    const { shop } = await shopAt(open)
    const user = await shop.signUp('nosy@example.org')
    expect((await shop.ask('GET', '/analytics/stats')).status).toBe(401)
    expect((await shop.ask('GET', '/analytics/stats', undefined, user)).status).toBe(403)
  })
})

onPostgres('visitor analytics of two servers', (open) => {
  it('count a visitor once when two servers see the visitor at the same moment', async () => {
    const database = await freshDatabase('postgres')
    const one = await shopAt((config) => open({ database, ...config }))
    const other = await shopAt((config) => open({ database, ...config }))
    for (let round = 0; round < 5; round++) {
      await Promise.all([one, other].flatMap(({ visit }) => Array.from({ length: 20 }, (_, n) => visit(session(n), '/'))))
      await Promise.all([one.stats(), other.stats()])
    }
    expect(await one.stats()).toMatchObject({ activeNow: 20, todayVisitors: 20, totalVisitors: 20, todayViews: 200 })
    expect(await other.stats()).toEqual(await one.stats())
    await Promise.all([one.forget(), other.forget()])
    expect(await other.stats()).toEqual(await one.stats())
  })

  it('lose no visit when the visits cannot be stored for a while or the server stops', async () => {
    const database = await freshDatabase('postgres')
    const { visit, shop } = await shopAt((config) => open({ database, ...config }))
    await sql`alter table analytics_days rename to gone`.execute(shop.platform.db)
    await visit(session(1))
    expect((await shop.ask('GET', '/analytics/stats', undefined, { token: await shop.signIn(ADMIN_EMAIL) })).status).toBe(500)
    await sql`alter table gone rename to analytics_days`.execute(shop.platform.db)
    await visit(session(2))
    await shop.server.close()
    const after = await shopAt((config) => open({ database, ...config }))
    expect(await after.stats()).toMatchObject({ todayVisitors: 2, todayViews: 2 })
  })
})
