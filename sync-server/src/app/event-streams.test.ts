import { setRole as setRoleCommand } from '@shop/shared/accounts/commands/set-role.ts'
import { MAX_EVENT_STREAMS_OF_NETWORK } from '@shop/shared/kernel/limits.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { silentLog } from '../platform/kernel/log.ts'
import { SYSTEM } from '../platform/kernel/system-actor.ts'
import { openPlatform, type Platform } from '../platform/platform.ts'
import { EventHub } from '../platform/pokes/event-hub.ts'
import { consignor } from '../platform/testing/commands.ts'
import { createPostgresDatabase, forEachDatabase, onPostgres } from '../platform/testing/databases.ts'
import { tables } from './tables.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD, type TestShop, testShop } from './testing/shop.ts'

const NEW = 'an entirely new password'
const ENVIRONMENT = { ...OPENED, PORT: '0', HOST: '127.0.0.1' }

type Server = { readonly shop: TestShop; readonly url: string }

/** A device that listens at a server's event stream, over a socket. */
class Listener {
  text = ''
  isOpen = true

  static async at({ url }: Server, token: string): Promise<Listener> {
    const ending = new AbortController()
    const listener = new Listener()
    onTestFinished(() => ending.abort())
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${url}/api/sync/events`, { headers, signal: ending.signal })
    if (response.status !== 200) throw new Error(`the stream answered ${response.status}`)
    void listener.read(response.body as unknown as AsyncIterable<Uint8Array>)
    await expect.poll(() => listener.text).toContain('event: hello')
    return listener
  }
  get pokes(): number {
    return this.text.split('event: poke').length - 1
  }
  private async read(body: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      for await (const bytes of body) this.text += new TextDecoder().decode(bytes)
    } catch {
      // the test itself ended the stream
    }
    this.isOpen = false
  }
}

/** Serves a platform on a socket. */
async function serve(platform: Platform): Promise<Server> {
  const shop = await testShop(platform, ENVIRONMENT)
  const url = await shop.server.listen()
  onTestFinished(() => shop.server.close())
  return { shop, url }
}

const post = ({ shop }: Server, path: string, body: unknown, token?: string) => shop.ask('POST', path, body, { token })

/** Acts at a server that end the session `stolen`. `own` is another session of the same person. */
const endings: Readonly<
  Record<string, (at: Server, one: { uid: string; email: string; own: string; stolen: string }) => Promise<unknown>>
> = {
  'it signed out': (at, { stolen }) => post(at, '/identity/sign-out', {}, stolen),
  'it was ended elsewhere': async (at, { own }) => {
    const { sessions } = (await at.shop.ask('GET', '/identity/sessions', undefined, { token: own })).body
    for (const { id, isCurrent } of sessions)
      if (!isCurrent) await at.shop.ask('DELETE', `/identity/sessions/${id}`, undefined, { token: own })
  },
  'all others were ended': (at, { own }) => post(at, '/identity/revoke-other-sessions', {}, own),
  'the password was changed': (at, { own }) =>
    post(at, '/identity/change-password', { currentPassword: PASSWORD, newPassword: NEW, revokeOtherSessions: true }, own),
  'the account was closed': async (at, { uid }) => {
    const token = await at.shop.signIn(ADMIN_EMAIL)
    const { status } = await at.shop.ask('DELETE', `/auth/users/${uid}`, undefined, { token })
    expect(status).toBe(200)
  },
  'it was ended in the database': (at, { uid }) => sql`delete from identity_sessions where "userId" = ${uid}`.execute(at.shop.platform.db),
}

/** Checks that streams at `listening` end when their sessions end at `acting`, which may be another server. */
async function expectEndings(acting: Server, listening: Server): Promise<void> {
  for (const [n, [name, end]] of Object.entries(endings).entries()) {
    const email = `person${n}@example.org`
    const { uid } = await acting.shop.signUp(email)
    const [stolen, own] = [await acting.shop.signIn(email), await acting.shop.signIn(email)]
    const bystander = await acting.shop.signUp(`bystander${n}@example.org`)
    const [listener, other] = [await Listener.at(listening, stolen), await Listener.at(listening, bystander.token)]
    await end(acting, { uid, email, own, stolen })
    await expect.poll(() => listener.isOpen, { message: name }).toBe(false)
    // the token no longer works at the listening server either
    await expect
      .poll(async () => (await listening.shop.ask('GET', '/auth/me', undefined, { token: stolen })).status, { message: name })
      .toBe(401)
    expect([name, other.isOpen]).toEqual([name, true])
  }
}

/** Checks that streams at `listening` follow roles that change at `acting`. */
async function expectRolesFollowed(acting: Server, listening: Server): Promise<void> {
  const boss = await acting.shop.signIn(ADMIN_EMAIL)
  const { uid, token } = await acting.shop.signUp('helper@example.org')
  const watcher = await Listener.at(listening, boss)
  const helper = await Listener.at(listening, token)
  const setRole = (role: 'admin' | 'user') => acting.shop.platform.runCommand(SYSTEM, setRoleCommand, { uid, role })
  /** Changes a row that only admins see, and waits until an admin was poked. */
  const addStock = async (barcode1: string) => {
    const before = watcher.pokes
    const { status } = await acting.shop.ask('POST', '/inventory/master', { itemName: 'Lamp', barcode1, quantity: 1 }, { token: boss })
    expect(status).toBe(200)
    await expect.poll(() => watcher.pokes).toBeGreaterThan(before)
  }
  await addStock('none of the helper’s')
  expect(helper.pokes).toBe(0)

  await setRole('admin')
  // the change of role alone pokes the helper two or three times
  await expect
    .poll(async () => {
      await addStock('for every admin')
      return helper.pokes
    })
    .toBeGreaterThan(6)

  await setRole('user')
  await expect
    .poll(async () => {
      const before = helper.pokes
      // makes two changes, because a late poke for the first change arrives before the poke for the second
      for (const barcode of ['none of theirs', 'any more']) await addStock(barcode)
      return helper.pokes - before
    })
    .toBe(0)
  expect([helper.isOpen, watcher.isOpen]).toEqual([true, true])
}

forEachDatabase('an event stream', (open) => {
  it('ends with its session, and the token no longer works', async () => {
    const server = await serve(await open())
    await expectEndings(server, server)
  })

  it('follows a change of role while it stays open', async () => {
    const server = await serve(await open())
    await expectRolesFollowed(server, server)
  })
})

onPostgres('an event stream at another server', () => {
  const two = async (): Promise<readonly [Server, Server]> => {
    const url = await createPostgresDatabase()
    const open = () => openPlatform({ tables, log: silentLog, runJobs: false, database: { kind: 'postgres', url } })
    return [await serve(await open()), await serve(await open())]
  }

  it('ends with its session, and the token no longer works there', async () => {
    await expectEndings(...(await two()))
  })

  it('follows a change of role while it stays open', async () => {
    await expectRolesFollowed(...(await two()))
  })

  it('is checked when that server listens to the database again after a broken connection', async () => {
    const [one, other] = await two()
    const { uid, token } = await one.shop.signUp('lost@example.org')
    const listener = await Listener.at(other, token)
    // nothing announces this change, so only the check after the broken connection finds it
    await sql`alter table identity_sessions disable trigger identity_sessions_ended`.execute(one.shop.platform.db)
    await sql`delete from identity_sessions where "userId" = ${uid}`.execute(one.shop.platform.db)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'`.execute(
      one.shop.platform.db,
    )
    await expect.poll(() => listener.isOpen, { timeout: 20_000 }).toBe(false)
  })
})

describe('the event streams of one network', () => {
  it('are limited over all users, and a stream that ends makes room for another', () => {
    const hub = new EventHub()
    const join = (n: number, network: string) => hub.subscribe({ ...consignor, uid: `person ${n}` }, () => {}, { network })
    const stops = Array.from({ length: MAX_EVENT_STREAMS_OF_NETWORK }, (_, n) => join(n, '192.0.2.1'))
    expect(() => join(-1, '192.0.2.1')).toThrow(expect.objectContaining({ code: 'TOO_MANY_STREAMS' }))
    join(-2, '192.0.2.2')
    stops[0]?.()
    join(-3, '192.0.2.1')
    expect(() => join(-4, '192.0.2.1')).toThrow('Too many devices')
  })
})
