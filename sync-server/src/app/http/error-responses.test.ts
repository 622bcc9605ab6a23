import { refusalBodySchema } from '@shop/shared/kernel/errors.ts'
import { beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { forEachDatabase } from '../../platform/testing/databases.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from '../testing/shop.ts'

const ID = '0190a0b0-0000-7000-8000-00000000ffff'

forEachDatabase('a request that cannot be answered', (open) => {
  let shop: TestShop
  let token: string
  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    token = await shop.signIn(ADMIN_EMAIL)
  })

  it('is refused in one form, with the request’s id and without internals', async () => {
    const answer = await shop.ask('GET', '/auth/users/nobody', undefined, { token, headers: { 'x-request-id': 'my-id.1' } })
    expect(z.strictObject(refusalBodySchema.shape).parse(answer.body)).toEqual({
      code: 'ACCOUNT_NOT_FOUND',
      message: 'This user does not exist (any more).',
    })
    expect(answer.headers.get('x-request-id')).toBe('my-id.1')
    const odd = await shop.ask('GET', '/health', undefined, { headers: { 'x-request-id': 'a b;c' } })
    expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('gets 404 in JSON at an unknown address', async () => {
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['GET', '/api'],
      ['GET', '/sync'],
      ['POST', '/identity/delete-user'],
    ] as const) {
      const { status, body, headers } = await shop.ask(method, path, undefined, { token })
      expect([path, status, body.code]).toEqual([path, 404, 'NOT_FOUND'])
      expect(headers.get('content-type')).toMatch(/^application\/json/)
    }
  })

  it('gets 405 in JSON for a wrong method', async () => {
    for (const [method, path, allow] of [
      ['POST', '/auth/me', 'GET, HEAD, PUT'],
      ['DELETE', '/health', 'GET, HEAD'],
      ['PATCH', '/brand', 'GET, HEAD'],
    ] as const) {
      const { status, body, headers } = await shop.ask(method, path, undefined, { token })
      expect([path, status, body.code]).toEqual([path, 405, 'METHOD_NOT_ALLOWED'])
      expect(headers.get('content-type')).toMatch(/^application\/json/)
      expect(headers.get('allow')?.split(', ').sort()).toEqual(expect.arrayContaining(allow.split(', ').sort()))
    }
  })

  it('gets 400 for a body that is not JSON in UTF-8 or is declared as compressed', async () => {
    const bodies: [string | Uint8Array<ArrayBuffer>, Record<string, string>][] = [
      ['', {}],
      ['{', {}],
      ['{"itemName": "x",}', {}],
      ['[1, 2', {}],
      ['NaN', {}],
      ['undefined', {}],
      [new Uint8Array([0x22, 0xff, 0xfe, 0x22]), {}],
      [new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]), {}],
      ['{}', { 'content-encoding': 'gzip' }],
    ]
    for (const [raw, headers] of bodies)
      for (const path of ['/inventory/master', '/sync/push', '/identity/sign-in/email', '/identity/change-password']) {
        const { status, body } = await shop.ask('POST', path, undefined, { token, raw, headers })
        expect([path, String(raw), status, body.code]).toEqual([path, String(raw), 400, 'INVALID'])
      }
  })

  it('gets 400 for JSON that is not an object', async () => {
    for (const raw of ['null', '[]', '"text"', '1', 'true', '[[[[]]]]', `${'['.repeat(5_000)}${']'.repeat(5_000)}`]) {
      for (const path of ['/inventory/master', '/sync/push', '/setup']) {
        const { status } = await shop.ask('POST', path, undefined, { token, raw })
        expect([path, raw.slice(0, 20), status]).toEqual([path, raw.slice(0, 20), 400])
      }
    }
  })

  it('gets 413 for a body that is too large', async () => {
    const large = (bytes: number) => ({ token, raw: JSON.stringify({ itemName: 'x'.repeat(bytes) }) })
    expect((await shop.ask('POST', '/inventory/master', undefined, large(8_100_000))).body.code).toBe('TOO_LARGE')
    expect((await shop.ask('POST', '/identity/sign-in/email', undefined, large(200_000))).status).toBe(413)
    expect((await shop.ask('POST', '/identity/reset-password', undefined, large(200_000))).status).toBe(413)
  })

  it('gets 400 and the name of a field whose value is not a valid number', async () => {
    for (const quantity of ['1e400', '-1e400', '1e20', '9007199254740993', '1.5', '-1', '"3"', 'null', '{}', '[]']) {
      const { status, body } = await shop.ask('POST', '/inventory/master', undefined, {
        token,
        raw: `{"itemName":"x","barcode1":"1","quantity":${quantity}}`,
      })
      expect([quantity, status, Object.keys(body.fields)]).toEqual([quantity, 400, ['quantity']])
    }
  })

  it('gets an English explanation even for a field whose schema has no message', async () => {
    const fieldsOf = async (method: string, path: string, sent: unknown) => (await shop.ask(method, path, sent, { token })).body.fields
    expect(await fieldsOf('PUT', `/auth/users/${ID}`, { whopBypass: 'yes' })).toEqual({
      whopBypass: 'Please send true or false',
    })
    expect(await fieldsOf('POST', '/sync/push', { clientId: ID, protocol: 0, commands: [] })).toEqual({
      protocol: 'At least 1',
      commands: 'At least 1 item',
    })
    expect(await fieldsOf('POST', '/sync/pull', { clientId: ID, protocol: 1.5, cursor: 'x'.repeat(2_001) })).toEqual({
      protocol: 'Please send a whole number',
      cursor: 'At most 2000 characters',
    })
  })

  it('gets 400 for a NUL in a path, and no 500 for other invalid text in an address', async () => {
    for (const path of ['/auth/users/%00', '/auth/users/a%00b', '/inventory/master/%00']) {
      const { status } = await shop.ask(path.startsWith('/auth') ? 'GET' : 'DELETE', path, undefined, { token })
      expect([path, status]).toEqual([path, 400])
    }
    for (const path of ['/auth/users/%', '/auth/users/%ff', '/auth/users/%c3%28', '/%ff', '/auth/search?q=%ff%fe', '/auth/search?q=%00']) {
      const { status } = await shop.ask('GET', path, undefined, { token })
      expect({ path, isOurs: status >= 500 }).toEqual({ path, isOurs: false })
    }
  })

  it('gets 401 for a malformed token', async () => {
    for (const authorization of [
      'Bearer',
      'Bearer ',
      'bearer x.y',
      `Bearer ${'a'.repeat(600)}`,
      'Basic YTpi',
      'Bearer a b',
      'Bearer %00',
      'Bearer null',
      "Bearer ' or 1=1",
    ]) {
      const { status, headers } = await shop.ask('GET', '/auth/me', undefined, { headers: { authorization } })
      expect([authorization, status, headers.get('www-authenticate')]).toEqual([authorization, 401, 'Bearer'])
    }
  })

  it('is refused when a page of another origin sends cookies along', async () => {
    const post = (headers: Record<string, string>) =>
      shop.ask(
        'POST',
        '/identity/sign-in/email',
        { email: ADMIN_EMAIL, password: 'wrong' },
        { headers: { host: 'shop.localhost', ...headers } },
      )
    const foreign = await post({ cookie: 'a=b', origin: 'http://evil.example' })
    expect([foreign.status, foreign.body.code]).toEqual([403, 'FORBIDDEN'])
    expect((await post({ cookie: 'a=b', 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await post({ cookie: 'a=b', origin: 'http://shop.localhost' })).status).toBe(401)
    expect((await post({ cookie: 'a=b' })).status).toBe(401)
    expect((await post({})).status).toBe(401)
  })
})
