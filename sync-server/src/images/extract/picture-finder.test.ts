import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { retailerPictureOf } from '@shop/shared/inventory/rules/asin.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../../platform/kernel/log.ts'
import { openPictureFinder, TIMEOUT_MS } from './picture-finder.ts'

type Answerer = (response: ServerResponse, request: IncomingMessage) => void

const html =
  (body: string | Buffer, headers: Record<string, string> = {}, status = 200): Answerer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
const to =
  (location: string): Answerer =>
  (response) =>
    response.writeHead(302, { location }).end()
const head = (inside: string) => html(`<!doctype html><html><head><title>Tea</title>${inside}</head><body><h1>Tea</h1></body></html>`)
const og = (content: string) => `<meta property="og:image" content="${content}">`
const jsonLd = (data: unknown) => head(`<script type="application/ld+json">${JSON.stringify(data)}</script>`)

/** A page in the large retailer's layout. */
const LANDING = `<body>${og('/logo.png')}<img src="/1x1.gif" width="1" height="1">
  <img id="landingImage" src="data:image/gif;base64,R0lGOD" data-old-hires=""
    data-a-dynamic-image="{&quot;https://m.example.com/small.jpg&quot;:[100,100],&quot;https://m.example.com/large.jpg&quot;:[1500,1200]}"></body>`

const PAGES: Record<string, Answerer> = {
  '/og': head(og('https://cdn.example.com/tea.jpg')),
  '/relative': head(og('../pictures/tea.jpg?a=1&amp;b=2')),
  '/base': head(`<base href="https://cdn.example.com/x/">${og('tea.jpg')}`),
  '/twitter': head('<meta name="twitter:image" content="https://cdn.example.com/t.jpg">'),
  '/landing': html(LANDING),
  '/json-ld': jsonLd([
    { '@type': 'BreadcrumbList', image: 'https://cdn.example.com/wrong.jpg' },
    {
      '@graph': [
        { '@type': ['Thing', 'http://schema.org/Product'], image: [{ '@type': 'ImageObject', url: '//cdn.example.com/tea.jpg' }, 'b.jpg'] },
      ],
    },
  ]),
  '/json-broken': head('<script type="application/ld+json">{"@type":</script><link rel="image_src" href="https://cdn.example.com/l.jpg">'),
  '/pixel': head(
    `${og('https://count.example.com/1x1.gif')}${og('data:image/gif;base64,R0lGOD')}<meta itemprop="image" content="https://cdn.example.com/i.jpg">`,
  ),
  '/private-picture': head(`${og('http://192.168.1.1/admin.jpg')}${og('javascript:alert(1)')}`),
  '/none': head(''),
  '/wall': html(`<title>Robot Check</title>${og('https://cdn.example.com/robot.png')}`),
  '/wall-form': html(`${og('https://cdn.example.com/robot.png')}<form action="/errors/validateCaptcha">`),
  '/busy': html('', {}, 503),
  '/text': html('{"a":1}', { 'content-type': 'application/json' }),
  '/picture': html(Buffer.alloc(100), { 'content-type': 'image/jpeg' }),
  '/huge-picture': (response) => {
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': '50000000000' })
    response.write(Buffer.alloc(65_536))
  },
  '/gzip': html(gzipSync(og('https://cdn.example.com/gz.jpg')), { 'content-encoding': 'gzip' }),
  '/brotli': html(brotliCompressSync(og('https://cdn.example.com/br.jpg')), { 'content-encoding': 'br' }),
  '/bomb': html(gzipSync(Buffer.alloc(200_000_000, ' ')), { 'content-encoding': 'gzip' }),
  '/not-gzip': html('<p>plain', { 'content-encoding': 'gzip' }),
  '/packed-twice': html('x', { 'content-encoding': 'gzip, gzip' }),
  '/deep': html(`${'<b>'.repeat(200_000)}${og('https://cdn.example.com/deep.jpg')}`),
  '/endless': (response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const more = () => {
      while (response.write('<p>more and more</p>'.repeat(1_000)));
      response.once('drain', more)
    }
    more()
  },
  '/drip': (response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const timer = setInterval(() => response.write('<'), 20)
    response.on('close', () => clearInterval(timer))
  },
  '/silent': () => undefined,
  '/cut': (response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' })
    response.write('<p>', () => response.destroy())
  },
  '/loop': to('/loop'),
  '/once': to('og'),
  '/nowhere': to('http://:x/'),
  '/to-private': to('http://127.0.0.1:9/secret'),
  '/to-metadata': to('http://169.254.169.254/latest/meta-data/'),
  '/to-file': to('file:///etc/passwd'),
  '/to-name': to('http://localhost/secret'),
}

