import { PGlite } from '@electric-sql/pglite'
import { MAX_CONSIGNOR_COMMAND, MAX_CONSIGNOR_PUSH_BYTES, MAX_CONSIGNOR_PUSH_VALUES } from '@shop/shared/kernel/limits.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import pg from 'pg'
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { CONSIGNOR_PUSH_BYTES_PER_DAY, CONSIGNOR_PUSH_BYTES_PER_MINUTE } from '../platform/http/push-limits.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from './testing/shop.ts'

type Person = { readonly uid: string; readonly token: string }

forEachDatabase('a push of somebody who has only signed up', (open) => {
  let shop: TestShop
  let admin: Pick<Person, 'token'>
  let stranger: Person
  let strangers = 0

  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    admin = { token: await shop.signIn(ADMIN_EMAIL) }
  }, 60_000)
  beforeEach(async () => {
    stranger = await shop.signUp(`stranger${strangers++}@example.org`)
  })

  const queued = (name: string, args: unknown): QueuedCommand => ({ id: freshId(), name, version: 1, args, at: Date.now() })
  const box = (more = {}) => queued('shipments.submit', { id: freshId(), uid: stranger.uid, carrier: 'UPS', trackingNumber: '1', ...more })
  const push = (who: Pick<Person, 'token'>, ...commands: QueuedCommand[]) => pushTo(shop, who, ...commands)
  const pushTo = (one: TestShop, who: Pick<Person, 'token'>, ...commands: QueuedCommand[]) =>
    one.ask('POST', '/sync/push', { clientId: freshId(), protocol: PROTOCOL_VERSION, commands }, who)
  /** Starts another server of the shop, which has counted nothing yet. Stops its clock until the test ends. */
  const freshServer = async () => {
    const fresh = await testShop(shop.platform, OPENED)
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    return (who: Pick<Person, 'token'>, ...commands: QueuedCommand[]) => pushTo(fresh, who, ...commands)
  }
  const kept = (ids: readonly string[]) =>
    shop.platform.db.selectFrom('command_log').select(['id', 'args', 'args_hash', 'code']).where('id', 'in', ids).orderBy('id').execute()
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 1]))

  it('is answered without parsing or storing the arguments of a command that the person may not run', async () => {
    const [ofAdmins, ofCalls] = [queued('accounts.editUser', keys(9_000)), queued('trades.request', keys(9_000))]
    const answer = await push(stranger, ofAdmins, ofCalls)
    expect(answer.body.results).toMatchObject([
      { status: 'rejected', code: 'FORBIDDEN' },
      { status: 'rejected', code: 'FORBIDDEN' },
    ])
    expect(await kept([ofAdmins.id, ofCalls.id])).toEqual(
      [ofAdmins.id, ofCalls.id].sort().map((id) => ({ id, args: null, args_hash: 'not read', code: 'FORBIDDEN' })),
    )
    // the server did not compare the arguments either
    const again = await push(stranger, { ...ofAdmins, args: {} }, { ...ofCalls, name: 'accounts.editUser' })
    expect(again.body.results).toMatchObject([{ code: 'FORBIDDEN' }, { code: 'ID_REUSED' }])
  })

  it('reads the people who are named on its commands together, and not one by one', async () => {
    const statementsOf = async (names: number) => {
      const commands = Array.from({ length: 5 }, () => ({ ...box(), madeBy: Array.from({ length: names }, freshId) }))
      const sent = [vi.spyOn(PGlite.prototype, 'query'), vi.spyOn(pg.Client.prototype, 'query')]
      const { body } = await push(stranger, ...commands)
      const count = sent.reduce((sum, { mock }) => sum + mock.calls.length, 0)
      for (const one of sent) one.mockRestore()
      expect(body.results).toHaveLength(5)
      return count
    }
    const few = await statementsOf(1)
    expect(few).toBeGreaterThan(5)
    // there are 95 names more, and other work of the shop sends a few statements meanwhile
    expect((await statementsOf(20)) - few).toBeLessThan(40)
  })

  it('runs its other commands when one command is larger than any that a device makes', async () => {
    const [many, long, plain] = [
      box(keys(MAX_CONSIGNOR_COMMAND.values)),
      box({ note: 'x'.repeat(MAX_CONSIGNOR_COMMAND.characters) }),
      box(),
    ]
    const answer = await push(stranger, many, long, plain)
    expect(answer.body.results).toMatchObject([
      { status: 'rejected', code: 'TOO_LARGE', message: 'This entry is too large.' },
      { status: 'rejected', code: 'TOO_LARGE' },
      { status: 'done' },
    ])
    expect((await kept([many.id, long.id])).map(({ args }) => args)).toEqual([null, null])
  })

  it('leaves in the log no arguments of a command that the rules refuse', async () => {
    const [wrong, twice] = [box({ carrier: '' }), box()]
    await push(stranger, twice)
    const other = { ...twice, id: freshId() }
    expect((await push(stranger, wrong, other)).body.results).toMatchObject([{ code: 'INVALID' }, { code: 'SHIPMENT_EXISTS' }])
    expect((await kept([wrong.id, other.id, twice.id])).filter(({ args }) => args !== null).map(({ id }) => id)).toEqual([twice.id])
  })

  it('leaves in the log no field that the command does not read', async () => {
    const one = box({ note: 'Ann lives in Elm Street' })
    expect((await push(stranger, one)).body.results).toMatchObject([{ status: 'done' }])
    const args = (await kept([one.id]))[0]?.args
    expect(args).toMatchObject({ carrier: 'UPS', trackingNumber: '1' })
    expect(args).not.toHaveProperty('note')
    // the hash is that of the command as it was sent, so it is known when it comes again
    expect((await push(stranger, one)).body.results).toMatchObject([{ status: 'done' }])
    expect((await push(stranger, { ...one, args })).body.results).toMatchObject([{ code: 'ID_REUSED' }])
  })

  it('has a lower maximum size than a push of an admin', async () => {
    for (const command of [
      queued('accounts.editUser', { text: 'x'.repeat(MAX_CONSIGNOR_PUSH_BYTES) }),
      queued('accounts.editUser', keys(MAX_CONSIGNOR_PUSH_VALUES)),
    ]) {
      const refused = await push(stranger, command)
      expect([refused.status, refused.body.code]).toEqual([413, 'TOO_LARGE'])
      expect((await push(admin, command)).body.results).toMatchObject([{ status: 'rejected' }])
    }
  })

  it('has to wait when its sender has used up the limit of a minute or of a day, while other people’s pushes go on', async () => {
    const other = await shop.signUp('other@example.org')
    const push = await freshServer()
    const full = () => queued('accounts.editUser', { text: 'x'.repeat(MAX_CONSIGNOR_PUSH_BYTES - 500) })
    const pushesOf = async (who: Pick<Person, 'token'>, count: number) => {
      const statuses: number[] = []
      for (let n = 0; n < count; n++) statuses.push((await push(who, full())).status)
      return statuses
    }
    const aMinute = CONSIGNOR_PUSH_BYTES_PER_MINUTE / MAX_CONSIGNOR_PUSH_BYTES
    expect(await pushesOf(stranger, aMinute)).toEqual(Array(aMinute).fill(200))
    const refused = await push(stranger, full())
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, 'TOO_MANY_REQUESTS', '30'])
    expect((await push(other, box({ uid: other.uid }))).body.results).toMatchObject([{ status: 'done' }])
    expect(await pushesOf(admin, aMinute + 1)).toEqual(Array(aMinute + 1).fill(200))

    const aDay = CONSIGNOR_PUSH_BYTES_PER_DAY / MAX_CONSIGNOR_PUSH_BYTES
    for (let sent = aMinute; sent < aDay; sent += aMinute) {
      vi.advanceTimersByTime(60_000)
      expect(await pushesOf(stranger, aMinute)).toEqual(Array(aMinute).fill(200))
    }
    vi.advanceTimersByTime(60_000)
    const tomorrow = await push(stranger, full())
    expect([tomorrow.status, tomorrow.body.message]).toEqual([429, expect.stringContaining('The rest stays on this device')])
    vi.advanceTimersByTime(Number(tomorrow.headers.get('retry-after')) * 1_000)
    expect((await push(stranger, full())).status).toBe(200)
  })

  it('counts a thousand bytes for each small command', async () => {
    const push = await freshServer()
    const hundred = () => Array.from({ length: 100 }, () => queued('accounts.editUser', {}))
    const pushes = CONSIGNOR_PUSH_BYTES_PER_MINUTE / 100_000
    for (let n = 0; n < pushes; n++) expect((await push(stranger, ...hundred())).status).toBe(200)
    const last = hundred()
    expect((await push(stranger, ...last)).status).toBe(429)
    expect(await kept(last.map(({ id }) => id))).toEqual([])
    vi.advanceTimersByTime(60_000)
    expect((await push(stranger, ...last)).status).toBe(200)
  })
})
