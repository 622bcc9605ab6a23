import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { freshId } from '../../platform/testing/commands.ts'
import { forEachDatabase } from '../../platform/testing/databases.ts'
import { signUpProved } from '../testing/proved.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from '../testing/shop.ts'
import { queuedSale } from '../testing/till-sales.ts'

forEachDatabase('the erasure of a person with earlier accounts', (open) => {
  let shop: TestShop
  let admin: { token: string }
  let count = 0

  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    admin = { token: await shop.signIn(ADMIN_EMAIL) }
  }, 60_000)

  /** Makes somebody with two earlier accounts, which were migrated one after the other. */
  const personWithTwo = async () => {
    const email = `p${++count}@example.org`
    const person = await signUpProved(shop, email)
    const earlier: string[] = []
    for (const displayName of ['First', 'Second']) {
      const { body } = await shop.ask('POST', '/auth/users', { uid: freshId(), email, displayName }, admin)
      earlier.push(body.uid)
      await shop.ask('POST', `/auth/users/${person.uid}/migrate`, undefined, admin)
    }
    const [first, second] = earlier as [string, string]
    return { ...person, first, second }
  }
  const lateSale = async (consignorId: string) => {
    const sale = queuedSale([{ id: freshId(), name: 'Cup', consignorId, priceCents: 1_000 }], freshId())
    const request = { clientId: freshId(), protocol: PROTOCOL_VERSION, commands: [sale] }
    expect((await shop.ask('POST', '/sync/push', request, admin)).body.results).toMatchObject([{ status: 'done' }])
  }
  const erasureOf = async (uid: string) => (await shop.ask('GET', `/auth/users/${uid}/erasure`, undefined, admin)).body
  const erase = async (uid: string) => shop.ask('POST', `/auth/users/${uid}/erase`, { name: (await erasureOf(uid)).name }, admin)
  const erasedOf = async (...uids: string[]) => {
    const rows = await shop.platform.db.selectFrom('users').select(['id', 'erased_at_ms']).where('id', 'in', uids).execute()
    return uids.map((uid) => rows.find(({ id }) => id === uid)?.erased_at_ms !== null)
  }

  it.each(['first', 'second'] as const)('is refused while money of the %s one is not settled', async (which) => {
    const person = await personWithTwo()
    await lateSale(person[which])
    expect(await erasureOf(person.uid)).toMatchObject({ availableCents: 462 })
    expect((await erase(person.uid)).body).toMatchObject({
      code: 'NOT_SETTLED',
      message: 'To be settled first: a balance of $4.62.',
    })
    expect(await erasedOf(person.uid, person.first, person.second)).toEqual([false, false, false])
    // Migrate hands the money on, and then it is the person's to settle
    await shop.ask('POST', `/auth/users/${person.uid}/migrate`, undefined, admin)
    await shop.ask('PUT', `/sales/balance/${person.uid}`, { balance: 0 }, admin)
    expect((await erase(person.uid)).status).toBe(200)
    expect(await erasedOf(person.uid, person.first, person.second)).toEqual([true, true, true])
  })

  it('is refused while their amounts differ, even if the sum is zero', async () => {
    const person = await personWithTwo()
    await lateSale(person.first)
    await shop.ask('PUT', `/sales/balance/${person.uid}`, { balance: -4.62 }, admin)
    expect((await erase(person.uid)).body.code).toBe('NOT_SETTLED')
  })

  it('is refused while goods, a payout or a suspended sale of one of them wait', async () => {
    const person = await personWithTwo()
    const { db } = shop.platform
    const { body } = await shop.ask(
      'POST',
      '/inventory/consignor',
      { consignorID: person.uid, itemName: 'Cup', barcode1: '1', quantity: 2 },
      admin,
    )
    await sql`update items set consignor_id = ${person.first} where id = ${body.item.id}`.execute(db)
    expect((await erase(person.uid)).body.message).toBe('To be settled first: 2 pieces on the shelf.')
    await sql`update items set stock_count = 0 where id = ${body.item.id}`.execute(db)
    await shop.signUp(`former${count}@example.org`)
    await sql`update users set admin_until_ms = 1 where email = ${`former${count}@example.org`}`.execute(db)
    const sale = queuedSale([{ id: freshId(), name: 'Cup', consignorId: person.second, priceCents: 100 }], freshId())
    const former = { token: await shop.signIn(`former${count}@example.org`) }
    await shop.ask('POST', '/sync/push', { clientId: freshId(), protocol: PROTOCOL_VERSION, commands: [sale] }, former)
    expect((await erase(person.uid)).body.message).toBe('To be settled first: 1 sale that an admin has to check.')
    expect(await erasedOf(person.uid, person.first, person.second)).toEqual([false, false, false])
  })
})
