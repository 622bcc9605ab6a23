import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { BRAND_REVISION, brandedPage } from '@shop/shared/brands/branded-page.ts'
import { type Brand, DEFAULT_BRANDS, pageBrandOf } from '@shop/shared/brands/schema.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { silentLog } from '../../platform/kernel/log.ts'
import { openPlatform, type Platform } from '../../platform/platform.ts'
import { freshDatabase } from '../../platform/testing/databases.ts'
import { tables } from '../tables.ts'
import { OPENED, type TestShop, testShop } from '../testing/shop.ts'

const INDEX = `<!doctype html><title>Shop</title><script>let theme = 1</script><script type="module" src="/assets/main-abc.js"></script>${' '.repeat(2_000)}`

const ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="112" fill="#5b5bd6"/></svg>'
const EXCHANGE = { domain: 'exchange.localhost', title: 'ConsignEx' }
const PAGE = pageBrandOf(DEFAULT_BRANDS[0] as Brand, EXCHANGE)

describe('the built app', () => {
  let shop: TestShop
  let platform: Platform
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await shop.server.fetch(new Request(`http://localhost${path}`, { headers }))
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  beforeAll(async () => {
    const dir = await mkdtemp(join(tmpdir(), 'shop-test-'))
    const appDir = join(dir, 'with spaces')
    mkdirSync(join(appDir, 'assets'), { recursive: true })
    writeFileSync(join(appDir, 'index.html'), INDEX)
    writeFileSync(join(appDir, 'sw.js'), 'self')
    writeFileSync(join(appDir, 'manifest.webmanifest'), JSON.stringify({ start_url: '/dashboard' }))
    mkdirSync(join(appDir, 'icons'))
    writeFileSync(join(appDir, 'icons/icon.svg'), ICON)
    for (const name of ['icon-192', 'maskable-192', 'touch-180']) writeFileSync(join(appDir, `icons/${name}.png`), 'as drawn')
    writeFileSync(join(appDir, 'service-worker.js'), `const revision = '${BRAND_REVISION}'`)
    writeFileSync(join(appDir, 'assets/main-abc.js'), `export {} ${'/* x */'.repeat(500)}`)
    writeFileSync(join(appDir, 'assets/reader-abc.wasm'), Buffer.alloc(2_000))
    writeFileSync(join(appDir, 'assets/reader-abc.wasm.br'), 'as packed')
    platform = await openPlatform({ tables, log: silentLog, runJobs: false, database: await freshDatabase('pglite') })
    shop = await testShop(platform, {}, { appDir })
    return async () => {
      await platform.close()
      await rm(dir, { recursive: true })
    }
  })

  it('is served at every address of a screen, and browsers revalidate it each time', async () => {
    for (const path of ['/', '/pos', '/admin/image-backfill', '/marketplace?tab=offers', '/login']) {
      const { status, headers, bytes } = await get(path)
      expect([path, status, headers.get('cache-control'), bytes.toString()]).toEqual([path, 200, 'no-cache', brandedPage(INDEX, PAGE)])
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    }
  })

  it('lets browsers cache only files with a hash for ever', async () => {
    expect((await get('/assets/main-abc.js')).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await get('/sw.js')).headers.get('cache-control')).toBe('no-cache')
    const manifest = await get('/manifest.webmanifest')
    expect([manifest.headers.get('cache-control'), manifest.headers.get('content-type')]).toEqual([
      'no-cache',
      'application/manifest+json; charset=utf-8',
    ])
    expect((await get('/assets/reader-abc.wasm')).headers.get('content-type')).toBe('application/wasm')
  })

  it('answers 304 for a version that the browser has', async () => {
    const etag = (await get('/')).headers.get('etag') ?? ''
    expect(etag).toMatch(/^".+"$/)
    expect((await get('/', { 'if-none-match': etag })).status).toBe(304)
    expect((await get('/', { 'if-none-match': `W/${etag}` })).status).toBe(304)
    expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('is compressed in an encoding that the browser accepts', async () => {
    const plain = await get('/assets/main-abc.js')
    const brotli = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip, deflate, br' })
    expect(brotli.headers.get('content-encoding')).toBe('br')
    expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes)
    const zipped = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip, br;q=0' })
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(zipped.bytes)).toEqual(plain.bytes)
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.headers.get('vary')).toBe('accept-encoding')
    const packed = await get('/assets/reader-abc.wasm', { 'accept-encoding': 'br' })
    expect([packed.headers.get('content-encoding'), packed.bytes.toString()]).toEqual(['br', 'as packed'])
    expect(gunzipSync((await get('/assets/reader-abc.wasm', { 'accept-encoding': 'gzip' })).bytes)).toEqual(Buffer.alloc(2_000))
    expect((await get('/assets/reader-abc.wasm.br')).status).toBe(404)
    const docs = await get('/api/docs', { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(docs.bytes).toString()).toContain('<h1>Shop API</h1>')
  })

  it('shows the name, colors and icons of its host’s brand, and changes with the brand', async () => {
    const paid = { host: 'exchange.localhost:8787' }
    const page = (await get('/login', paid)).bytes.toString()
    expect(page).toBe(brandedPage(INDEX, pageBrandOf(DEFAULT_BRANDS[1] as Brand, EXCHANGE)))
    expect(JSON.parse((await get('/manifest.webmanifest', paid)).bytes.toString())).toEqual({
      start_url: '/dashboard',
      name: 'ConsignEx',
      short_name: 'ConsignEx',
    })
    expect((await get('/icons/icon.svg', paid)).bytes.toString()).toBe(ICON.replace('#5b5bd6', '#0f766e'))
    expect((await get('/icons/icon.svg')).bytes.toString()).toBe(ICON)
    expect((await get('/icons/icon-192.png')).bytes.toString()).toBe('as drawn')
    for (const [name, side, corner] of [
      ['icon-192', 192, 0],
      ['maskable-192', 192, 255],
      ['touch-180', 180, 255],
    ] as const) {
      const picture = sharp((await get(`/icons/${name}.png`, paid)).bytes).ensureAlpha()
      const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
      const middle = (side * (side / 2) + side / 2) * 4
      expect([info.width, info.height, [...data.subarray(middle, middle + 4)]]).toEqual([side, side, [0x0f, 0x76, 0x6e, 255]])
      expect(data[3]).toBe(corner)
    }
    const workers = await Promise.all([get('/service-worker.js'), get('/service-worker.js', paid)])
    const [one, other] = workers.map(({ bytes }) => bytes.toString())
    expect(one).not.toContain(BRAND_REVISION)
    expect(one).not.toBe(other)
    expect((await get('/', paid)).headers.get('etag')).not.toBe((await get('/')).headers.get('etag'))
    // only the host of an address decides on the brand
    expect((await get('/?host=exchange.localhost')).bytes.toString()).toContain('<title>Consign</title>')
  })

  it('has a landing page only at its root, with the words and the address of its brand', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'shop-test-'))
    onTestFinished(() => rm(dir, { recursive: true }))
    writeFileSync(join(dir, 'index.html'), INDEX)
    writeFileSync(
      join(dir, 'landing.html'),
      '<title>[[title]]</title><link href="[[origin]]/">[[if membership]]5 dollars[[if checkout]], [[checkout]][[/if checkout]][[/if membership]][[unless checkout]]free[[/unless checkout]]',
    )
    writeFileSync(join(dir, 'robots.txt'), 'Sitemap: [[origin]]/sitemap.xml')
    mkdirSync(join(dir, 'social'))
    writeFileSync(join(dir, 'social/card.png'), 'as drawn')
    writeFileSync(join(dir, 'social/card.svg'), ICON)
    const closed = await openPlatform({ tables, log: silentLog, runJobs: false, database: await freshDatabase('pglite') })
    onTestFinished(() => closed.close())
    const empty = await testShop(closed, {}, { appDir: dir })
    const ask = async (path: string, host = 'localhost', of = open) =>
      of.server.fetch(new Request(`http://localhost${path}`, { headers: { host } }))
    const first = await ask('/', 'localhost', empty)
    expect([first.status, first.headers.get('location')]).toEqual([302, '/setup'])
    const open = await testShop(closed, OPENED, { appDir: dir })

    expect(await (await ask('/')).text()).toBe('<title>Consign</title><link href="http://localhost:8787/">free')
    expect(await (await ask('/', 'exchange.localhost:8787')).text()).toBe(
      '<title>ConsignEx</title><link href="http://exchange.localhost:8787/">5 dollars, https://whop.com/',
    )
    expect(await (await ask('/login')).text()).toBe(brandedPage(INDEX, PAGE))
    expect(await (await ask('/robots.txt', 'shop.localhost')).text()).toBe('Sitemap: http://localhost:8787/sitemap.xml')
    for (const [host, status] of [
      ['"><script>alert(1)</script>', 200],
      ['a b', 200],
      ['[[contact]]', 200],
      ['x'.repeat(5_000), 421],
    ] as const) {
      const answer = await ask('/', host)
      expect([answer.status, (await answer.text()).includes('<script>')]).toEqual([status, false])
    }
    // the server compresses and keeps every version, so a stranger must not cause more versions than the shop has addresses
    const versions = new Set<string | null>()
    for (let n = 0; n < 100; n++)
      for (const host of [`shop-${n}.localhost`, `127.0.0.${n}`, `localhost:${9_000 + n}`, `exchange.localhost:${n + 1}`])
        versions.add((await ask('/', host)).headers.get('etag'))
    expect(versions.size).toBe(2)
    expect(await (await ask('/social/card.png')).text()).toBe('as drawn')
    const card = sharp(Buffer.from(await (await ask('/social/card.png', 'exchange.localhost')).arrayBuffer()))
    expect((await card.stats()).dominant).toMatchObject({ r: 8, g: 120, b: 104 })
    const known = await testShop(closed, { ...OPENED, PUBLIC_URL: 'https://shop.example' }, { appDir: dir })
    expect(await (await ask('/', 'elsewhere.localhost', known)).text()).toContain('href="https://shop.example/"')
    expect(await (await ask('/', 'exchange.localhost', known)).text()).toContain('href="https://exchange.localhost/"')
  })

  it('answers 404 or its page instead of a file that is absent, hidden or outside the folder', async () => {
    for (const path of [
      '/assets/gone-123.js',
      '/favicon.ico',
      '/../package.json',
      '/%2e%2e/%2e%2e/package.json',
      '/assets/..%2f..%2fpackage.json',
      '/index.html%00.js',
      '/.env',
    ]) {
      const { status, bytes } = await get(path)
      expect({ path, leaked: status !== 404 && !bytes.toString().startsWith('<!doctype html><title>Consign') }).toEqual({
        path,
        leaked: false,
      })
    }
    expect((await get('/assets/gone-123.js')).status).toBe(404)
  })

  it('lets browsers run only its own scripts, by the content security policy', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? ''
    const scripts = policy.split('; ').find((part) => part.startsWith('script-src')) ?? ''
    expect(scripts).toMatch(/^script-src 'self' 'wasm-unsafe-eval' 'sha256-[\w+/]{43}='$/)
    expect(policy).toContain(`object-src 'none'`)
    expect(policy).toContain(`frame-ancestors 'none'`)
    const { headers } = await get('/api/health')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  it('is answered with 503 while it is missing, but the API works', async () => {
    const bare = await testShop(platform, {}, { appDir: '/nowhere' })
    expect((await bare.ask('GET', '/api/health')).status).toBe(200)
    expect((await bare.server.fetch(new Request('http://localhost/'))).status).toBe(503)
  })
})