describe('the picture of a product page', () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.headers.cookie ?? ''}${request.url}`)
    const answer = PAGES[request.url ?? '']
    if (answer) answer(response, request)
    else response.writeHead(404).end()
  })
  let origin = ''
  const opened = (timeoutMs?: number) => openPictureFinder({ log: silentLog, trustedOrigins: [origin], timeoutMs })
  const find = (path: string, timeoutMs?: number) => opened(timeoutMs).find(`${origin}${path}`, 'ann')

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  it.each([
    ['/og', 'https://cdn.example.com/tea.jpg'],
    ['/base', 'https://cdn.example.com/x/tea.jpg'],
    ['/twitter', 'https://cdn.example.com/t.jpg'],
    ['/landing', 'https://m.example.com/large.jpg'],
    ['/json-ld', 'http://cdn.example.com/tea.jpg'],
    ['/json-broken', 'https://cdn.example.com/l.jpg'],
    ['/pixel', 'https://cdn.example.com/i.jpg'],
    ['/gzip', 'https://cdn.example.com/gz.jpg'],
    ['/brotli', 'https://cdn.example.com/br.jpg'],
    ['/once', 'https://cdn.example.com/tea.jpg'],
  ])('is found at %s', async (path, imageUrl) => {
    expect(await find(path)).toEqual({ imageUrl, source: 'page', problem: null })
  })

  it('may be named relative to the page; a link to a picture is answered unchanged, without reading the picture', async () => {
    expect((await find('/relative')).imageUrl).toBe(`${origin}/pictures/tea.jpg?a=1&b=2`)
    expect((await find('/picture')).imageUrl).toBe(`${origin}/picture`)
    expect((await find('/huge-picture')).imageUrl).toBe(`${origin}/huge-picture`)
  })

  it.each([
    ['/none', 'The page names no picture.'],
    ['/private-picture', 'The page names no picture.'],
    ['/wall', 'The page asks whether a person is looking.'],
    ['/wall-form', 'The page asks whether a person is looking.'],
    ['/busy', 'The page answered 503.'],
    ['/text', 'The link does not lead to a web page.'],
    ['/bomb', 'The page names no picture.'],
    ['/endless', 'The page names no picture.'],
    ['/deep', 'The page names no picture.'],
    ['/not-gzip', 'The page cannot be reached.'],
    ['/packed-twice', 'The page is packed in an unknown way.'],
    ['/cut', 'The page cannot be reached.'],
    ['/loop', 'The link leads from page to page.'],
    ['/nowhere', 'The page leads nowhere.'],
  ])('is absent at %s', async (path, problem) => {
    expect(await find(path)).toEqual({ imageUrl: null, source: null, problem })
  })

  it('is absent when the page is silent for too long or comes too slowly', async () => {
    expect(TIMEOUT_MS).toBe(10_000)
    for (const path of ['/silent', '/drip'])
      expect(await find(path, 300)).toEqual({ imageUrl: null, source: null, problem: 'The page took too long.' })
    // a finder that was closed does not build the retailer's address either, although the link contains the product number
    const finder = opened()
    const looking = finder.find(`http://${'a'.repeat(64)}.amazon.com/dp/B00ABCDEFG`, 'ann')
    finder.close()
    expect(await looking).toEqual({ imageUrl: null, source: null, problem: 'The page took too long.' })
  })

  it('is never looked for outside the public internet, also not after a redirect', async () => {
    const refused = { code: 'LINK_NOT_PUBLIC', status: 400 }
    for (const path of ['/to-private', '/to-metadata', '/to-file', '/to-name']) await expect(find(path)).rejects.toMatchObject(refused)
    for (const url of [
      'http://127.0.0.1/',
      'http://127.1/',
      'http://2130706433/',
      'http://0x7f000001/',
      'http://[::1]/',
      'http://[::ffff:10.0.0.1]/',
      'http://[64:ff9b::7f00:1]/',
      'http://[fe80::1]/',
      'http://100.64.0.1/',
      'http://224.0.0.1/',
      'http://localhost/',
      'http://intranet/',
      'http://shop.internal/',
      'http://me:secret@example.com/',
      'http://example.com:25/',
      'ftp://example.com/',
      'javascript:alert(1)',
      'x',
    ])
      await expect(opened().find(url, 'ann'), url).rejects.toMatchObject(refused)
  })

  it('is looked for on only a few pages of one person at the same time', async () => {
    const finder = opened(60_000)
    const looks = [1, 2, 3].map(() => finder.find(`${origin}/silent`, 'ann'))
    await expect(finder.find(`${origin}/og`, 'ann')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429 })
    expect((await finder.find(`${origin}/og`, 'bob')).source).toBe('page')
    finder.close()
    for (const ended of await Promise.all(looks)) expect(ended.imageUrl).toBeNull()
  })

  it('is looked for by one person only a limited number of times a minute', async () => {
    const finder = opened()
    let refused: unknown
    for (let looks = 0; looks < 300 && !refused; looks++) await finder.find(`${origin}/picture`, 'carl').catch((error) => (refused = error))
    expect(refused).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429 })
    expect((await finder.find(`${origin}/og`, 'bob')).source).toBe('page')
  })

  it('of the large retailer is built from the product number if its page yields no picture', async () => {
    // no name server is asked for this name, because a part of the name is too long
    const nobody = `http://${'a'.repeat(64)}.amazon.com/dp/B00ABCDEFG`
    PAGES['/short'] = to(nobody)
    const built = { imageUrl: retailerPictureOf('B00ABCDEFG'), source: 'retailer', problem: 'The page cannot be reached.' }
    expect(await opened().find(nobody, 'ann')).toEqual(built)
    expect(await find('/short')).toEqual(built)
    expect(asked.every((path) => path.startsWith('/'))).toBe(true)
  })
})
