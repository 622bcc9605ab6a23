import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@shop/shared/calls.ts'
import type { AnyCall } from '@shop/shared/kernel/define-call.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { silentLog } from '../../platform/kernel/log.ts'
import { openPlatform, type Platform } from '../../platform/platform.ts'
import { forEachDatabase, freshDatabase } from '../../platform/testing/databases.ts'
import { tables } from '../tables.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from '../testing/shop.ts'

const SECURE = { PUBLIC_URL: 'https://shop.example', TRUST_PROXY: 'true' }
const OVER_TLS = { host: 'inside:8787', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'shop.example', 'x-forwarded-for': '1.2.3.4' }

describe('every kind of answer', () => {
  let platform: Platform
  let shop: TestShop
  let secure: TestShop
  let token: string

  beforeAll(async () => {
    const dir = await mkdtemp(join(tmpdir(), 'shop-test-'))
    mkdirSync(join(dir, 'assets'))
    writeFileSync(join(dir, 'index.html'), '<!doctype html><title>Shop</title><script src="/assets/main-abc.js"></script>')
    writeFileSync(join(dir, 'manifest.webmanifest'), '{}')
    writeFileSync(join(dir, 'assets/main-abc.js'), 'export {}')
    platform = await openPlatform({ tables, log: silentLog, runJobs: false, database: await freshDatabase('pglite') })
    shop = await testShop(platform, OPENED, { appDir: dir })
    secure = await testShop(platform, { ...OPENED, ...SECURE }, { appDir: dir })
    token = await shop.signIn(ADMIN_EMAIL)
    return async () => {
      await platform.close()
      await rm(dir, { recursive: true })
    }
  })

  type Kind = {
    status: number
    path: string
    init?: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }
    signedIn?: boolean
    before?: string
    after?: string
  }
  const json = { 'content-type': 'application/json' }
  const kinds: Readonly<Record<string, Kind>> = {
    'the page': { status: 200, path: '/' },
    'an address of a screen': { status: 200, path: '/pos?x=1' },
    'an asset': { status: 200, path: '/assets/main-abc.js' },
    'the manifest': { status: 200, path: '/manifest.webmanifest' },
    'a file that is not there': { status: 404, path: '/assets/gone.js' },
    'what the browser has': { status: 304, path: '/', init: { headers: { 'if-none-match': 'ETAG' } } },
    'an answer in JSON': { status: 200, path: '/api/auth/me', signedIn: true },
    'a compressed answer': { status: 200, path: '/api/openapi.json', init: { headers: { 'accept-encoding': 'br' } } },
    'an invalid request': { status: 400, path: '/api/identity/sign-in/email', init: { method: 'POST', body: '{', headers: json } },
    'a refused sign-in': { status: 401, path: '/api/auth/me' },
    'a forbidden request': {
      status: 403,
      path: '/api/setup',
      init: { method: 'POST', body: '{}', headers: { ...json, cookie: 'a=b', origin: 'http://evil.example' } },
    },
    'an unknown address': { status: 404, path: '/api/nothing' },
    'too large a body': { status: 413, path: '/api/setup', init: { method: 'POST', body: `"${'x'.repeat(200_000)}"`, headers: json } },
    'a mistake of ours': {
      status: 500,
      path: '/api/auth/all-users',
      signedIn: true,
      before: 'alter table balances rename to away',
      after: 'alter table away rename to balances',
    },
    'the documentation': { status: 200, path: '/api/docs' },
    'the metrics': { status: 200, path: '/api/metrics' },
    'a stream of events': { status: 200, path: '/api/sync/events', signedIn: true },
    'a stream of rows': { status: 200, path: '/api/sync/start?protocol=1', signedIn: true },
    'a picture that is not there': { status: 404, path: `/api/images/${'0'.repeat(64)}.jpg` },
  }

  const answerOf = async ({ path, init = {}, signedIn, before, after }: Kind, server = shop, more: Record<string, string> = {}) => {
    if (before) await sql.raw(before).execute(platform.db)
    const headers: Record<string, string> = { ...init.headers, ...more, ...(signedIn ? { authorization: `Bearer ${token}` } : {}) }
    if (headers['if-none-match']) {
      headers['if-none-match'] = (await server.server.fetch(new Request('http://localhost/'))).headers.get('etag') ?? ''
    }
    const response = await server.server.fetch(new Request(`http://localhost${path}`, { ...init, headers }))
    await response.body?.cancel()
    if (after) await sql.raw(after).execute(platform.db)
    return response
  }

  it.each(Object.entries(kinds))('%s has the headers that limit what a browser does with it', async (_, kind) => {
    const { status, headers } = await answerOf(kind)
    const isApi = kind.path.startsWith('/api/')
    // the protocol version in these paths may be old
    expect(kind.path.includes('protocol=') ? [200, 409] : [kind.status]).toContain(status)
    const policy = headers.get('content-security-policy') ?? ''
    const directive = (name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `)) ?? ''
    if (isApi) expect(policy).toMatch(/^default-src 'none'; /)
    else expect(directive('script-src')).toMatch(/^script-src 'self' 'wasm-unsafe-eval'/)
    expect(directive('script-src')).not.toMatch(/unsafe-inline|'unsafe-eval'|\*|https?:|data:|blob:/)
    expect(policy).toContain(`frame-ancestors 'none'`)
    expect(
      Object.fromEntries(
        ['x-content-type-options', 'x-frame-options', 'referrer-policy', 'cross-origin-resource-policy'].map((name) => [
          name,
          headers.get(name),
        ]),
      ),
    ).toEqual({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers.get('permissions-policy')).toContain('camera=(self)')
    expect(headers.get('x-request-id')).toMatch(/^[\w.-]+$/)
    for (const name of headers.keys()) expect(name).not.toMatch(/^access-control-|^x-powered-by$|^server$|^set-cookie$/)
    expect(headers.get('strict-transport-security')).toBeNull()
    if (isApi && headers.get('content-type')?.startsWith('application/json') && !kind.path.includes('openapi')) {
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  it.each(Object.entries(kinds))('%s demands HTTPS for later visits over HTTPS, but not over HTTP', async (_, kind) => {
    const { headers } = await answerOf({ ...kind, init: { ...kind.init, headers: { ...kind.init?.headers } } }, secure, OVER_TLS)
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/)
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    const plain = await answerOf(kind, secure)
    expect(plain.headers.get('strict-transport-security')).toBeNull()
  })

  it('to a preflight of another origin, or to a request with cookies from its pages, is a refusal', async () => {
    const preflight = await shop.ask('OPTIONS', '/auth/me', undefined, {
      headers: { origin: 'http://evil.example', 'access-control-request-method': 'GET' },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([405, null])
    const post = async (server: TestShop, headers: Record<string, string>) =>
      (
        await server.ask(
          'POST',
          '/identity/sign-in/email',
          { email: 'a@example.org', password: 'x' },
          { headers: { cookie: 'a=b', ...headers } },
        )
      ).status
    const at = (name: string, origin: string) => ({ ...OVER_TLS, 'x-forwarded-host': name, origin })
    expect(await post(secure, at('shop.example', 'https://shop.example'))).toBe(401)
    expect(await post(secure, at('exchange.localhost', 'https://exchange.localhost'))).toBe(401)
    expect(await post(secure, at('shop.example', 'https://evil.example'))).toBe(403)
    expect(await post(secure, at('evil.example', 'https://evil.example'))).toBe(421)
    expect(await post(secure, at('shop.example', 'https://exchange.localhost'))).toBe(403)
    expect(await post(secure, at('shop.example', 'http://shop.example'))).toBe(403)
    expect(await post(secure, at('shop.example', 'null'))).toBe(403)
  })
})

forEachDatabase('the existence of an account', (open) => {
  it('is revealed to no user by any call about a person', async () => {
    const shop = await testShop(await open(), OPENED)
    const { token } = await shop.signUp('asking@example.org')
    const { uid } = await shop.signUp('existing@example.org')
    const pathOf = ({ path }: AnyCall, id: string) => path.replace(/\{\w+\}/g, id)
    const about = calls.filter(({ path, access }) => access !== 'public' && access !== 'user' && path.includes('{'))
    expect(about.length).toBeGreaterThan(10)
    for (const call of about) {
      const answers = []
      for (const id of [uid, '0190a0b0-0000-7000-8000-00000000ffff', 'existing@example.org', 'x']) {
        const { status, body } = await shop.ask(call.method, pathOf(call, encodeURIComponent(id)), call.body ? {} : undefined, { token })
        answers.push(JSON.stringify([status, body]))
      }
      expect({ call: call.name, answers: new Set(answers).size, status: answers[0]?.slice(1, 4) }).toEqual({
        call: call.name,
        answers: 1,
        status: '403',
      })
    }
  })
})
