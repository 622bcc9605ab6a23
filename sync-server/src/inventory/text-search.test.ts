import { randomUUID } from 'node:crypto'
import { HOSTILE_STRINGS } from '@shop/shared/testing/hostile-strings.ts'
import { expect, it } from 'vitest'
import { tables } from '../app/tables.ts'
import { sql } from '../platform/database/sql.ts'
import { type Log, silentLog } from '../platform/kernel/log.ts'
import { openPlatform, type Platform } from '../platform/platform.ts'
import { createPostgresDatabase, forEachDatabase, onPostgres } from '../platform/testing/databases.ts'
import { buildSearchIndex, containsText, isPlacedAt } from './text-search.ts'

const fill = (platform: Platform, count: number) =>
  sql`insert into items (id, source, item_name, listing_title, barcode1, barcode2, location, link, image_url, stock_count, created_at_ms, updated_at_ms, audience)
    select 'item-' || lpad(n::text, 8, '0'), 'MasterInventory', 'Vintage ' || md5(n::text) || ' teapot', 'Pre-owned teapot no. ' || n, lpad((n * 7919::bigint)::text, 12, '0'), '',
      'Shelf ' || n % 400, '', '', 1, n, n, '{admins}' from generate_series(1, ${count}::int) n`.execute(platform.db)

const find = async (platform: Platform, condition: ReturnType<typeof containsText>) =>
  (await sql<{ id: string }>`select id from items where ${condition} order by id`.execute(platform.db)).rows.map(({ id }) => id)

async function planOf(platform: Platform, condition: ReturnType<typeof containsText>): Promise<string> {
  const { rows } = await sql<{
    'QUERY PLAN': string
  }>`explain select * from items where ${condition} order by created_at_ms desc, id desc limit 51`.execute(platform.db)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

forEachDatabase('the text search', (open) => {
  it('finds exactly the items with the substring, with an index and without', async () => {
    const platform = await open()
    const texts = HOSTILE_STRINGS.map((text) => text.toWellFormed().replaceAll('\u0000', ''))
    await sql`insert into items (id, source, item_name, listing_title, barcode1, barcode2, location, link, image_url, stock_count, created_at_ms, updated_at_ms, audience)
      select 'item-' || n, 'MasterInventory', text, reverse(text), '', '', '', '', '', 1, n, n, '{}'
      from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) with ordinality as t(text, n)`.execute(platform.db)
    const { rows } = await sql<{ id: string; search_text: string }>`select id, search_text from item_texts order by id`.execute(platform.db)
    const needles = new Set(['ab', '%', '_', '\\', '100%_', 'zzz', 'x'.repeat(250), '👩‍👩'])
    for (const { search_text: text } of rows)
      for (let at = 0; at < text.length; at += 5)
        for (const length of [1, 2, 3, 4, 9]) needles.add(text.slice(at, at + length).toWellFormed())
    for (const hasIndex of [false, true]) {
      if (hasIndex) await buildSearchIndex(platform)
      await sql`set enable_seqscan = ${sql.raw(hasIndex ? 'off' : 'on')}`.execute(platform.db)
      for (const needle of needles) {
        const expected = rows.filter(({ search_text: text }) => text.includes(needle)).map(({ id }) => id)
        if (needle !== '') expect(await find(platform, containsText(needle)), JSON.stringify(needle)).toEqual(expected)
      }
    }
    await sql`reset enable_seqscan`.execute(platform.db)
  })

  it('finds items by their latest texts, and finds no deleted items', async () => {
    const platform = await open()
    await buildSearchIndex(platform)
    await fill(platform, 3)
    await sql`update items set item_name = 'Samovar', location = 'Attic' where id = 'item-00000002'`.execute(platform.db)
    await sql`update items set stock_count = 7 where id = 'item-00000003'`.execute(platform.db)
    expect(await find(platform, containsText('samovar'))).toEqual(['item-00000002'])
    expect(await find(platform, isPlacedAt('attic'))).toEqual(['item-00000002'])
    expect(await find(platform, isPlacedAt('samovar'))).toEqual([])
    expect(await find(platform, isPlacedAt('ic'))).toEqual(['item-00000002'])
    await sql`delete from items where id = 'item-00000001'`.execute(platform.db)
    expect(await find(platform, containsText('teapot'))).toEqual(['item-00000002', 'item-00000003'])
    const { rows } = await sql`select id from item_texts`.execute(platform.db)
    expect(rows).toHaveLength(2)
  })

  it('uses the index in a large shop when the search text is long enough', async () => {
    const platform = await open()
    await fill(platform, 40_000)
    await buildSearchIndex(platform)
    await buildSearchIndex(platform)
    for (const table of ['items', 'item_texts']) await sql`analyze ${sql.table(table)}`.execute(platform.db)
    expect(await planOf(platform, containsText('no. 7777'))).toContain('item_texts_search')
    expect(await planOf(platform, isPlacedAt('no. 7777'))).toContain('item_texts_search')
    expect(await planOf(platform, containsText('zz'))).not.toContain('item_texts_search')
    expect(await find(platform, containsText('no. 7777'))).toEqual(['item-00007777'])
  })
})

onPostgres('a database whose role may not create extensions', () => {
  it('is searched without an index, which the log mentions', async () => {
    const url = new URL(await createPostgresDatabase())
    const admin = await openPlatform({ tables, log: silentLog, runJobs: false, database: { kind: 'postgres', url: url.href } })
    const role = `clerk_${randomUUID().slice(0, 8)}`
    try {
      await sql.raw(`create role ${role} login password 'clerk'`).execute(admin.db)
      await sql.raw(`grant all on all tables in schema public to ${role}`).execute(admin.db)
      const heard: unknown[] = []
      const log = { ...silentLog, warn: (_fields: unknown, message: string) => heard.push(message) } as unknown as Log
      url.username = role
      url.password = 'clerk'
      const clerk = await openPlatform({ tables, log: silentLog, runJobs: false, database: { kind: 'postgres', url: url.href } })
      try {
        await buildSearchIndex({ ...clerk, log })
        expect(heard).toEqual(['searches go without an index: this database does not offer pg_trgm'])
        await fill(clerk, 20)
        expect(await find(clerk, containsText('no. 12'))).toEqual(['item-00000012'])
      } finally {
        await clerk.close()
      }
      await sql.raw(`drop owned by ${role}`).execute(admin.db)
      await sql.raw(`drop role ${role}`).execute(admin.db)
    } finally {
      await admin.close()
    }
  })
})
