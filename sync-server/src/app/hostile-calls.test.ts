import { calls } from '@shop/shared/calls.ts'
import type { AnyCall } from '@shop/shared/kernel/define-call.ts'
import { kernelRefusals, refusalBodySchema } from '@shop/shared/kernel/errors.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { forEachDatabase, temporaryDir } from '../platform/testing/databases.ts'
import { refusalsOf } from './http/operations.ts'
import { type HostileRequest, requestsTo } from './testing/hostile-requests.ts'
import { expectSound, givesAway, HOSTILE_ROUNDS, HOSTILE_SEED, hostilePeople, isShutOut, rememberingLog } from './testing/hostile-shop.ts'
import { OPENED, type TestShop, testShop } from './testing/shop.ts'

const DENIED = new Set([401, 403])
/** Number of requests to each call in one round. */
const REQUESTS = 6

/** Names the problem of an answer; undefined when the answer is as declared. */
async function wrongWith(call: AnyCall, response: Response): Promise<string | undefined> {
  const { status, headers } = response
  const text = await response.text()
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false
  if (status < 300) {
    if (!isJson || headers.has('content-disposition')) return undefined
    const { success, error } = call.output.safeParse(JSON.parse(text))
    return success ? undefined : `answers what it does not declare: ${error}`
  }
  if (status < 400) return headers.get('location')?.startsWith('/') ? undefined : `leads to ${headers.get('location')}`
  if (!isJson) return 'is refused in another form'
  const refused = z.strictObject(refusalBodySchema.shape).safeParse(JSON.parse(text))
  if (!refused.success) return `is refused in another form: ${text.slice(0, 300)}`
  const { code, message } = refused.data
  // a shortened or extended path is another address, which may be nowhere or take other methods
  const { NOT_FOUND, METHOD_NOT_ALLOWED } = kernelRefusals
  const declared = { ...refusalsOf(call), NOT_FOUND, METHOD_NOT_ALLOWED }[code]
  if (!declared) return `is refused with ${status} ${code}, which it does not declare`
  if (declared.status !== status) return `is refused with ${status} ${code}, which is declared as ${declared.status}`
  if (givesAway(message)) return `gives away: ${message}`
  return undefined
}

forEachDatabase('hostile requests', (open, kind) => {
  const described = ({ name }: AnyCall, request: HostileRequest) =>
    `${name} by ${request.role}: ${request.method} ${request.path} ${JSON.stringify(request.headers)} ${String(request.body).slice(0, 1_000)}`

  it(`get no 500, reveal no internals, and leave the books in balance (seed ${HOSTILE_SEED})`, { timeout: 3_600_000 }, async () => {
    const { log, errors } = rememberingLog()
    const platform = await open({ log })
    const shop: TestShop = await testShop(
      platform,
      {
        ...OPENED,
        DATA_DIR: await temporaryDir(),
        TRUST_PROXY: 'true',
        GOOGLE_CLIENT_ID: 'x',
        GOOGLE_CLIENT_SECRET: 'x',
        GOOGLE_ISSUER: 'http://127.0.0.1:9',
        DISCORD_CLIENT_ID: 'x',
        DISCORD_CLIENT_SECRET: 'x',
        DISCORD_URL: 'http://127.0.0.1:9',
      },
      { providerTimeoutMs: 200 },
    )
    const reached = new Map<string, number>()
    const wrong: string[] = []
    let sent = 0
    for (let round = 0; round < HOSTILE_ROUNDS; round++) {
      let people = await hostilePeople(shop)
      for (const [at, call] of calls.entries()) {
        const { poolOf, own } = people
        const requests = fc.sample(requestsTo(call, poolOf(call), own), { seed: HOSTILE_SEED + round * 10_007 + at, numRuns: REQUESTS })
        for (const request of requests) {
          sent++
          const token = people.tokens[request.role]
          const response = await shop.server.fetch(
            new Request(`http://localhost/api${request.path}`, {
              method: request.method,
              headers: {
                // an address for each request, so that no rate limit interferes
                'x-forwarded-for': `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}`,
                ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
                ...request.headers,
              },
              ...(request.body === undefined ? {} : { body: request.body }),
            }),
          )
          if (response.status < 400) reached.set(call.name, (reached.get(call.name) ?? 0) + 1)
          const problem = await wrongWith(call, response.clone())
          // new people replace those whose account a request closed, signed out or moved to another variant
          if (token !== undefined && DENIED.has(response.status) && (await isShutOut(shop, token))) people = await hostilePeople(shop)
          if (problem) wrong.push(`${described(call, request)}\n  ${problem}\n  ${errors.splice(0).join('').slice(0, 1_500)}`)
        }
      }
    }
    if (process.env.HOSTILE_REPORT) {
      const never = calls.filter(({ name }) => !reached.has(name)).map(({ name }) => name)
      console.log(
        `${kind}: ${sent} requests, ${[...reached.values()].reduce((a, b) => a + b)} done, ${wrong.length} wrong; never answered well: ${never.join(' ')}`,
      )
    }
    expect(wrong).toEqual([])
    await platform.jobs.drain()
    await expectSound(shop)
  })
})
