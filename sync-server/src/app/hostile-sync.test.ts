import type { AnyCommand } from '@shop/shared/kernel/define-command.ts'
import { kernelRefusals, refusalBodySchema } from '@shop/shared/kernel/errors.ts'
import { MAX_JSON_DEPTH, MAX_PUSH_COMMANDS } from '@shop/shared/kernel/limits.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { pullRequestSchema, pullResponseSchema, pushRequestSchema, pushResponseSchema } from '@shop/shared/kernel/wire.ts'
import { commands } from '@shop/shared/registry.ts'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { nestsAtMost } from '../platform/database/storable-json.ts'
import { sealCursor } from '../platform/pull/cursor.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import {
  expectSound,
  givesAway,
  HOSTILE_ROUNDS,
  HOSTILE_SEED,
  type HostilePeople,
  hostilePeople,
  rememberingLog,
} from './testing/hostile-shop.ts'
import { inputsOf, jsonOf, mutationsOf } from './testing/hostile-values.ts'
import { type Answer, OPENED, type TestShop, testShop } from './testing/shop.ts'

/** Depth of the JSON around a command's arguments. */
const ENVELOPE_DEPTH = 4
/** Number of commands of each kind in one round. */
const COMMANDS = 8
/** Clock readings of devices, real and forged. */
const MOMENTS = [0, 1, 1_700_000_000_000, 1_763_700_000_000.5, 8_640_000_000_000_000]

