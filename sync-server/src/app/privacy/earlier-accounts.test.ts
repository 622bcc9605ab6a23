import { mkdir, readFile, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import pg from 'pg'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { freshId } from '../../platform/testing/commands.ts'
import { BUSY_MACHINE_MS, createPostgresDatabase, forEachDatabase, onPostgres, temporaryDir } from '../../platform/testing/databases.ts'
import { type EarlierShop, lateSale, shopOfEarlier } from '../testing/earlier-accounts.ts'
import { signUpProved } from '../testing/proved.ts'
import { OPENED } from '../testing/shop.ts'

/** Makes somebody with two earlier accounts, which were migrated one after the other. */
async function personWithTwo({ shop, freshEmail, addEarlier, migrate }: EarlierShop) {
  const email = freshEmail()
  const { uid } = await signUpProved(shop, email)
  const first = await addEarlier(email)
  await migrate(uid)
  const second = await addEarlier(email)
  await migrate(uid)
  return { uid, first, second }
}

async function erase({ shop, admin, asAdmin }: EarlierShop, uid: string) {
  const { name } = await asAdmin('GET', `/auth/users/${uid}/erasure`)
  return await shop.ask('POST', `/auth/users/${uid}/erase`, { name }, admin)
}

async function erasedOf({ shop }: EarlierShop, ...uids: readonly string[]): Promise<boolean[]> {
  const rows = await shop.platform.db.selectFrom('users').select(['id', 'erased_at_ms']).where('id', 'in', uids).execute()
  return uids.map((uid) => rows.find(({ id }) => id === uid)?.erased_at_ms !== null)
}

forEachDatabase('the erasure of a person with earlier accounts', (open) => {
  let on: EarlierShop

  beforeAll(async () => {
    on = await shopOfEarlier(await open())
  }, 60_000)

  it.each(['first', 'second'] as const)('is refused while money of the %s one is not settled', async (which) => {
    const person = await personWithTwo(on)
    expect(await on.push(lateSale(person[which]))).toEqual(['done'])
    expect(await on.asAdmin('GET', `/auth/users/${person.uid}/erasure`)).toMatchObject({ availableCents: 462 })
    expect((await erase(on, person.uid)).body).toMatchObject({
      code: 'NOT_SETTLED',
      message: 'To be settled first: a balance of $4.62.',
    })
    expect(await erasedOf(on, person.uid, person.first, person.second)).toEqual([false, false, false])
    // Migrate hands the money on, and then it is the person's to settle
    await on.migrate(person.uid)
    await on.asAdmin('PUT', `/sales/balance/${person.uid}`, { balance: 0 })
    expect((await erase(on, person.uid)).status).toBe(200)
    expect(await erasedOf(on, person.uid, person.first, person.second)).toEqual([true, true, true])
  })

  it('is finished at night when the server died after its first account', async () => {
    const dir = await temporaryDir()
    const dying = await shopOfEarlier(await open(), { ...OPENED, DATA_DIR: dir })
    const { jobs, db } = dying.shop.platform
    const { uid, first, second } = await personWithTwo(dying)
    // no line can be added to the list of erasures, which ends the request between two accounts
    const list = join(dir, 'erasures.jsonl')
    await mkdir(list)
    expect((await erase(dying, uid)).status).toBe(503)
    expect(await erasedOf(dying, uid, first, second)).toEqual([true, false, false])
    await rmdir(list)
    await sql`update jobs set run_at = now() where kind = 'privacy.sweepLate'`.execute(db)
    await jobs.drain()
    expect(await erasedOf(dying, uid, first, second)).toEqual([true, true, true])
    const names = db.selectFrom('users').select('email').where('id', 'in', [uid, first, second])
    expect(await names.execute()).toEqual([{ email: '' }, { email: '' }, { email: '' }])
    const listed = await readFile(list, 'utf8')
    expect([uid, first, second].filter((one) => !listed.includes(one))).toEqual([])
  })

  it('is refused while their amounts differ, even if the sum is zero', async () => {
    const person = await personWithTwo(on)
    expect(await on.push(lateSale(person.first))).toEqual(['done'])
    await on.asAdmin('PUT', `/sales/balance/${person.uid}`, { balance: -4.62 })
    expect((await erase(on, person.uid)).body.code).toBe('NOT_SETTLED')
  })

  it('is refused while goods, a payout or a suspended sale of one of them wait', async () => {
    const person = await personWithTwo(on)
    const { shop } = on
    const { db } = shop.platform
    const goods = { consignorID: person.uid, itemName: 'Cup', barcode1: '1', quantity: 2 }
    const { item } = await on.asAdmin('POST', '/inventory/consignor', goods)
    await sql`update items set consignor_id = ${person.first} where id = ${item.id}`.execute(db)
    expect((await erase(on, person.uid)).body.message).toBe('To be settled first: 2 pieces on the shelf.')
    await sql`update items set stock_count = 0 where id = ${item.id}`.execute(db)
    const former = await shop.signUp(on.freshEmail())
    await sql`update users set admin_until_ms = 1 where id = ${former.uid}`.execute(db)
    const sale = lateSale(person.second)
    await shop.ask('POST', '/sync/push', { clientId: freshId(), protocol: PROTOCOL_VERSION, commands: [sale] }, former)
    expect((await erase(on, person.uid)).body.message).toBe('To be settled first: 1 sale that an admin has to check.')
    expect(await erasedOf(on, person.uid, person.first, person.second)).toEqual([false, false, false])
  })
})

onPostgres('the erasure of a person that meets the nightly one', (open) => {
  it('is done for both, whichever of them erases an earlier account first', async () => {
    const url = await createPostgresDatabase()
    const on = await shopOfEarlier(await open({ database: { kind: 'postgres', url, lockTimeoutMs: BUSY_MACHINE_MS } }))
    const { jobs, db } = on.shop.platform
    const { uid, first, second } = await personWithTwo(on)
    const till = new pg.Client({ connectionString: url })
    await till.connect()
    onTestFinished(() => till.end())
    await till.query('begin')
    await till.query('select id from users where id = $1 for update', [first])
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const untilWaiting = (count: number) =>
      expect.poll(async () => (await waiting.execute(db)).rows.length, { timeout: 60_000 }).toBe(count)
    const answer = erase(on, uid)
    await untilWaiting(1)
    await sql`update jobs set run_at = now() where kind = 'privacy.sweepLate'`.execute(db)
    const night = jobs.drain()
    await untilWaiting(2)
    await till.query('commit')
    await night
    expect((await answer).status).toBe(200)
    expect(await erasedOf(on, uid, first, second)).toEqual([true, true, true])
    const failed = db.selectFrom('jobs').select(['kind', 'last_error']).where('last_error', 'is not', null)
    expect(await failed.execute()).toEqual([])
  })
})
