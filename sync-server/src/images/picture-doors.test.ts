import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MAX_MISSING_IMAGES } from '@shop/shared/inventory/calls/item-images.ts'
import { expect, it, onTestFinished } from 'vitest'
import { ADMIN_EMAIL, OPENED, testShop } from '../app/testing/shop.ts'
import { sql } from '../platform/database/sql.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

/** Starts a web server with one page, and answers its origin. */
async function startPages(): Promise<string> {
  const pages = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<meta property="og:image" content="https://cdn.example.com/tea.jpg">'),
  )
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void pages.close())
  return `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
}

forEachDatabase('the routes of item pictures', (open) => {
  it('read only public pages, and only for signed-in users', async () => {
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

  it('read no page of this machine in a shop with default settings', async () => {
    const origin = await startPages()
    const shop = await testShop(await open(), OPENED)
    const token = await shop.signIn(ADMIN_EMAIL)
    const { status, body } = await shop.ask('GET', `/images/extract?url=${encodeURIComponent(origin)}`, undefined, { token })
    expect([status, body.code]).toEqual([400, 'LINK_NOT_PUBLIC'])
  })

  it('list items with a link but without a picture, and add pictures to them', async () => {
    const shop = await testShop(await open(), OPENED)
    const admin = { token: await shop.signIn(ADMIN_EMAIL) }
    const ann = await shop.signUp('ann@example.org')
    const bob = await shop.signUp('bob@example.org')
    const add = async (more: object) =>
      (await shop.ask('POST', '/inventory/consignor', { consignorID: ann.uid, itemName: 'Tea', barcode1: '1', ...more }, admin)).body.item
        .id
    const tea = await add({ link: 'https://www.amazon.com/dp/B00ABCDEFG' })
    await add({ link: 'https://shop.example/pot', imageUrl: 'https://cdn.example.com/pot.jpg' })
    await add({})
    const own = { itemName: 'Pot', barcode1: '2', link: 'https://amzn.to/1' }
    const pot = (await shop.ask('POST', '/inventory/master', own, admin)).body.item.id
    const missing = async () => (await shop.ask('GET', '/admin/items-missing-images', undefined, admin)).body
    expect(await missing()).toEqual({
      items: [
        { itemName: 'Pot', link: 'https://amzn.to/1', consignorUID: null, itemUID: pot },
        { itemName: 'Tea', link: 'https://www.amazon.com/dp/B00ABCDEFG', consignorUID: ann.uid, itemUID: tea },
      ],
      next: null,
      behindCount: 0,
      debug: { totalDocuments: 3, validUidDocs: 3, totalItems: 4, itemsWithLinks: 3, itemsWithRetailerLinks: 2, itemsWithImages: 1 },
    })

    const update = (body: object, options: object = admin) => shop.ask('POST', '/admin/update-item-image', body, options)
    const picture = { consignorUID: ann.uid, itemUID: tea, imageUrl: 'https://cdn.example.com/tea.jpg' }
    for (const imageUrl of ['', 'tea.jpg', 'javascript:alert(1)', 'file:///tea.jpg', null, `https://a.example/${'x'.repeat(2_000)}`])
      expect([imageUrl, (await update({ ...picture, imageUrl })).status]).toEqual([imageUrl, 400])
    expect((await update({ ...picture, consignorUID: bob.uid })).status).toBe(404)
    expect((await update({ ...picture, consignorUID: undefined })).status).toBe(404)
    expect((await update(picture, ann)).status).toBe(403)
    const key = { ...admin, headers: { 'idempotency-key': '0190a0b0-0000-7000-8000-0000000000aa' } }
    for (let times = 0; times < 2; times++)
      expect((await update(picture, key)).body).toEqual({ success: true, message: 'Image updated successfully' })
    // the screen Image Backfill takes seconds to find a picture, and must not replace a picture that an admin has set in that time
    const late = await update({ ...picture, imageUrl: 'https://cdn.example.com/late.jpg', onlyMissing: true })
    expect([late.status, late.body.code, late.body.message]).toEqual([409, 'IMAGE_THERE', 'This item has a picture already.'])
    expect((await sql`select image_url as url from items where id = ${tea}`.execute(shop.platform.db)).rows).toEqual([
      { url: picture.imageUrl },
    ])
    // the call stores the address without fetching it, so a private address does no harm
    expect((await update({ itemUID: pot, imageUrl: 'http://10.0.0.1/pot.jpg', onlyMissing: true })).status).toBe(200)
    expect(await missing()).toMatchObject({ items: [], debug: { itemsWithImages: 3 } })
  })

  it('list each item of a large inventory once, even when many were added at the same moment', async () => {
    const shop = await testShop(await open(), OPENED)
    const admin = { token: await shop.signIn(ADMIN_EMAIL) }
    const count = 2 * MAX_MISSING_IMAGES + 3
    await sql`insert into items (id, source, item_name, listing_title, barcode1, barcode2, location, link, image_url, stock_count, recent_moves,
        created_at_ms, updated_at_ms, audience)
      select '0190a0b0-0000-7000-8000-' || lpad(n::text, 12, '0'), 'MasterInventory', 'Tea', '', n::text, '', '', 'https://shop.example/' || n, '', 1, '[]',
        case when n % 2 = 0 then 5 else n end, 1, '{admins}'
      from generate_series(1, ${count}::integer) n`.execute(shop.platform.db)
    const list = async (after: string) =>
      (await shop.ask('GET', `/admin/items-missing-images?after=${encodeURIComponent(after)}`, undefined, admin)).body
    const seen: string[] = []
    const behind: number[] = []
    for (let next: string | null = ''; next !== null; ) {
      const answer = await list(next)
      seen.push(...answer.items.map(({ itemUID }: { itemUID: string }) => itemUID))
      behind.push(answer.behindCount)
      next = answer.next
    }
    expect([seen.length, new Set(seen).size, behind]).toEqual([count, count, [count - MAX_MISSING_IMAGES, 3, 0]])
    for (const after of ['x', '5', '5.x', `${'9'.repeat(16)}.0190a0b0-0000-7000-8000-000000000001`, '\u0000'])
      expect([
        after,
        (await shop.ask('GET', `/admin/items-missing-images?after=${encodeURIComponent(after)}`, undefined, admin)).status,
      ]).toEqual([after, 400])
  })
})
