import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { thumbnailOf } from '@shop/shared/images/thumbnails.ts'
import sharp from 'sharp'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from '../../app/testing/shop.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Platform } from '../../platform/platform.ts'
import { forEachDatabase, temporaryDir } from '../../platform/testing/databases.ts'
import { type PictureServer, startPictureServer } from '../testing/picture-server.ts'
import { onePixel, phonePhoto, twoFrames, twoHalves } from '../testing/pictures.ts'
import { startS3Server } from '../testing/s3-server.ts'
import { claimWish, settleTouches } from './thumbnail-rows.ts'
import { openThumbnails, type ThumbnailParts } from './thumbnails.ts'

/** A long limit for polls, because the machine may be busy. */
const PATIENCE = { timeout: 20_000, interval: 100 }

/** A shop, its admin, and a server for the pictures to which the items link. */
type Scene = {
  readonly pictures: PictureServer
  readonly platform: Platform
  readonly shop: TestShop
  readonly dataDir: string
  /** Adds an item with a picture; answers its id. */
  readonly add: (imageUrl: string) => Promise<string>
  readonly edit: (id: string, imageUrl: string) => Promise<void>
  readonly remove: (id: string) => Promise<void>
  /** Opens a server's maker of thumbnails. */
  readonly maker: (more?: Partial<ThumbnailParts>) => ReturnType<typeof openThumbnails>
  readonly get: (link: string, headers?: Record<string, string>) => Promise<Response>
  /** The state of every link. */
  readonly states: () => Promise<Record<string, string>>
  readonly kept: () => Promise<string[]>
}

async function sceneOf(platform: Platform, environment: Record<string, string> = {}, options = {}): Promise<Scene> {
  const pictures = await startPictureServer()
  const dataDir = await temporaryDir()
  const shop = await testShop(platform, { ...OPENED, DATA_DIR: dataDir, ...environment }, options)
  const token = await shop.signIn(ADMIN_EMAIL)
  const parts = { dataDir, s3: undefined, trustedOrigins: [pictures.origin], paceMs: 0, timeoutMs: 60_000 }
  const done = async (method: string, path: string, body?: object) => {
    const { status, body: answer } = await shop.ask(method, path, body, { token })
    if (status >= 300) throw new Error(`${method} ${path} answered ${status} ${JSON.stringify(answer)}`)
    return answer
  }
  let barcode = 0
  return {
    pictures,
    platform,
    shop,
    dataDir,
    add: async (imageUrl) =>
      (await done('POST', '/inventory/master', { itemName: 'Tea', barcode1: String(++barcode), imageUrl })).item.id as string,
    edit: async (id, imageUrl) => void (await done('POST', '/admin/update-item-image', { itemUID: id, imageUrl })),
    remove: async (id) => void (await done('DELETE', `/inventory/master/${id}`)),
    maker: (more = {}) => {
      const opened = openThumbnails(platform, { ...parts, ...more })
      onTestFinished(() => opened.close())
      return opened
    },
    get: (link, headers = {}) => shop.server.fetch(new Request(`http://localhost${thumbnailOf(link)}`, { headers })),
    states: async () => {
      const { rows } = await sql<{ link: string; state: string }>`select link, state from thumbnails`.execute(platform.db)
      return Object.fromEntries(rows.map(({ link, state }) => [link.replace(pictures.origin, ''), state]))
    },
    kept: () => readdir(join(dataDir, 'thumbnails')).catch(() => []),
  }
}

/** Makes waiting thumbnails due, as if a day had passed. */
async function aDayLater({ db }: Platform): Promise<void> {
  await sql`update thumbnails set due_at = due_at - interval '1 day'`.execute(db)
  await sql`update thumbnail_hosts set free_at = free_at - interval '1 day', next_at = next_at - interval '1 day'`.execute(db)
}

const picture = (side = 400) => twoHalves(side, side).jpeg().toBuffer()

