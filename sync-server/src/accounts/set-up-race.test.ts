import { expect, it } from 'vitest'
import { PASSWORD, type TestShop, testShop } from '../app/testing/shop.ts'
import { sql } from '../platform/database/sql.ts'
import { createPostgresDatabase, onPostgres } from '../platform/testing/databases.ts'

const ROUNDS = 3

onPostgres('two servers on one empty database', (open) => {
  const openTwo = async (environment: readonly [Record<string, string>, Record<string, string>] = [{}, {}]) => {
    const database = { kind: 'postgres', url: await createPostgresDatabase() } as const
    const platforms = [await open({ database }), await open({ database })] as const
    return (await Promise.all(platforms.map((platform, n) => testShop(platform, environment[n])))) as [TestShop, TestShop]
  }
  const countsOf = async ({ platform }: TestShop) =>
    (
      await sql`select (select count(*) from settings) as settings, (select count(*) from users) as users, (select count(*) from balances) as balances,
        (select count(*) from identity_users) as sign_ins, (select count(*) from identity_accounts) as passwords`.execute(platform.db)
    ).rows[0]
  const ONE = { settings: 1, users: 1, balances: 1, sign_ins: 1, passwords: 1 }

  it('are set up once; the other server answers that the shop is set up already', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const shops = await openTwo()
      const emails = ['first@example.org', 'second@example.org']
      const answers = await Promise.all(
        shops.map((shop, n) =>
          shop.ask('POST', '/setup', { email: emails[n], password: PASSWORD, displayName: `Admin ${n}`, timeZone: 'UTC', shopName: '' }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(answers.find(({ status }) => status === 409)?.body.code).toBe('ALREADY_SET_UP')
      expect(await countsOf(shops[0])).toEqual(ONE)
      const winner = answers.findIndex(({ status }) => status === 200)
      for (const shop of shops) {
        expect((await shop.ask('GET', '/setup')).body).toEqual({ needed: false, needsCode: false })
        const { body } = await shop.ask('GET', '/auth/me', undefined, { token: answers[winner]?.body.token })
        expect(body).toMatchObject({ email: emails[winner], role: 'admin' })
        await shop.signIn(emails[winner] as string)
      }
    }
  })

  it('create only one admin when the two environments name different admins', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const shops = await openTwo([
        { ADMIN_EMAIL: 'first@example.org', ADMIN_PASSWORD: PASSWORD },
        { ADMIN_EMAIL: 'second@example.org', ADMIN_PASSWORD: PASSWORD },
      ])
      expect(await countsOf(shops[1])).toEqual(ONE)
    }
  })
})
