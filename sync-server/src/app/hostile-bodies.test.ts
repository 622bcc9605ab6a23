import { connect } from 'node:net'
import { MAX_BODY_BYTES, MAX_JSON_DEPTH, MAX_JSON_VALUES, MAX_PULL_BYTES, MAX_PUSH_BYTES } from '@shop/shared/kernel/limits.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPlatform } from '../platform/platform.ts'
import { freshDatabase } from '../platform/testing/databases.ts'
import { tables } from './tables.ts'
import { givesAway, HOSTILE_ROUNDS, HOSTILE_SEED, rememberingLog } from './testing/hostile-shop.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from './testing/shop.ts'

/** An address with a JSON body, and the maximum bytes of that body. */
type Target = { readonly method: string; readonly path: string; readonly maxBytes: number }
const TARGETS: readonly Target[] = [
  { method: 'PUT', path: '/auth/me', maxBytes: MAX_BODY_BYTES },
  { method: 'POST', path: '/auth/addresses', maxBytes: MAX_BODY_BYTES },
  { method: 'POST', path: '/sync/pull', maxBytes: MAX_PULL_BYTES },
  { method: 'POST', path: '/sync/push', maxBytes: MAX_PUSH_BYTES },
]

/** Framing of a body: whole, in chunks, announced longer than it is, or in two halves. */
type Framing = 'whole' | 'chunked' | 'too short' | 'halves'
type Sent = { readonly target: Target; readonly json: string; readonly depth: number; readonly values: number; readonly framing: Framing }

const repeated = (text: string, count: number, between = '') => Array.from({ length: count }, () => text).join(between)

/** JSON of a generated depth, number of values and length, as the value of a field that no call knows. */
const bodies: fc.Arbitrary<Pick<Sent, 'json' | 'depth' | 'values'>> = fc
  .tuple(
    fc.constantFrom('[', '{"a":'),
    fc.oneof(fc.nat(MAX_JSON_DEPTH + 5), fc.constantFrom(MAX_JSON_DEPTH - 1, MAX_JSON_DEPTH, 3_000, 200_000)),
    fc.oneof(fc.nat(500), fc.constantFrom(MAX_JSON_VALUES - 1_000, MAX_JSON_VALUES + 1_000)),
    fc.oneof(fc.nat(500), fc.constantFrom(MAX_BODY_BYTES, MAX_PULL_BYTES, 100_000)),
    fc.constantFrom('x', '[', '\\"', '{', 'é', '\\\\'),
  )
  .map(([opening, deep, values, letters, letter]) => {
    const inner = `${repeated(opening, deep)}[${repeated('1', values, ',')}]${repeated(opening === '[' ? ']' : '}', deep)}`
    return { json: `{"more":${inner},"text":"${repeated(letter, letters)}"}`, depth: deep + 2, values: values + deep }
  })

const sends: fc.Arbitrary<Sent> = fc
  .tuple(fc.constantFrom(...TARGETS), bodies, fc.constantFrom<Framing>('whole', 'whole', 'chunked', 'too short', 'halves'))
  .map(([target, body, framing]) => ({ target, framing, ...body }))

describe('a body of any depth, length and framing', () => {
  let shop: TestShop
  let port: number
  let token: string
  let errors: string[]

  beforeAll(async () => {
    const remembering = rememberingLog()
    errors = remembering.errors
    const platform = await openPlatform({ tables, log: remembering.log, runJobs: false, database: await freshDatabase('pglite') })
    shop = await testShop(platform, { ...OPENED, PORT: '0', HOST: '127.0.0.1' })
    port = Number(new URL(await shop.server.listen()).port)
    token = await shop.signIn(ADMIN_EMAIL)
    return () => shop.server.close()
  })

  const send = ({ target: { method, path }, json, framing }: Sent): Promise<string> =>
    new Promise((resolve) => {
      let text = ''
      const socket = connect(port, '127.0.0.1')
      socket.on('data', (bytes) => (text += bytes.toString('latin1')))
      socket.on('error', () => {})
      socket.on('close', () => resolve(text))
      const bytes = Buffer.from(json)
      const length =
        framing === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes.length + (framing === 'too short' ? 10 : 0)}`
      socket.write(
        `${method} /api${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n` +
          `${length}\r\nConnection: close\r\n\r\n`,
      )
      const half = Math.floor(bytes.length / 2)
      const pieces = framing === 'whole' ? [bytes] : [bytes.subarray(0, half), bytes.subarray(half)]
      for (const piece of pieces.filter(({ length }) => length > 0)) {
        if (framing === 'chunked') socket.write(`${piece.length.toString(16)}\r\n`)
        socket.write(piece)
        if (framing === 'chunked') socket.write('\r\n')
      }
      if (framing === 'chunked') socket.write('0\r\n\r\n')
      // a body that is shorter than announced never arrives in full
      if (framing === 'too short') socket.end()
    })

  /** Lists the statuses that are right for what was sent. The status 0 is a connection that was cut while the client was still sending. */
  const fitting = ({ target, json, depth, values, framing }: Sent): readonly number[] => {
    const length = Buffer.byteLength(json) + (framing === 'too short' ? 10 : 0)
    if (length > target.maxBytes) return [0, 413]
    if (framing === 'too short') return [0, 400]
    if (depth > MAX_JSON_DEPTH) return values > MAX_JSON_VALUES ? [400, 413] : [400]
    if (values > MAX_JSON_VALUES) return [413]
    return [200, 400]
  }

  it(`is answered as its call’s limits demand, and the server keeps working (seed ${HOSTILE_SEED})`, { timeout: 600_000 }, async () => {
    const statuses = new Set<number>()
    for (const sent of fc.sample(sends, { seed: HOSTILE_SEED, numRuns: 250 * HOSTILE_ROUNDS })) {
      const answer = await send(sent)
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
      const told = [sent.target.path, sent.framing, sent.depth, sent.values, sent.json.length]
      expect([...told, fitting(sent).includes(status), status]).toEqual([...told, true, status])
      expect([...told, givesAway(answer)]).toEqual([...told, false])
      statuses.add(status)
    }
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 413]))
    expect(errors).toEqual([])
    expect((await shop.ask('GET', '/health')).status).toBe(200)
  })
})
