import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import type { Kysely } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { signUpProved } from '../app/testing/proved.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from '../app/testing/shop.ts'
import { queuedSale } from '../app/testing/till-sales.ts'
import { checkStock } from '../inventory/examine-stock.ts'
import { up as addSuccessors } from '../migrations/0045-successors.ts'
import { sql } from '../platform/database/sql.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { checkBooks } from '../sales/examine-books.ts'

forEachDatabase('an account that was migrated', (open) => {
  let shop: TestShop
  let admin: { token: string }
  let count = 0

  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    admin = { token: await shop.signIn(ADMIN_EMAIL) }
  }, 60_000)

  const asAdmin = async (method: string, path: string, body?: unknown) => {
    const answer = await shop.ask(method, path, body, admin)
    expect([path, answer.status, answer.status === 200 ? '' : answer.body]).toEqual([path, 200, ''])
    return answer.body
  }
  const fresh = () => `p${++count}@example.org`
  const earlier = async (email: string): Promise<string> =>
    (await asAdmin('POST', '/auth/users', { uid: freshId(), email, displayName: 'Of old' })).uid
  const migrate = async (uid: string) => (await asAdmin('POST', `/auth/users/${uid}/migrate`)).message
  const customSale = (uid: string) => asAdmin('POST', '/sales/custom', { consignorID: uid, itemName: 'Lamp', amount: 40 })
  const push = async (...commands: QueuedCommand[]) => {
    const { results } = await asAdmin('POST', '/sync/push', { clientId: freshId(), protocol: PROTOCOL_VERSION, commands })
    return results.map(({ status, code }: { status: string; code?: string }) => code ?? status)
  }
  const balancesOf = async (...uids: string[]) => {
    const all: number[] = []
    for (const uid of uids) all.push((await asAdmin('GET', `/auth/users/${uid}`)).balance)
    return all
  }
  const requireLaws = async () => {
    expect(await checkStock(shop.platform.db)).toEqual([])
    expect(await checkBooks(shop.platform.db)).toEqual([])
  }
  const lateSale = (consignorId: string) => queuedSale([{ id: freshId(), name: 'Cup', consignorId, priceCents: 1_000 }], freshId())

  it('names its successor, also when it was migrated by an earlier release', async () => {
    const { db } = shop.platform
    const email = fresh()
    const [first, other] = [await earlier(email), await earlier(fresh())]
    const { uid } = await signUpProved(shop, email)
    await customSale(first)
    await migrate(uid)
    const second = await earlier(email)
    await migrate(uid)
    const all = [first, second, other, uid]
    const successors = async () => {
      const users = await db.selectFrom('users').select(['id', 'migrated_to']).where('id', 'in', all).execute()
      return new Map(users.map((user) => [user.id, user.migrated_to]))
    }
    const expected = new Map([...[first, second].map((old) => [old, uid] as const), [other, null] as const, [uid, null] as const])
    expect(await successors()).toEqual(expected)
    await sql`alter table users drop column migrated_to`.execute(db)
    await addSuccessors(db as unknown as Kysely<unknown>)
    expect(await successors()).toEqual(expected)
  })

  describe('before another one of the same person', () => {
    it('hands on what reaches it later, by one person’s button and by everybody’s', async () => {
      const email = fresh()
      const first = await earlier(email)
      const { uid } = await signUpProved(shop, email)
      expect(await migrate(uid)).toBe('Migration completed')
      const second = await earlier(email)
      expect(await migrate(uid)).toBe('Migration completed')

      expect(await push(lateSale(first))).toEqual(['done'])
      expect(await balancesOf(first, second, uid)).toEqual([4.62, 0, 0])
      expect(await migrate(uid)).toBe('Migration completed')
      expect(await balancesOf(first, second, uid)).toEqual([0, 0, 4.62])
      expect(await push(lateSale(second), lateSale(first))).toEqual(['done', 'done'])
      for (let left = 2; left > 0; left--) await asAdmin('POST', '/auth/migrate-all')
      expect(await balancesOf(first, second, uid)).toEqual([0, 0, 13.86])
      expect(await migrate(uid)).toBe('Nothing left to migrate')
      await requireLaws()
    })
  })
})
