import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { Browser } from '../app/testing/browser.ts'
import { DiscordServer } from '../app/testing/discord-server.ts'
import { type Answer, OPENED, PASSWORD, type TestShop, testShop } from '../app/testing/shop.ts'
import { sql } from '../platform/database/sql.ts'
import { createPostgresDatabase, forEachDatabase, type Open, onPostgres } from '../platform/testing/databases.ts'
import { hashedOnce } from './testing/hashed-once.ts'

const NEW = 'an entirely new password'
const EMAIL = 'ann@example.org'

const signIn = (shop: TestShop, password = PASSWORD) => shop.ask('POST', '/identity/sign-in/email', { email: EMAIL, password })
const sessionsOf = async ({ platform }: TestShop) =>
  (await sql`select s.id from identity_sessions s join identity_users u on u.id = s."userId" where u.email = ${EMAIL}`.execute(platform.db))
    .rows.length

/** An act that ends a person's sessions. `left`: the number of sessions that it leaves; `prepare` answers the function that performs it. */
type Ending = { readonly left: number; readonly prepare: (shop: TestShop, own: string) => Promise<() => Promise<Answer>> }

const ENDINGS: Readonly<Record<string, Ending>> = {
  'a reset': {
    left: 0,
    prepare: async (shop) => {
      await shop.ask('POST', '/identity/request-password-reset', { email: EMAIL })
      const mails = sql<{ text: string }>`select text from mails where kind = 'accounts.passwordReset'`
      const token = /token=([\w-]+)/.exec((await mails.execute(shop.platform.db)).rows[0]?.text ?? '')?.[1]
      return () => shop.ask('POST', '/identity/reset-password', { token, newPassword: NEW })
    },
  },
  'a new password': {
    left: 1,
    prepare: async (shop, token) => () =>
      shop.ask('POST', '/identity/change-password', { currentPassword: PASSWORD, newPassword: NEW }, { token }),
  },
}

forEachDatabase('a sign-in whose password was found right', (open) => {
  it.each(Object.entries(ENDINGS))('makes no session if %s has ended sessions in the meantime', async (_, { prepare, left }) => {
    const held: { wait: Promise<void> | undefined; isReached: () => void } = { wait: undefined, isReached: () => {} }
    const verify: typeof hashedOnce.verify = async (asked) => {
      const [isRight, { wait, isReached }] = [await hashedOnce.verify(asked), held]
      held.wait = undefined
      isReached()
      await wait
      return isRight
    }
    const shop = await testShop(await open(), OPENED, { passwords: { ...hashedOnce, verify } })
    const { token } = await shop.signUp(EMAIL)
    const end = await prepare(shop, token)
    const reached = new Promise<void>((resolve) => {
      held.isReached = resolve
    })
    let letGo = () => {}
    held.wait = new Promise((resolve) => {
      letGo = resolve
    })
    const signingIn = signIn(shop)
    await reached
    expect(await end()).toMatchObject({ status: 200 })
    letGo()
    expect(await signingIn).toMatchObject({ status: 401, body: { code: 'WRONG_PASSWORD' } })
    expect(await sessionsOf(shop)).toBe(left)
    expect((await signIn(shop, NEW)).status).toBe(200)
  })
})

onPostgres('a sign-in at the same time as an act that ends sessions', (open) => {
  /** Opens a shop with Ann's account. `hold` locks `table` on a second connection, so that the act waits there after it has ended the sessions. */
  const shopAndHolder = async (open: Open, table: string) => {
    const url = await createPostgresDatabase()
    const discord = await DiscordServer.start()
    const shop = await testShop(await open({ database: { kind: 'postgres', url } }), { ...OPENED, ...discord.environment })
    const { token } = await shop.signUp(EMAIL)
    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    onTestFinished(() => holder.end())
    const hold = async () => {
      await holder.query('begin')
      await holder.query(`lock table ${table} in share mode`)
    }
    /** Waits until `count` statements wait for a lock. */
    const areWaiting = async (count: number) => {
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      const waitingNow = async () => {
        // a transaction keeps the activity that it saw first until it discards that snapshot
        await holder.query('select pg_stat_clear_snapshot()')
        return (await holder.query(waiting)).rows.length
      }
      while ((await waitingNow()) < count) await new Promise((resolve) => setTimeout(resolve, 10))
    }
    return { shop, discord, token, holder, hold, areWaiting }
  }

  it.each(Object.entries(ENDINGS))('waits for %s, and is refused', async (_, { prepare, left }) => {
    const { shop, token, holder, hold, areWaiting } = await shopAndHolder(open, 'security_events')
    const end = await prepare(shop, token)
    await hold()
    const ending = end()
    await areWaiting(1)
    const signingIn = signIn(shop)
    await areWaiting(2)
    await holder.query('commit')
    expect(await ending).toMatchObject({ status: 200 })
    expect(await signingIn).toMatchObject({ status: 401, body: { code: 'WRONG_PASSWORD' } })
    expect(await sessionsOf(shop)).toBe(left)
  })

  it('is refused while the owner of the e-mail takes the account over by a provider', async () => {
    const { shop, discord, holder, hold, areWaiting } = await shopAndHolder(open, 'identity_accounts')
    discord.person = discord.account(EMAIL)
    const browser = new Browser(shop)
    const { body } = await browser.start('/auth/discord/state?pkce=true')
    const back = await discord.consent(body.url)
    await hold()
    const takingOver = browser.open(back)
    await areWaiting(1)
    const signingIn = signIn(shop)
    await Promise.race([areWaiting(2), signingIn])
    await holder.query('commit')
    expect((await takingOver).query.isNew).toBe('false')
    expect(await signingIn).toMatchObject({ status: 401, body: { code: 'WRONG_PASSWORD' } })
    expect(await sessionsOf(shop)).toBe(0)
  })
})
