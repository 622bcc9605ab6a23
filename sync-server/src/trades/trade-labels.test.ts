import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { OPENED, testShop } from '../app/testing/shop.ts'
import { type Person, type TradingShop, tradingShop } from '../app/testing/trades.ts'
import { labelUpload, PDF } from '../images/testing/label-upload.ts'
import { fiftyMegapixels, phonePhoto, twoHalves } from '../images/testing/pictures.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

const FIELDS = { trackingNumber: '1Z999AA10123456784', carrier: 'UPS' }

forEachDatabase('the labels of buyers', (open) => {
  let t: TradingShop
  let buyer: Person
  let ann: Person
  let bob: Person
  let tradeId: string
  let dataDir: string
  let count = 0

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'shop-labels-'))
    t = await tradingShop(await testShop(await open(), { ...OPENED, DATA_DIR: dataDir }))
    buyer = await t.join('buyer', 5_000)
    ann = await t.join('ann')
    bob = await t.join('bob')
    return () => rm(dataDir, { recursive: true, force: true })
  }, 60_000)

  const order = async (more: object = { providesOwnShipping: true }) => {
    const barcode = `code-${count++}`
    await t.stock(ann, barcode, 1)
    const asked = await t.ok(t.request(buyer, barcode, more))
    const offer = (await t.received(ann)).find((one: { itemBarcode: string }) => one.itemBarcode === barcode)
    return { ...asked, accept: () => t.ok(t.answer(ann, offer.offerId, 'accept')) }
  }
  beforeEach(async () => {
    const made = await order()
    await made.accept()
    tradeId = made.tradeId
    expect(made.trade).toMatchObject({ shippingCost: 0, totalCost: 1_000 })
  })

  const upload = async (
    bytes: Uint8Array,
    { type = 'application/pdf', fields = FIELDS as object, by = buyer, id = tradeId, key = '' } = {},
  ) => {
    return t.shop.ask('POST', `/trades/${id}/shipping-label`, undefined, { ...by, ...(await labelUpload(bytes, { type, fields, key })) })
  }
  const download = async (by: { token: string }, id = tradeId) => {
    const response = await t.shop.server.fetch(
      new Request(`http://localhost/api/trades/${id}/shipping-label`, { headers: { authorization: `Bearer ${by.token}` } }),
    )
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const stored = (): Promise<string[]> => readdir(join(dataDir, 'images')).catch(() => [])

  it('go to the shop; when it marks the trade as shipped, the seller is paid', async () => {
    const shipped = () => t.ask('POST', `/trades/admin/${tradeId}/shipped`, t.admin)
    expect((await shipped()).body.code).toBe('LABEL_MISSING')
    expect((await upload(PDF)).body).toEqual({ message: 'Shipping label uploaded successfully!' })
    const { orders } = await t.ok(t.ask('GET', '/trades/admin/fulfillment-orders', t.admin))
    expect(orders.find((one: { tradeId: string }) => one.tradeId === tradeId)).toMatchObject({
      status: 'shipping_uploaded',
      hasLabel: true,
      ...FIELDS,
    })
    const track = await t.ask('POST', `/trades/admin/${tradeId}/tracking`, t.admin, { trackingNumber: '94001' })
    expect(track.body.code).toBe('HAS_TRACKING')
    const before = await t.balance(ann)
    expect((await shipped()).status).toBe(200)
    expect((await shipped()).body.code).toBe('TRADE_MOVED_ON')
    expect(await t.balance(ann)).toBe(before + 9)
    expect((await upload(PDF)).body.code).toBe('TRADE_MOVED_ON')
  })

  it('are not marked as shipped if the buyer has replaced the label that the admin saw', async () => {
    const shipped = (body?: object) => t.ask('POST', `/trades/admin/${tradeId}/shipped`, t.admin, body)
    await t.ok(upload(PDF))
    const seen = (await t.ok(t.ask('GET', '/trades/admin/fulfillment-orders', t.admin))).orders.find(
      (one: { tradeId: string }) => one.tradeId === tradeId,
    ).trackingNumber
    await t.ok(upload(PDF, { fields: { ...FIELDS, trackingNumber: '1Z5R89390357567127' } }))
    expect(await shipped({ trackingNumber: seen })).toMatchObject({
      status: 409,
      body: { code: 'TRADE_CHANGED', message: 'The buyer has replaced the label meanwhile. Please look at the new one before you ship.' },
    })
    expect((await shipped({ trackingNumber: '1Z5R 8939 0357567127' })).status).toBe(200)
  })

  it('are read only by the buyer and admins, as a download that runs no script', async () => {
    await t.ok(upload(PDF))
    for (const by of [buyer, t.admin]) {
      const { status, headers, bytes } = await download(by)
      expect([status, headers.get('content-type'), bytes.equals(PDF)]).toEqual([200, 'application/pdf', true])
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="label-[0-9a-f]{8}\.pdf"$/)
      expect([headers.get('x-content-type-options'), headers.get('content-security-policy')]).toEqual([
        'nosniff',
        "default-src 'none'; sandbox",
      ])
    }
    for (const by of [ann, bob]) expect((await download(by)).status).toBe(403)
    const [name] = (await stored()).filter((one) => one.endsWith('.pdf'))
    expect((await t.shop.ask('GET', `/images/${name}`)).status).toBe(404)
  })

  it('are stored without metadata if they are pictures', async () => {
    await t.ok(upload(await phonePhoto(), { type: 'image/jpg' }))
    await t.ok(upload(await phonePhoto(), { type: 'image/jpeg' }))
    const { bytes, headers } = await download(t.admin)
    const { width, height, exif } = await sharp(bytes).metadata()
    expect([headers.get('content-type'), width, height, exif]).toEqual(['image/jpeg', 400, 600, undefined])
    expect(bytes.includes('Secret Person')).toBe(false)
    await t.ok(upload(await twoHalves(50, 50).webp().toBuffer(), { type: 'image/webp' }))
    expect((await download(t.admin)).headers.get('content-type')).toBe('image/png')
  })

  it('are refused when incomplete, of the wrong kind, or for somebody else’s trade', async () => {
    const said = async (...sent: Parameters<typeof upload>) => (await upload(...sent)).body
    for (const fields of [{ ...FIELDS, trackingNumber: ' ' }, { carrier: 'UPS' }, { trackingNumber: '1Z' }])
      expect((await said(PDF, { fields })).message).toBe('Please fill in all shipping information')
    expect((await said(new Uint8Array(0))).message).toBe('Please fill in all shipping information')
    expect((await said(Buffer.from('<script>'), { type: 'application/pdf' })).message).toBe('Only PDF files and images are allowed')
    expect((await said(PDF, { type: 'text/html' })).message).toBe('Only PDF files and images are allowed')
    expect((await said(await fiftyMegapixels(), { type: 'image/png' })).code).toBe('LABEL_UNREADABLE')
    expect(await upload(new Uint8Array(10 * 1_024 * 1_024 + 1))).toMatchObject({
      status: 413,
      body: { message: 'The label must be at most 10 MB' },
    })
    expect((await upload(PDF, { by: ann })).status).toBe(403)
    expect((await said(PDF, { id: freshId() })).code).toBe('TRADE_NOT_FOUND')
    const shops = await order({})
    expect((await said(PDF, { id: shops.tradeId })).code).toBe('TRADE_MOVED_ON')
    await shops.accept()
    expect((await said(PDF, { id: shops.tradeId })).code).toBe('NOT_OWN_SHIPPING')
    expect((await download(buyer)).status).toBe(404)
  })

  it('are removed from the store when they are replaced or their trade is deleted', async () => {
    await t.shop.platform.jobs.drain()
    const before = await stored()
    const key = freshId()
    await t.ok(upload(PDF, { key }))
    await t.ok(upload(PDF, { key }))
    expect((await stored()).length).toBe(before.length + 1)
    await t.ok(upload(await twoHalves(40, 40).png().toBuffer(), { type: 'image/png' }))
    await t.shop.platform.jobs.drain()
    expect((await stored()).filter((name) => !before.includes(name)).map((name) => name.split('.').at(-1))).toEqual(['png'])
    await t.ok(t.ask('DELETE', `/trades/admin/${tradeId}/cancel`, t.admin))
    await t.shop.platform.jobs.drain()
    expect((await stored()).filter((name) => !before.includes(name))).toEqual([])
    // labels of other trades stay
    expect(await stored()).toEqual(before)
  })
})