forEachDatabase('the routes of the sync engine', (open) => {
  let shop: TestShop
  let people: HostilePeople
  let errors: string[]

  beforeAll(async () => {
    const remembering = rememberingLog()
    errors = remembering.errors
    shop = await testShop(await open({ log: remembering.log }), OPENED)
    people = await hostilePeople(shop)
  })

  const post = (path: string, raw: string | Uint8Array<ArrayBuffer>, token = people.tokens.admin, headers = {}): Promise<Answer> =>
    shop.ask('POST', `/sync/${path}`, undefined, { token, raw, headers })
  const push = (list: readonly unknown[], token = people.tokens.admin, more = {}) =>
    post('push', jsonOf({ clientId: freshId(), protocol: PROTOCOL_VERSION, commands: list, ...more }), token)
  const streamed = (path: string, headers: Record<string, string>, token = people.tokens.consignor) =>
    shop.server.fetch(new Request(`http://localhost/api${path}`, { headers: { ...headers, authorization: `Bearer ${token}` } }))
  const queued = (name: string, args: unknown, more = {}) => ({ id: freshId(), name, version: 1, args, at: Date.now(), ...more })

  /** Generates arguments of a command, valid or with one error, with a time of the device and a choice between a first run and a replay. */
  const argsOf = (command: AnyCommand) => {
    const good = inputsOf(command.args, people.poolOf({ path: `/${command.name.split('.')[0]}` }))
    return fc.tuple(
      fc.oneof({ arbitrary: good, weight: 3 }, { arbitrary: mutationsOf(good), weight: 2 }),
      fc.constantFrom(...MOMENTS),
      fc.boolean(),
    )
  }

  it(`end every generated command as done or refused, and never as failed (seed ${HOSTILE_SEED})`, {
    timeout: 3_600_000,
  }, async () => {
    const ends = new Map<string, number>()
    for (let round = 0; round < HOSTILE_ROUNDS; round++) {
      people = await hostilePeople(shop)
      for (const [at, command] of commands.entries()) {
        for (const role of ['admin', 'consignor'] as const) {
          const seed = HOSTILE_SEED + round * 10_007 + at * 2 + (role === 'admin' ? 0 : 1)
          const list = fc
            .sample(argsOf(command), { seed, numRuns: COMMANDS })
            .map(([args, atMs, replay]) => queued(command.name, args, { at: atMs, version: command.version, replay }))
            // no device queues arguments nested so deeply, and one such command would make the server refuse the whole push
            .filter(({ args }) => nestsAtMost(args, MAX_JSON_DEPTH - ENVELOPE_DEPTH))
          const { status, body } = await push(list, people.tokens[role])
          expect([command.name, seed, status, body.message]).toEqual([command.name, seed, 200, undefined])
          const { results } = pushResponseSchema.parse(body)
          expect(results.map(({ id }) => id)).toEqual(list.map(({ id }) => id))
          for (const [n, result] of results.entries()) {
            const told = `${jsonOf(list[n]).slice(0, 2_000)}\n${errors.splice(0).join('').slice(0, 2_000)}`
            if (result.status === 'failed' || givesAway(result.message ?? '')) expect({ seed, role, result, told }).toBe('done or refused')
            if (command.channel === 'server') expect([command.name, result.code]).toEqual([command.name, 'FORBIDDEN'])
            ends.set(`${command.name} ${result.status}`, (ends.get(`${command.name} ${result.status}`) ?? 0) + 1)
          }
          expect(errors).toEqual([])
        }
      }
    }
    const never = commands.filter(({ name, channel }) => channel === 'device' && !ends.has(`${name} done`)).map(({ name }) => name)
    if (process.env.HOSTILE_REPORT) console.log(`never done: ${never.join(' ')}`)
    await shop.platform.jobs.drain()
    await expectSound(shop)
  })

  it(`refuse or answer changed envelopes as declared, and log no error (seed ${HOSTILE_SEED})`, { timeout: 600_000 }, async () => {
    const pool = people.poolOf({ path: '/items' })
    for (const [path, schema] of [
      ['push', pushRequestSchema],
      ['pull', pullRequestSchema],
    ] as const) {
      const good = inputsOf(schema, pool).map((envelope) => ({
        ...(envelope as Record<string, unknown>),
        protocol: PROTOCOL_VERSION,
      }))
      for (const envelope of fc.sample(mutationsOf(good), { seed: HOSTILE_SEED, numRuns: 60 * HOSTILE_ROUNDS })) {
        const { status, body } = await post(path, jsonOf(envelope))
        if (status === 200) (path === 'push' ? pushResponseSchema : pullResponseSchema).parse(body)
        else {
          const { code, message } = z.strictObject(refusalBodySchema.shape).parse(body)
          expect([400, 409, 413], `${jsonOf(envelope).slice(0, 500)} ${errors.join('')}`).toContain(status)
          expect([code in kernelRefusals, givesAway(message)]).toEqual([true, false])
        }
      }
    }
    expect(errors).toEqual([])
  })

  it('refuse a whole push that has too many commands, an invalid one or one of a newer release', async () => {
    const itemName = 'must not be there'
    const add = (more = {}) => queued('inventory.addMaster', { id: freshId(), texts: { itemName, barcode1: 'x' }, quantity: 1 }, more)
    const many = (count: number) => Array.from({ length: count }, () => add())
    for (const [list, status, code] of [
      [many(MAX_PUSH_COMMANDS + 1), 413, 'TOO_LARGE'],
      [many(10_000), 413, 'TOO_LARGE'],
      [[add(), add({ name: 'inventory.later' })], 409, 'COMMAND_UNKNOWN'],
      [[add(), add({ version: 99 })], 409, 'COMMAND_UNKNOWN'],
      [[add(), add({ version: Number.MAX_SAFE_INTEGER })], 409, 'COMMAND_UNKNOWN'],
      [[add(), add({ name: '__proto__' })], 409, 'COMMAND_UNKNOWN'],
      [[add(), add({ name: 'constructor' })], 409, 'COMMAND_UNKNOWN'],
      [[add(), add({ version: 0 })], 400, 'INVALID'],
      [[add(), add({ id: '../../x' })], 400, 'INVALID'],
      [[add(), add({ at: -1 })], 400, 'INVALID'],
      [[add(), add({ at: 8_640_000_000_000_001 })], 400, 'INVALID'],
    ] as const) {
      const answer = await push(list)
      expect([answer.status, answer.body.code]).toEqual([status, code])
    }
    expect((await push([add()], 'not a token')).status).toBe(401)
    expect(
      (await shop.ask('GET', `/inventory/search?searchTerm=${itemName.replaceAll(' ', '%20')}`, undefined, { token: people.tokens.admin }))
        .body.items,
    ).toEqual([])
  })

  it('run a repeated command once, and run no command under the id of another person’s command', async () => {
    const texts = { itemName: 'Once only', barcode1: 'once' }
    const command = queued('inventory.addMaster', { id: freshId(), texts, quantity: 3 })
    const twice = await push([command, command, { ...command, args: { ...(command.args as object), quantity: 4 } }])
    expect(twice.body.results.map(({ status, code }: { status: string; code?: string }) => code ?? status)).toEqual([
      'done',
      'done',
      'ID_REUSED',
    ])
    // a consignor who knows the id of an admin's command
    const theirs = await push([command], people.tokens.consignor)
    expect(theirs.body.results[0]).not.toHaveProperty('args')
    const forged = await push([queued('accounts.addAddress', { id: freshId() }, { id: command.id })], people.tokens.consignor)
    expect(forged.body.results[0].code).toBe('ID_REUSED')
    const { items } = (await shop.ask('GET', '/inventory/search?searchTerm=once', undefined, { token: people.tokens.admin })).body
    expect(items.map(({ quantity }: { quantity: number }) => quantity)).toEqual([3])
  })

  it('demand a fresh start for every cursor that they did not make for this person', async () => {
    const pull = (cursor: string, token = people.tokens.consignor, more = {}) =>
      post('pull', JSON.stringify({ clientId: freshId(), protocol: PROTOCOL_VERSION, cursor, ...more }), token)
    const started = await streamed(`/sync/start?protocol=${PROTOCOL_VERSION}`, { 'accept-encoding': 'identity' })
    const { cursor } = JSON.parse((await started.text()).split('\n')[0] ?? '') as { cursor: string }
    expect((await pull(cursor)).body.kind).toBe('changes')
    const [body, mac] = cursor.split('.') as [string, string]
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const forge = (more: object) => Buffer.from(JSON.stringify({ ...claims, ...more })).toString('base64url')
    const forged = [
      '',
      '.',
      '..',
      'x',
      'x.y',
      body,
      `.${mac}`,
      `${body}.`,
      `${body}.${mac.slice(1)}`,
      `${body}.${mac}A`.slice(0, -2),
      `${forge({ role: 'admin' })}.${mac}`,
      `${forge({ xmin: 0 })}.${mac}`,
      `${forge({ uid: 'x' })}.${mac}`,
      `${Buffer.from('{"__proto__":{}}').toString('base64url')}.${mac}`,
      sealCursor('another secret', claims),
      '\u0000',
      '\ud800',
      '%00',
      'é'.repeat(1_000),
    ]
    for (const token of forged) {
      const { status, body: answer } = await pull(token)
      expect([token, status, answer.kind, answer.reason]).toEqual([token, 200, 'startAfresh', 'foreign'])
      const paged = await pull(cursor, people.tokens.consignor, { page: token })
      expect([token, paged.status, paged.body.kind]).toEqual([token, 200, 'startAfresh'])
    }
    // somebody else's cursor, and a cursor in place of a page token
    expect((await pull(cursor, people.tokens.admin)).body).toMatchObject({ kind: 'startAfresh', reason: 'roleChanged' })
    expect((await pull(cursor, people.tokens.consignor, { page: cursor })).body.kind).toBe('startAfresh')
    expect((await pull('x'.repeat(2_001))).status).toBe(400)
    expect((await pull(cursor, people.tokens.consignor, { drifted: ['__proto__', 'constructor', 'no such\n', 'items'] })).body.kind).toBe(
      'changes',
    )
  })

  it('open streams only for signed-in users, whatever the other headers are', async () => {
    const events = async (query: string, headers: Record<string, string>, token = people.tokens.consignor) => {
      const response = await streamed(`/sync/events${query}`, headers, token)
      await response.body?.cancel()
      return response.status
    }
    for (const headers of [
      {},
      { accept: 'text/html' },
      { 'last-event-id': 'x'.repeat(5_000) },
      { 'last-event-id': "'; drop table users; --" },
      { range: 'bytes=0-1' },
      { 'accept-encoding': 'gzip, br' },
    ] as Record<string, string>[])
      expect(await events('', headers)).toBe(200)
    for (const query of ['?clientId=x', '?clientId=', '?clientId=%00', '?clientId=%', '?clientId[]=1'])
      expect([query, [200, 400].includes(await events(query, {}))]).toEqual([query, true])
    expect(await events('?clientId=x', {})).toBe(400)
    expect(await events('', {}, 'not a token')).toBe(401)
    expect(await events('', {}, '')).toBe(401)
    await expect.poll(() => shop.platform.events.size).toBe(0)
    for (const query of [
      '',
      '?protocol=0',
      '?protocol=1e9',
      '?protocol=NaN',
      '?protocol=1.5',
      '?protocol=%00',
      '?protocol=2&protocol=x',
      '?protocol[]=2',
    ]) {
      const { status, body } = await streamed(`/sync/start${query}`, {})
      await body?.cancel()
      expect([query, status < 500]).toEqual([query, true])
    }
    for (const clientId of ['', 'x', '%00', '%F0', `${freshId()}%27`, `${freshId()}${freshId()}`]) {
      const { status } = await streamed(`/sync/start?protocol=${PROTOCOL_VERSION}&clientId=${clientId}`, {})
      expect([clientId, status]).toEqual([clientId, 400])
    }
    expect(errors).toEqual([])
  })

  it('answer a first sync without the results of another person’s device', async () => {
    const clientId = freshId()
    const command = queued('inventory.addMaster', { id: freshId(), texts: { itemName: 'Told to one', barcode1: 'told' }, quantity: 1 })
    expect((await push([command], people.tokens.admin, { clientId })).body.results).toMatchObject([{ status: 'done' }])
    const told = async (token: string | undefined) => {
      const text = await (await streamed(`/sync/start?protocol=${PROTOCOL_VERSION}&clientId=${clientId}`, {}, token)).text()
      return pullResponseSchema.parse(JSON.parse(/^end\t(.*)$/m.exec(text)?.[1] ?? ''))
    }
    expect(await told(people.tokens.admin)).toMatchObject({ kind: 'changes', results: [{ id: command.id, status: 'done' }] })
    expect(await told(people.tokens.consignor)).toMatchObject({ kind: 'changes', results: [] })
  })
})
