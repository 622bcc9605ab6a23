import { refusalBodySchema } from '@shop/shared/kernel/errors.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { sql } from '../../platform/database/sql.ts'
import { forEachDatabase } from '../../platform/testing/databases.ts'
import { hostilePeople } from '../testing/hostile-shop.ts'
import { inputsOf, jsonOf, type Pool } from '../testing/hostile-values.ts'
import { OPENED, type TestShop, testShop } from '../testing/shop.ts'
import { type Operation, operations } from './operations.ts'

const FORM = '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nAnn\r\n--x--\r\n'
const FORM_TYPE = 'multipart/form-data; boundary=x'
/** The operation that reads its body as bytes, because it checks their signature first. */
const SIGNED = 'brands.receiveWebhook'

/** Makes bodies of types that the operation does not take: its own input under another type, and bodies that no parser could read. */
function wrongBodiesOf({ body, multipart }: Operation, pool: Pool): readonly { readonly type: string; readonly content: string }[] {
  const input = multipart ? '{}' : jsonOf(fc.sample(inputsOf(body as unknown as z.core.$ZodType, pool), { numRuns: 1, seed: 1 })[0])
  return [
    ...[input, '{"half":'].flatMap((content) =>
      ['text/plain', 'text/plain;charset=UTF-8', 'application/x-www-form-urlencoded'].map((type) => ({ type, content })),
    ),
    { type: 'application/x-www-form-urlencoded', content: 'name=Ann' },
    multipart ? { type: 'application/json', content: '{}' } : { type: FORM_TYPE, content: FORM },
    multipart ? { type: 'application/json', content: '{"half":' } : { type: FORM_TYPE, content: '--y' },
  ]
}

/** Reads a hash of the rows of each table. */
async function hashesOf({ platform: { db } }: TestShop): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db)
  const hashes: Record<string, string> = {}
  for (const { name } of rows) {
    const found = await sql<{
      hash: string
    }>`select count(*) || ' rows ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash
      from ${sql.table(name)} t`.execute(db)
    hashes[name] = found.rows[0]?.hash ?? ''
  }
  return hashes
}

forEachDatabase('a body of another type than its operation declares', (open) => {
  it('is refused with 415 and a sentence before it is parsed, even with an admin’s token, and changes nothing', async () => {
    const shop = await testShop(await open(), { ...OPENED, WHOP_API_KEY: 'x', WHOP_WEBHOOK_SECRET: 'whsec_AAAA' })
    const { tokens, poolOf } = await hostilePeople(shop)
    const takingBody = operations.filter(({ body }) => body !== undefined)
    expect(takingBody.length).toBeGreaterThan(70)
    expect(takingBody.filter(({ multipart }) => multipart).length).toBeGreaterThan(1)
    const before = await hashesOf(shop)
    expect(Object.keys(before).length).toBeGreaterThan(40)
    for (const operation of takingBody) {
      const { name, method, path } = operation
      const pool = poolOf(operation)
      const address = path.replace('{n}', '1').replace(/\{\w+\}/g, () => pool.ids[0] ?? '')
      for (const { type, content } of wrongBodiesOf(operation, pool)) {
        const { status, body } = await shop.ask(method, address, undefined, {
          token: tokens.admin,
          raw: content,
          headers: { 'content-type': type },
        })
        const { code, message } = refusalBodySchema.parse(body)
        const expected = name === SIGNED ? [403, 'SIGNATURE_INVALID'] : [415, 'TYPE_UNSUPPORTED']
        expect([name, type, content, status, code]).toEqual([name, type, content, ...expected])
        expect(message).toMatch(name === SIGNED ? /\.$/ : operation.multipart ? /^The body must be multipart/ : /^The body must be JSON, /)
      }
    }
    expect(await hashesOf(shop)).toEqual(before)
  })
})
