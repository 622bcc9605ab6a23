import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { MAX_BODY_BYTES } from '@shop/shared/kernel/limits.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPlatform, type Platform } from '../platform/platform.ts'
import { freshDatabase } from '../platform/testing/databases.ts'
import { type Operation, operations } from './http/operations.ts'
import { tables } from './tables.ts'
import { givesAway, rememberingLog } from './testing/hostile-shop.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD, type TestShop, testShop } from './testing/shop.ts'

/** Maximum bytes of an operation's body, computed without the code under test. */
function mostBytesOf({ multipart, maxBodyBytes = MAX_BODY_BYTES }: Operation): number {
  return Object.values(multipart?.files ?? {}).reduce((sum, { maxBytes }) => sum + maxBytes, maxBodyBytes) + (multipart ? 16_000 : 0)
}

/** Content of the files that the server must not serve. */
const SECRET = 'beside the app'

describe('bytes that no browser sends', () => {
  let platform: Platform
  let shop: TestShop
  let port: number
  let dir: string
  let errors: string[]

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'shop-test-'))
    const appDir = join(dir, 'app')
    mkdirSync(join(appDir, 'assets'), { recursive: true })
    mkdirSync(join(dir, 'images'))
    writeFileSync(join(dir, 'secret.txt'), SECRET)
    writeFileSync(join(dir, 'images', 'secret.txt'), SECRET)
    writeFileSync(join(appDir, '.hidden'), SECRET)
    writeFileSync(join(appDir, 'index.html'), '<!doctype html><title>Shop</title>')
    writeFileSync(join(appDir, 'assets/main-abc.js'), 'export {}')
    const remembering = rememberingLog()
    errors = remembering.errors
    platform = await openPlatform({ tables, log: remembering.log, runJobs: false, database: await freshDatabase('pglite') })
    shop = await testShop(platform, { ...OPENED, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dir }, { appDir })
    port = Number(new URL(await shop.server.listen()).port)
    return async () => {
      await shop.server.close()
      await rm(dir, { recursive: true })
    }
  })

  /** Sends raw bytes, and answers the bytes that come back until the connection ends. */
  const raw = (...parts: readonly (string | Uint8Array)[]): Promise<string> =>
    new Promise((resolve) => {
      let text = ''
      const socket = connect(port, '127.0.0.1')
      socket.setTimeout(20_000, () => socket.destroy())
      socket.on('data', (bytes) => {
        text += bytes.toString('latin1')
      })
      socket.on('error', () => {})
      socket.on('close', () => resolve(text))
      for (const part of parts) socket.write(part)
      // a request with `Connection: close` waits for the server to hang up; after any other request the test hangs up
      if (!parts.some((part) => /Connection: close/.test(String(part)))) setTimeout(() => socket.end(), 300)
    })
  const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
  const get = (path: string, headers = '') => raw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`)
  const lives = async () => expect(statusOf(await get('/api/health'))).toBe(200)

  it('reach no hidden file and no file outside the app, in any of many spellings of a path', async () => {
    const paths = [
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/%252e%252e/secret.txt',
      '/assets/../../secret.txt',
      '/assets/..%5c..%5csecret.txt',
      '/..\\secret.txt',
      '//../secret.txt',
      '/./../secret.txt',
      '/.hidden',
      '/%2ehidden',
      '/assets/%00/../../secret.txt',
      '/secret.txt%00.js',
      `/${'../'.repeat(50)}etc/passwd`,
      '../secret.txt',
      'http://shop/../secret.txt',
      '/api/images/..%2fsecret.txt',
      '/api/images/%2e%2e%2fimages%2fsecret.txt',
      '/api/images/secret.txt',
      `/api/images/${'0'.repeat(64)}.jpg%00`,
      `/api/images/${'0'.repeat(64)}.jpg/../secret.txt`,
      '/api/images/label-x.pdf',
      '/api/images/__proto__',
      '/api/images/%ff',
    ]
    for (const path of paths) {
      const answer = await get(path)
      expect([path, answer.includes(SECRET), answer.includes('root:')]).toEqual([path, false, false])
      expect([path, [200, 302, 400, 404].includes(statusOf(answer))]).toEqual([path, true])
      expect([path, givesAway(answer)]).toEqual([path, false])
    }
    expect(errors).toEqual([])
  })

  it('of an invalid request cause no 500 and give nothing away, and the server survives', async () => {
    const head = 'POST /api/identity/sign-in/email HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
    const requests: readonly (string | Uint8Array)[][] = [
      ['\r\n\r\n'],
      ['GET\r\n\r\n'],
      ['GET / HTTP/9.9\r\n\r\n'],
      ['GET /api/brand HTTP/1.1\r\n\r\n'],
      ['GET /api/brand HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
      ['GET /api/brand HTTP/1.1\r\nHost: evil"><script>\r\n\r\n'],
      ['GET /api/brand HTTP/1.1\r\nHost: a b\r\n\r\n'],
      ['GET /api/brand HTTP/1.1\r\nHost:\r\n\r\n'],
      ['GET /api/brand HTTP/1.1\r\nHost: localhost\r\nX: \u0000\r\n\r\n'],
      ['GET /api/brand HTTP/1.1\r\nHost: localhost\r\n folded\r\n\r\n'],
      [`GET /api/brand HTTP/1.1\r\nHost: localhost\r\nCookie: ${'a'.repeat(100_000)}\r\n\r\n`],
      [`GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`],
      [`GET /api/brand HTTP/1.1\r\nHost: localhost\r\n${'A: b\r\n'.repeat(5_000)}\r\n`],
      ['TRACE / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
      ['CONNECT evil:443 HTTP/1.1\r\nHost: evil:443\r\n\r\n'],
      ['FOO /api/brand HTTP/1.1\r\nHost: localhost\r\n\r\n'],
      [new Uint8Array([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03])],
      // two lengths, or an invalid one, could smuggle in a second request
      [`${head}Content-Length: 2\r\nContent-Length: 30\r\n\r\n{}`],
      [`${head}Content-Length: -1\r\n\r\n{}`],
      [`${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
      [`${head}Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n`],
      [`${head}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}`],
      [`${head}Content-Length: 1000\r\n\r\n{"email":`],
      [`${head}Content-Encoding: gzip\r\nContent-Length: 9999\r\n\r\n`, gzipSync(Buffer.alloc(20_000_000))],
      [`${head}Expect: 200-maybe\r\nContent-Length: 2\r\n\r\n{}`],
      ['GET /api/sync/events HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'],
    ]
    for (const request of requests) {
      const answer = await raw(...request)
      const told = String(request[0]).slice(0, 120)
      // a cut connection without an answer is also right
      expect([
        told,
        answer === '' || (statusOf(answer) >= 200 && statusOf(answer) < 500) || statusOf(answer) === 503 || statusOf(answer) === 501,
      ]).toEqual([told, true])
      expect([told, givesAway(answer), /<script/i.test(answer)]).toEqual([told, false, false])
    }
    await lives()
    expect(errors).toEqual([])
  })

  it('of a body beyond the limit are refused or cut off, whether it is announced, sent in chunks or compressed', async () => {
    const megabyte = Buffer.alloc(1_000_000, 0x20)
    const head = (path: string) => `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n`
    const declared = await raw(`${head('/api/identity/sign-in/email')}Content-Length: 99999999\r\n\r\n`, '{')
    expect(statusOf(declared)).toBe(413)
    const chunk = Buffer.concat([Buffer.from('f4240\r\n'), megabyte, Buffer.from('\r\n')])
    const endless = await raw(
      `${head('/api/identity/sign-in/email')}Transfer-Encoding: chunked\r\n\r\n`,
      ...Array.from({ length: 12 }, () => chunk),
    )
    expect([0, 413]).toContain(statusOf(endless))
    const pressed = gzipSync(Buffer.alloc(50_000_000, 0x20))
    const bomb = await raw(
      `${head('/api/identity/sign-in/email')}Content-Encoding: gzip\r\nContent-Length: ${pressed.length}\r\n\r\n`,
      pressed,
    )
    expect(statusOf(bomb)).toBe(400)
    await lives()
  })

  it('of a body that is too large for its call are refused before they are sent', async () => {
    const token = await shop.signIn(ADMIN_EMAIL, PASSWORD)
    const withBody = operations.filter(({ name, body }) => body && name !== 'brands.receiveWebhook')
    expect(withBody.length).toBeGreaterThan(45)
    const announce = async ({ method, path, multipart }: Operation, bytes: number) => {
      const type = multipart ? 'multipart/form-data; boundary=x' : 'application/json'
      const address = path.replace(/\{n\}/, '1').replace(/\{\w+\}/g, '0190a0b0-0000-7000-8000-00000000ffff')
      return raw(
        `${method} /api${address} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\n`,
        `Content-Length: ${bytes}\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n`,
      )
    }
    for (const operation of withBody) {
      const answer = await announce(operation, mostBytesOf(operation) + 1)
      expect([operation.name, answer.includes(' 413 '), answer.includes('"code":"TOO_LARGE"')]).toEqual([operation.name, true, true])
    }
    await lives()
  })

  it('of a deeply nested body are refused before they are parsed, by calls and by the sync engine', async () => {
    const token = await shop.signIn(ADMIN_EMAIL, PASSWORD)
    const head = (method: string, path: string, body: string) =>
      `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`
    const clientId = '0190a0b0-0000-7000-8000-00000000ffff'
    for (const [method, path, around] of [
      ['PUT', '/api/auth/me', (deep: string) => `{"displayName":"Deep","more":${deep}}`],
      ['POST', '/api/sync/pull', (deep: string) => `{"clientId":"${clientId}","protocol":1,"cursor":"","more":${deep}}`],
      ['POST', '/api/sync/push', (deep: string) => `{"clientId":"${clientId}","protocol":1,"commands":[{"args":${deep}}]}`],
    ] as const) {
      for (const deep of [`${'['.repeat(5_000)}${']'.repeat(5_000)}`, `${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`, '['.repeat(9_000)]) {
        const answer = await raw(head(method, path, around(deep)))
        expect([path, statusOf(answer), answer.includes('nested too deeply')]).toEqual([path, 400, true])
      }
      const flat = await raw(head(method, path, around('[[1]]')))
      expect([path, flat.includes('nested too deeply')]).toEqual([path, false])
    }
    expect(errors).toEqual([])
  })

  it('of a wrong method get a list of the right methods, and a foreign page gets no preflight', async () => {
    const ask = (method: string, path: string) => {
      const origin = method === 'OPTIONS' ? 'Origin: http://evil.example\r\n' : ''
      return raw(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${origin}Content-Length: 0\r\nConnection: close\r\n\r\n`)
    }
    const allowOf = (answer: string) => /\r\nallow: ([^\r]*)/i.exec(answer)?.[1]
    for (const [method, path, allow] of [
      ['OPTIONS', '/api/auth/me', 'GET, HEAD, PUT'],
      ['OPTIONS', '/api/sync/push', 'POST'],
      ['PROPFIND', '/api/health', 'GET, HEAD'],
      ['DELETE', '/api/inventory/imports/x/commit', 'POST'],
    ] as const) {
      const answer = await ask(method, path)
      expect([path, statusOf(answer), allowOf(answer), /access-control/i.test(answer)]).toEqual([path, 405, allow, false])
    }
    const nothing = await ask('OPTIONS', '/api/nothing')
    expect([statusOf(nothing), allowOf(nothing)]).toEqual([404, undefined])
  })

  it('get no body by HEAD, and only answers that no cache may reuse unchecked', async () => {
    const token = await shop.signIn(ADMIN_EMAIL, PASSWORD)
    const paths = [
      '/api/auth/me',
      '/api/health',
      '/api/ready',
      '/api/openapi.json',
      '/api/sync/start?protocol=2',
      '/api/nothing',
      '/api/brand',
    ]
    for (const path of paths)
      for (const method of ['GET', 'HEAD']) {
        const answer = await raw(
          `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
        )
        const [head = '', body = ''] = answer.split('\r\n\r\n')
        expect([method, path, /\r\ncache-control: no-(store|cache)/i.test(head), body === '']).toEqual([
          method,
          path,
          true,
          method === 'HEAD',
        ])
        // over plain HTTP no answer demands HTTPS for later visits
        expect([path, /strict-transport-security/i.test(head)]).toEqual([path, false])
      }
  })

  it('forge neither a user nor an address by their headers', async () => {
    const token = await shop.signIn(ADMIN_EMAIL, PASSWORD)
    // without a trusted proxy all of these count as one address
    for (let n = 0; n < 300; n++) {
      const status = await signInFrom(`10.0.0.${n % 250}`)
      expect([401, 429]).toContain(status)
      if (status === 429) break
      expect(n).toBeLessThan(299)
    }
    const { status } = await shop.ask('GET', '/auth/me', undefined, {
      token,
      headers: { 'x-forwarded-for': '10.0.0.1', 'x-user-id': 'admin', 'x-original-url': '/api/health' },
    })
    expect(status).toBe(200)
    for (const headers of [
      { 'x-original-url': '/api/health' },
      { 'x-rewrite-url': '/api/health' },
      { 'x-http-method-override': 'GET' },
    ] as Record<string, string>[])
      expect((await shop.ask('GET', '/auth/me', undefined, { headers })).status).toBe(401)
    await lives()
  })

  /** Tries a wrong password from a claimed address. */
  const signInFrom = async (address: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/identity/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address, 'x-real-ip': address, forwarded: `for=${address}` },
      body: JSON.stringify({ email: ADMIN_EMAIL, password: 'wrong' }),
    })
    await response.arrayBuffer()
    return response.status
  }
})
