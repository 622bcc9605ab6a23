import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { forEachDatabase } from '../platform/testing.ts'
import { ADMIN_EMAIL, OPENED, testShop } from './testing/shop.ts'

/** A shop on the web with one page; answers its origin. */
async function startPages(): Promise<string> {
  const pages = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<meta property="og:image" content="https://cdn.example.com/tea.jpg">'),
  )
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void pages.close())
  return `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
}

forEachDatabase('the doors of item pictures', (open) => {
  it('look a page up for who is signed in, and nothing that is not public', async () => {
    const origin = await startPages()
    const shop = await testShop(await open(), OPENED, { trustedPageOrigins: [origin] })
    const ann = await shop.signUp('ann@example.org')
    const extract = (url: string, options = {}) => shop.ask('GET', `/images/extract?url=${encodeURIComponent(url)}`, undefined, options)
    expect((await extract(`${origin}/tea`)).status).toBe(401)
    const found = await extract(`${origin}/tea`, ann)
    expect([found.status, found.body]).toEqual([200, { imageUrl: 'https://cdn.example.com/tea.jpg', source: 'page', problem: null }])
    for (const url of ['', 'x', 'file:///etc/passwd', 'http://127.0.0.1:1/', 'http://[::1]/', `http://a.example/${'x'.repeat(2_000)}`])
      expect([url, (await extract(url, ann)).status]).toEqual([url, 400])
    expect((await shop.ask('GET', '/images/extract', undefined, ann)).status).toBe(400)
  })

  it('trust no address of this machine in a shop as it is started', async () => {
    const origin = await startPages()
    const shop = await testShop(await open(), OPENED)
    const token = await shop.signIn(ADMIN_EMAIL)
    const { status, body } = await shop.ask('GET', `/images/extract?url=${encodeURIComponent(origin)}`, undefined, { token })
    expect([status, body.code]).toEqual([400, 'LINK_NOT_PUBLIC'])
  })
})