forEachDatabase('thumbnails', (open) => {
  it('are made once for each link of items, and browsers may keep them for a year', async () => {
    const { pictures, add, maker, get, kept } = await sceneOf(await open())
    pictures.set('/photo', await phonePhoto())
    const link = `${pictures.origin}/photo`
    for (let times = 0; times < 2; times++) await add(link)
    const waiting = await get(link)
    expect([waiting.status, waiting.headers.get('cache-control'), await waiting.text()]).toEqual([204, 'no-store', ''])
    await maker().settle()
    await add(link)
    await maker().settle()
    expect(pictures.asked).toEqual(['/photo'])
    expect(await kept()).toHaveLength(1)

    const { status, headers, ...response } = await get(link).then(async (one) => ({
      status: one.status,
      headers: one.headers,
      bytes: Buffer.from(await one.arrayBuffer()),
    }))
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(response.bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    const { format, width, height, exif } = await sharp(response.bytes).metadata()
    expect([format, width, height, exif]).toEqual(['webp', 213, 320, undefined])
    expect((await get(link, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304)
  })

  it('are made only from pictures on allowed hosts; a link to anything else is fetched again only for a new item', async () => {
    const { pictures, add, maker, get, states, platform } = await sceneOf(await open())
    const inside = await startPictureServer()
    pictures.set('/svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml')
    pictures.set('/page', Buffer.from('<p>tea'), 'text/html')
    pictures.set('/lie', Buffer.from('<p>tea'))
    pictures.set('/pixel', await onePixel(), 'image/gif')
    pictures.set('/broken', (await picture()).subarray(0, 700))
    pictures.set('/to-private', (response) => response.writeHead(302, { location: `${inside.origin}/secret` }).end())
    pictures.set('/to-metadata', (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end())
    pictures.set('/loop', (response) => response.writeHead(302, { location: '/loop' }).end())
    pictures.set('/huge', (response) =>
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': '50000000000' }).write('x'),
    )
    pictures.set('/endless', (response) => {
      response.writeHead(200, { 'content-type': 'image/png' })
      const more = () => {
        while (response.write(Buffer.alloc(65_536)));
        response.once('drain', more)
      }
      more()
    })
    pictures.set('/packed', (response) =>
      response.writeHead(200, { 'content-type': 'image/png', 'content-encoding': 'gzip' }).end(Buffer.alloc(10)),
    )
    const paths = ['svg', 'page', 'lie', 'pixel', 'broken', 'to-private', 'to-metadata', 'loop', 'huge', 'endless', 'packed', 'gone']
    for (const path of paths) await add(`${pictures.origin}/${path}`)
    for (const link of [`${inside.origin}/secret`, 'http://10.0.0.1/tea.jpg', 'http://localhost/tea.jpg']) await add(link)
    await maker().settle()
    expect(new Set(Object.values(await states()))).toEqual(new Set(['none']))
    expect(inside.asked).toEqual([])
    const none = await get(`${pictures.origin}/svg`)
    expect([none.status, none.headers.get('cache-control')]).toEqual([204, 'private, max-age=3600'])
    const before = pictures.asked.length
    await aDayLater(platform)
    await maker().settle()
    expect(pictures.asked).toHaveLength(before)
    // a new item with the link makes the server fetch it again
    pictures.set('/gone', await twoFrames(), 'image/gif')
    await add(`${pictures.origin}/gone`)
    await maker().settle()
    expect((await get(`${pictures.origin}/gone`)).status).toBe(200)
  })

  it('wait while their host is paused after a failure, and are given up after eight attempts', async () => {
    const { pictures, add, maker, get, states, platform } = await sceneOf(await open())
    pictures.set('/busy', (response) => response.writeHead(503, { 'retry-after': '7200' }).end())
    pictures.set('/silent', () => undefined)
    pictures.set('/cut', (response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': '1000' })
      response.write('x', () => response.destroy())
    })
    await add(`${pictures.origin}/busy`)
    const one = maker({ timeoutMs: 2_000 })
    await one.settle()
    expect((await get(`${pictures.origin}/busy`)).headers.get('cache-control')).toBe('no-store')
    // the host is paused, so the other thumbnails from it wait too
    await add(`${pictures.origin}/cut`)
    await add(`${pictures.origin}/silent`)
    await one.settle()
    expect(pictures.asked).toEqual(['/busy'])
    for (let days = 0; days < 40; days++) {
      await aDayLater(platform)
      await one.settle()
    }
    expect(await states()).toEqual({ '/busy': 'none', '/silent': 'none', '/cut': 'none' })
    for (const path of ['/busy', '/silent', '/cut'])
      expect([path, pictures.asked.filter((asked) => asked === path)]).toEqual([path, Array(8).fill(path)])
  })

  it('are claimed one at a time for each host, the latest requested first', async () => {
    const { pictures, add, maker, platform } = await sceneOf(await open())
    const links = ['a', 'b', 'c'].map((path) => `${pictures.origin}/${path}`)
    for (const link of links) {
      await add(link)
      // settles each request in a separate transaction, because each transaction has a separate time
      await settleTouches(platform)
    }
    await add('http://127.0.0.1:9/elsewhere')
    await settleTouches(platform)
    const claims = [await claimWish(platform, 60_000), await claimWish(platform, 60_000)]
    expect(claims).toMatchObject([{ link: links[2], tries: 1 }, { link: 'http://127.0.0.1:9/elsewhere' }])
    const then = await claimWish(platform, 60_000)
    expect(then).toEqual({ inMs: expect.any(Number) })
    await sql`update thumbnail_hosts set free_at = now()`.execute(platform.db)
    expect(await claimWish(platform, 60_000)).toMatchObject({ link: links[1] })
    await maker({ paceMs: 60_000 }).settle()
    expect(pictures.asked).toEqual([])
  })

  it('of an import are fetched at most four at a time', async () => {
    const { pictures, maker, platform, states } = await sceneOf(await open())
    for (let n = 0; n < 40; n++) pictures.set(`/${n}`, await picture(60))
    await sql`insert into items (id, source, item_name, listing_title, barcode1, barcode2, location, link, image_url, stock_count, recent_moves,
        created_at_ms, updated_at_ms, audience)
      select 'item-' || n, 'MasterInventory', 'Tea', '', n::text, '', '', '', ${pictures.origin} || '/' || n % 40, 1, '[]', 1, 1, '{admins}'
      from generate_series(1, 1200) n`.execute(platform.db)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from thumbnail_touches`.execute(platform.db)
    expect(rows).toEqual([{ count: 40 }])
    await maker().settle()
    expect(new Set(Object.values(await states()))).toEqual(new Set(['made']))
    expect(pictures.asked).toHaveLength(40)
    expect(pictures.mostAtOnce()).toBeLessThanOrEqual(4)
  })

  it('are removed with the last item that shows them', async () => {
    const { pictures, add, edit, remove, maker, get, kept, platform, states } = await sceneOf(await open())
    for (const path of ['/a', '/b']) pictures.set(path, await picture())
    const [a, b] = [`${pictures.origin}/a`, `${pictures.origin}/b`] as const
    const items = [await add(a), await add(a)]
    const one = maker()
    await one.settle()
    await remove(items[0] as string)
    await one.settle()
    await platform.jobs.drain()
    expect((await get(a)).status).toBe(200)
    await edit(items[1] as string, b)
    await one.settle()
    await platform.jobs.drain()
    expect([(await get(a)).status, (await get(b)).status, await states()]).toEqual([204, 200, { '/b': 'made' }])
    expect(await kept()).toHaveLength(1)
    await remove(items[1] as string)
    await one.settle()
    await platform.jobs.drain()
    expect([await kept(), await states()]).toEqual([[], {}])
  })

  it('are made after a server stopped or died during a fetch, and leave no other file', async () => {
    const { pictures, add, maker, kept, states, platform } = await sceneOf(await open())
    const jpeg = await picture()
    let isHung = true
    pictures.set('/tea', (response) => (isHung ? undefined : response.writeHead(200, { 'content-type': 'image/jpeg' }).end(jpeg)))
    await add(`${pictures.origin}/tea`)
    const stopped = maker()
    const ended = stopped.settle().catch(() => undefined)
    await vi.waitFor(() => expect(pictures.asked).toHaveLength(1), PATIENCE)
    await stopped.close()
    await ended
    const { rows } = await sql`select state, tries, due_at <= now() as "isDue" from thumbnails`.execute(platform.db)
    expect(rows).toEqual([{ state: 'waiting', tries: 0, isDue: true }])

    // another server claims the request and dies; the request is due again when the lease ends
    expect(await claimWish(platform, 0)).toMatchObject({ tries: 1 })
    isHung = false
    const next = maker()
    await next.settle()
    expect(pictures.asked).toHaveLength(1)
    await aDayLater(platform)
    await next.settle()
    expect([await states(), pictures.asked.length]).toEqual([{ '/tea': 'made' }, 2])
    expect(await kept()).toHaveLength(1)
  })

  it('are each made once, even by several servers', async () => {
    const { pictures, add, maker, kept, states } = await sceneOf(await open())
    const paths = Array.from({ length: 15 }, (_, n) => `/${n}`)
    for (const path of paths) {
      pictures.set(path, await picture(50))
      await add(`${pictures.origin}${path}`)
    }
    await Promise.all([maker(), maker(), maker()].map((one) => one.settle()))
    expect([...pictures.asked].sort()).toEqual([...paths].sort())
    expect(await states()).toEqual(Object.fromEntries(paths.map((path) => [path, 'made'])))
    expect(await kept()).toHaveLength(paths.length)
  })

  it('are made again when the file is gone, and are not kept if the item is removed during the fetch', async () => {
    const { pictures, add, remove, maker, get, kept, platform } = await sceneOf(await open())
    pictures.set('/tea', await picture())
    const link = `${pictures.origin}/tea`
    const item = await add(link)
    await maker().settle()
    await sql`update thumbnails set file = 'thumb-' || repeat('0', 64) || '.webp'`.execute(platform.db)
    expect((await get(link)).status).toBe(204)
    await maker().settle()
    expect((await get(link)).status).toBe(200)

    let answerNow = () => {}
    const jpeg = await picture()
    pictures.set('/slow', (response) => {
      answerNow = () => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(jpeg)
    })
    const before = await kept()
    const other = await add(`${pictures.origin}/slow`)
    const one = maker()
    const settled = one.settle()
    await vi.waitFor(() => expect(pictures.asked).toContain('/slow'), PATIENCE)
    await remove(other)
    await settleTouches(platform)
    answerNow()
    await settled
    await platform.jobs.drain()
    expect(await kept()).toEqual(before)
    await remove(item)
  })

  it('are made again when the file is gone, long after the last fetch from their host', async () => {
    const { pictures, add, remove, maker, get, platform } = await sceneOf(await open())
    for (const path of ['/tea', '/cup']) pictures.set(path, await picture())
    const link = `${pictures.origin}/tea`
    await add(link)
    const other = await add(`${pictures.origin}/cup`)
    await maker().settle()
    for (let days = 0; days < 8; days++) await aDayLater(platform)
    expect(await claimWish(platform, 0)).toEqual({ inMs: null })
    await remove(other)
    await maker().settle()
    await sql`update thumbnails set file = 'thumb-' || repeat('0', 64) || '.webp'`.execute(platform.db)
    expect((await get(link)).status).toBe(204)
    await maker().settle()
    expect((await get(link)).status).toBe(200)
  })

  it('are absent for links that no item shows, and are read only by their link', async () => {
    const { shop, dataDir } = await sceneOf(await open())
    for (const of of [
      'http://nobody.example/x.jpg',
      'x',
      '../../etc/passwd',
      '%00',
      '%ff',
      '\u{1f375}',
      `${dataDir}/secret`,
      'file:///etc/passwd',
    ])
      expect([of, (await shop.ask('GET', `/images/thumbnail?of=${of}`)).status]).toEqual([of, 204])
    for (const of of ['', 'x'.repeat(2_001)]) expect((await shop.ask('GET', `/images/thumbnail?of=${of}`)).status).toBe(400)
    expect((await shop.ask('GET', '/images/thumbnail')).status).toBe(400)
    expect((await shop.ask('GET', `/images/thumb-${'0'.repeat(64)}.webp`)).status).toBe(404)
  })

  it('are stored in a bucket, and made in the background', async () => {
    const s3 = await startS3Server()
    onTestFinished(() => void s3.close())
    const pictures = await startPictureServer()
    pictures.set('/tea', await picture())
    const { add, get } = await sceneOf(
      await open({ runJobs: true }),
      { ...s3.environment, PICTURE_ORIGINS: `http://nas.local, ${pictures.origin}/` },
      { picturePaceMs: 0 },
    )
    await add(`${pictures.origin}/tea`)
    await vi.waitFor(async () => expect((await get(`${pictures.origin}/tea`)).status).toBe(200), PATIENCE)
    expect([...s3.objects.values()].map(({ type }) => type)).toEqual(['image/webp'])
  })
})
