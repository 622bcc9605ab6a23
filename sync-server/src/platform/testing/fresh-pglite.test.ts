import type { PGlite } from '@electric-sql/pglite'
import { afterEach, describe, expect, it } from 'vitest'
import { freshPglite } from './fresh-pglite.ts'

const opened: PGlite[] = []
const open = async () => {
  const pglite = await freshPglite()
  opened.push(pglite)
  return pglite
}
const touched = async (pglite: PGlite) =>
  (await pglite.query("insert into thumbnail_touches (link) values ('x') returning id, current_setting('timezone') as timezone")).rows[0]

/** Opens all idle databases, so that the test knows which database is reused. */
async function openAllIdle(): Promise<PGlite> {
  for (let waiting = 0; waiting < 3; waiting++) await open()
  return open()
}

afterEach(async () => {
  for (const pglite of opened.splice(0)) await pglite.close()
})

describe('a database that served a test', { timeout: 60_000 }, () => {
  it('is as empty as a new one when it serves the next test', async () => {
    const pglite = await openAllIdle()
    const first = await touched(pglite)
    expect(first).toMatchObject({ id: 1 })
    await pglite.exec("set timezone = 'Asia/Tokyo'; prepare later as select 1; analyze")
    await opened.pop()?.close()
    expect(await open()).toBe(pglite)
    expect((await pglite.query('select from thumbnail_touches')).rows).toEqual([])
    expect((await pglite.query('select from pg_statistic')).rows).toEqual([])
    expect((await pglite.query('select from pg_prepared_statements')).rows).toEqual([])
    expect(await touched(pglite)).toEqual(first)
  })

  it.each([
    'create index touched on thumbnail_touches (link)',
    'alter table thumbnail_touches add column note text',
    'alter table thumbnail_touches disable trigger all; create table further (id int)',
    'drop table thumbnail_touches cascade',
    "delete from kysely_migration where name like '0020%'",
    'begin; select 1',
  ])('serves no other test after this change: %s', async (change) => {
    const pglite = await openAllIdle()
    await pglite.exec(change)
    await opened.pop()?.close()
    expect(pglite.closed).toBe(true)
    expect(await open()).not.toBe(pglite)
  })
})
