import { refusalBodySchema } from '@shop/shared/kernel/errors.ts'
import { beforeEach, expect, it } from 'vitest'
import { forEachDatabase } from '../../platform/testing/databases.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD, type TestShop, testShop } from '../testing/shop.ts'

const FIRST_ADMIN = { email: 'stranger@example.org', password: PASSWORD, displayName: 'Stranger', timeZone: 'UTC', shopName: '' }
const FOREIGN: readonly Record<string, string>[] = [
  { origin: 'http://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost.evil.example', 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site' },
  { origin: 'http://localhost', 'sec-fetch-site': 'cross-site' },
]

/** Sends the body as bytes, for which `Request` sets no content type. */
async function post(shop: TestShop, path: string, headers: Record<string, string>, body = '{}') {
  const request = new Request(`http://localhost/api${path}`, { method: 'POST', headers, body: new TextEncoder().encode(body) })
  const response = await shop.server.fetch(request)
  return { status: response.status, code: refusalBodySchema.parse(await response.json()).code }
}

forEachDatabase('a page of another website', (open) => {
  let shop: TestShop
  beforeEach(async () => {
    shop = await testShop(await open())
  })

  it('cannot set up the shop, even with a body without a content type', async () => {
    for (const headers of FOREIGN) {
      const { status, body } = await shop.ask('POST', '/setup', FIRST_ADMIN, { headers })
      expect([headers, status, body.code]).toEqual([headers, 403, 'FORBIDDEN'])
    }
    expect(await post(shop, '/setup', {}, JSON.stringify(FIRST_ADMIN))).toEqual({ status: 415, code: 'TYPE_UNSUPPORTED' })
    expect((await shop.ask('GET', '/setup')).body).toMatchObject({ needed: true })
    const own = { origin: 'http://localhost', 'sec-fetch-site': 'same-origin' }
    expect((await shop.ask('POST', '/setup', FIRST_ADMIN, { headers: own })).status).toBe(200)
  })
})

forEachDatabase('a write', (open) => {
  let shop: TestShop
  let token: string
  beforeEach(async () => {
    shop = await testShop(await open(), { ...OPENED, PUBLIC_URL: 'https://shop.example' })
    token = await shop.signIn(ADMIN_EMAIL)
  })

  it('from another website is refused even with a token, but a read is allowed', async () => {
    for (const headers of FOREIGN)
      for (const path of ['/identity/sign-in/email', '/sync/push', '/sync/pull', '/membership/webhook', '/profile/picture']) {
        const { status, body } = await shop.ask('POST', path, {}, { token, headers })
        expect([path, headers, status, body.code]).toEqual([path, headers, 403, 'FORBIDDEN'])
      }
    expect((await shop.ask('GET', '/auth/me', undefined, { token, headers: FOREIGN[0] as Record<string, string> })).status).toBe(200)
  })

  it('is allowed from the shop’s pages, also at a local address, and from programs', async () => {
    const own: readonly Record<string, string>[] = [
      {},
      { origin: 'https://shop.example' },
      { host: '127.0.0.5:8787', origin: 'http://127.0.0.5:8787' },
      // a proxy that hides HTTPS and the host
      { host: '127.0.0.1:8787', origin: 'https://till.example', 'sec-fetch-site': 'same-origin' },
    ]
    for (const headers of own) {
      const { status } = await shop.ask('POST', '/identity/sign-in/email', { email: ADMIN_EMAIL, password: PASSWORD }, { headers })
      expect([headers, status]).toEqual([headers, 200])
    }
  })

  it('needs the content type that its call declares', async () => {
    const types = [
      undefined,
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-16',
      'multipart/form-data; boundary=x',
    ]
    for (const type of types)
      for (const path of ['/inventory/master', '/sync/push', '/sync/pull', '/identity/sign-in/email', '/identity/change-password']) {
        const headers = { authorization: `Bearer ${token}`, ...(type === undefined ? {} : { 'content-type': type }) }
        expect([path, type, await post(shop, path, headers)]).toEqual([path, type, { status: 415, code: 'TYPE_UNSUPPORTED' }])
      }
  })
})
