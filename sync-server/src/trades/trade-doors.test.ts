import { beforeAll, expect, it } from 'vitest'
import { OPENED, testShop } from '../app/testing/shop.ts'
import { ADDRESS, type Person, type TradingShop, tradingShop } from '../app/testing/trades.ts'
import { checkStock } from '../inventory/examine-stock.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { checkBooks } from '../sales/examine-books.ts'

forEachDatabase('the routes of trades', (open) => {
  let t: TradingShop
  let buyer: Person
  let seller: Person
  let other: Person

  beforeAll(async () => {
    t = await tradingShop(await testShop(await open(), OPENED))
    buyer = await t.join('buyer', 1_000)
    seller = await t.join('seller')
    other = await t.join('other')
  }, 60_000)

  /** As the buyer, finds the lamp and requests three of the seller's five pieces. */
  async function requestThree() {
    const item = await t.stock(seller, 'A1', 5, { link: 'https://www.amazon.com/x/dp/B00ABCDEFG', barcode2: 'A1-2' })
    await t.stock(buyer, 'A1', 9)
    const { items, total } = await t.ok(t.ask('GET', '/marketplace/items?search=LAMP%20a1', buyer))
    expect([items, total]).toEqual([
      [
        {
          itemName: 'Lamp A1',
          asin: 'B00ABCDEFG',
          imageUrl: '',
          link: 'https://www.amazon.com/x/dp/B00ABCDEFG',
          totalQuantity: 5,
          consignorCount: 1,
          barcode1: 'A1',
          categoryId: '',
          conditions: [''],
        },
      ],
      1,
    ])
    expect((await t.ok(t.ask('GET', '/marketplace/items?limit=1000&page=', buyer))).items).toEqual(items)
    const { tradeId, message, trade } = await t.ok(t.request(buyer, 'A1', { quantity: 3, pricePerItem: 1_050, itemName: 'call me at 555' }))
    expect(message).toBe(`Trade request submitted successfully! Trade ID: ${tradeId}`)
    expect(tradeId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    const texts = { itemName: 'Lamp A1', imageUrl: '', itemBarcode: 'A1', itemLink: 'https://www.amazon.com/x/dp/B00ABCDEFG' }
    const asked = {
      ...texts,
      quantity: 3,
      pricePerItem: 1_050,
      totalCost: 3 * 1_050 + 400,
      providesOwnShipping: false,
      shippingAddress: ADDRESS,
    }
    expect(trade).toMatchObject({ ...asked, tradeId, status: 'pending' })
    expect((await t.ok(t.ask('GET', '/trades/my-trades', buyer))).trades).toEqual([trade])
    const nowhere = { trackingNumber: null, carrier: null, shippingAddress: { ...ADDRESS, zipCode: '75001' } }
    expect(await t.ok(t.ask('GET', `/trades/${tradeId}/shipping`, buyer))).toEqual(nowhere)
    expect(await t.balance(buyer)).toBe(1_000 - 35.5)
    return { item, tradeId, texts, asked, nowhere }
  }

  type Requested = Awaited<ReturnType<typeof requestThree>>

  async function acceptThree({ item, texts }: Requested) {
    expect((await t.ok(t.ask('GET', '/trades/offers/pending-count', seller))).count).toBe(1)
    const [offer] = await t.received(seller)
    const offered = { ...texts, quantity: 3, quantityOffered: 3, pricePerItem: 1_050, counterPrice: null, lastCounteredBy: null }
    expect(offer).toMatchObject({ ...offered, status: 'pending', commission: 315, sellerPayout: 2_835 })
    expect(await t.ok(t.answer(seller, offer.offerId, 'accept'))).toEqual({
      message: 'Offer accepted successfully!',
      offerStatus: 'accepted',
      tradeStatus: 'awaiting_shipping',
    })
    expect([await t.quantityOf(item), await t.balance(buyer), await t.balance(seller)]).toEqual([2, 964.5, 0])
    expect((await t.ok(t.ask('GET', '/trades/offers/pending-count', seller))).count).toBe(0)
    return { offer, offered }
  }

  type Accepted = Awaited<ReturnType<typeof acceptThree>>

  /** Expects that the admin sees an order with the names of both sides. */
  async function expectOrder({ tradeId }: Requested) {
    const { orders } = await t.ok(t.ask('GET', '/trades/admin/fulfillment-orders', t.admin))
    expect(orders[0]).toMatchObject({
      tradeId,
      buyerUsername: 'buyer',
      buyerEmail: 'buyer@example.org',
      itemName: 'Lamp A1',
      imageUrl: '',
      totalQuantity: 3,
      providesOwnShipping: false,
      trackingNumber: '',
      carrier: '',
      shippingAddress: { name: 'Bea Buyer', address1: '1 Lane', address2: '', city: 'Town', state: 'TX', zip: '75001' },
      sellers: [
        {
          sellerUID: seller.uid,
          sellerUsername: 'seller',
          sellerEmail: 'seller@example.org',
          quantityOffered: 3,
          barcode1: 'A1',
          barcode2: 'A1-2',
          totalValue: 3_150,
          commission: 315,
          sellerPayout: 2_835,
        },
      ],
      totalItemCost: 3_150,
      totalCommission: 315,
      totalCost: 3_550,
      status: 'awaiting_shipping',
    })
  }

  async function track({ tradeId, asked, nowhere }: Requested, { offer, offered }: Accepted) {
    const shipped = { trackingNumber: '9400111899223197428490', carrier: 'USPS' }
    const add = (more: object = {}) => t.ask('POST', `/trades/admin/${tradeId}/tracking`, t.admin, { ...shipped, ...more })
    expect((await add({ carrier: 'UPS' })).body.fields).toEqual({ carrier: 'The carrier is USPS' })
    expect((await add({ trackingNumber: ' ' })).body.fields).toEqual({ trackingNumber: 'Please enter tracking number' })
    expect((await add()).body).toEqual({ message: 'Tracking information added successfully!' })
    expect((await add()).body.code).toBe('TRADE_MOVED_ON')
    expect([await t.balance(buyer), await t.balance(seller)]).toEqual([964.5, 28.35])
    expect((await t.ok(t.ask('GET', '/trades/my-trades', buyer))).trades).toMatchObject([
      { ...asked, ...shipped, status: 'fulfilled', offers: [{ offerId: offer.offerId, status: 'accepted' }] },
    ])
    expect((await t.ok(t.ask('GET', '/trades/offers/completed', seller))).offers).toMatchObject([
      { ...offered, ...shipped, status: 'accepted', tradeStatus: 'fulfilled', sellerPayout: 2_835 },
    ])
    expect(await t.ok(t.ask('GET', `/trades/${tradeId}/shipping`, seller))).toEqual({ ...shipped, shippingAddress: null })
    expect(await t.ok(t.ask('GET', `/trades/${tradeId}/shipping`, buyer))).toEqual({ ...nowhere, ...shipped })
    expect((await t.ask('GET', `/trades/${tradeId}/shipping`, other)).status).toBe(403)
  }

  async function removeTrade({ item, tradeId }: Requested) {
    expect(await t.ok(t.ask('DELETE', `/trades/admin/${tradeId}/cancel`, t.admin))).toEqual({
      message: 'Trade deleted successfully. Refunds and inventory restored.',
    })
    expect([await t.quantityOf(item), await t.balance(buyer), await t.balance(seller)]).toEqual([5, 1_000, 0])
    expect((await t.ask('GET', `/trades/${tradeId}/shipping`, buyer)).status).toBe(404)
    expect((await t.ok(t.ask('GET', '/trades/my-trades', buyer))).trades).toEqual([])
    expect((await t.ok(t.ask('GET', '/trades/offers/completed', seller))).offers).toEqual([])
  }

  it('lead a request through acceptance and tracking, pay the seller, and take everything back when an admin deletes the trade', async () => {
    const requested = await requestThree()
    const accepted = await acceptThree(requested)
    await expectOrder(requested)
    await track(requested, accepted)
    await removeTrade(requested)
  })

  it('keep the name, link and picture that the buyer saw', async () => {
    const [link, imageUrl] = ['https://shop.example/one', 'https://shop.example/one.png']
    const cases: [string, readonly (readonly [Person, number, object])[], object][] = [
      [
        'B1',
        [
          [other, 4, { itemName: 'N2' }],
          [other, 4, { itemName: 'N2' }],
          [seller, 6, { itemName: 'N1', link, imageUrl }],
        ],
        { itemName: 'N1', link, imageUrl },
      ],
      [
        'B2',
        [
          [seller, 5, { itemName: 'Most' }],
          [other, 2, { itemName: 'Less', link, imageUrl: `${imageUrl}?b` }],
          [seller, 2, { itemName: 'Also less', link: `${link}?b`, imageUrl }],
        ],
        { itemName: 'Most', link, imageUrl },
      ],
      [
        'B3',
        [
          [other, 3, { itemName: 'b' }],
          [seller, 3, { itemName: 'a' }],
          [other, 3, { itemName: 'B' }],
        ],
        { itemName: 'B', link: '', imageUrl: '' },
      ],
    ]
    for (const [barcode, stock, listed] of cases) {
      for (const [owner, quantity, more] of stock) await t.stock(owner, barcode, quantity, more)
      const { items } = await t.ok(t.ask('GET', '/marketplace/items?limit=500', buyer))
      expect(items.find(({ barcode1 }: { barcode1: string }) => barcode1 === barcode)).toMatchObject(listed)
      const { link: itemLink, ...texts } = listed as { link: string }
      const { trade } = await t.ok(t.request(buyer, barcode, { quantity: 5, pricePerItem: 1 }))
      expect(trade).toMatchObject({ itemLink, ...texts })
      for (const who of [seller, other]) {
        const offer = (await t.received(who)).find(({ tradeId }: { tradeId: string }) => tradeId === trade.tradeId)
        expect(offer).toMatchObject({ itemLink, ...texts })
      }
    }
  })

  it('list the category and the conditions of the pieces of a barcode, and find a category by it', async () => {
    const add = async (name: string) => (await t.ok(t.ask('POST', '/inventory/categories', t.admin, { name }))).category.id as string
    const [lamps, gone] = [await add('Lamps'), await add('Gone')]
    await t.stock(seller, 'C1', 5, { categoryId: gone, condition: 'poor' })
    await t.stock(seller, 'C1', 3, { categoryId: lamps, condition: 'like_new' })
    await t.stock(other, 'C1', 2, { condition: 'new' })
    await t.stock(other, 'C1', 1, { condition: 'like_new' })
    await t.stock(other, 'C1', 1)
    await t.stock(other, 'C1', 0, { condition: 'fair' })
    await t.stock(other, 'C2', 1, { categoryId: gone })
    await t.ok(t.ask('DELETE', `/inventory/categories/${gone}`, t.admin))
    const find = async (query: string) => (await t.ok(t.ask('GET', `/marketplace/items?${query}`, buyer))).items
    const [c1] = await find('search=lamp%20c1')
    expect(c1).toMatchObject({ categoryId: lamps, conditions: ['new', 'like_new', 'poor', ''] })
    expect(await find('search=lamp%20c2')).toMatchObject([{ categoryId: '', conditions: [''] }])
    expect(await find(`category=${lamps}`)).toEqual([c1])
    expect(await find(`category=${lamps}&search=c2`)).toEqual([])
    // of a deleted category nobody can ask
    expect(await find(`category=${gone}`)).toEqual([])
    expect((await t.ask('GET', '/marketplace/items?category=lamps', buyer)).status).toBe(400)
  })

  it('list the spellings of one product once, and ask every seller of it', async () => {
    const [upcA, ean, gtin] = ['036000291452', '0036000291452', '00036000291452']
    const items = [
      await t.stock(seller, ean, 2, { itemName: 'Tissues' }),
      await t.stock(other, upcA, 1, { itemName: 'Tissues' }),
      await t.stock(other, gtin, 1, { itemName: 'Tissues' }),
    ]
    const found = await t.ok(t.ask('GET', '/marketplace/items?search=tissues', buyer))
    expect(found.items).toMatchObject([{ barcode1: ean, totalQuantity: 4, consignorCount: 2 }])
    const rule = (body: object) => t.ask('PUT', `/marketplace/auto-prices/${items[1]}`, other, body)
    await t.ok(rule({ acceptAt: 1_000, declineBelow: null }))
    // a person who types the number may type any spelling; the trade has the one that the marketplace shows
    const { trade, tradeId } = await t.ok(t.request(buyer, gtin, { quantity: 4, pricePerItem: 1_000 }))
    expect([trade.itemBarcode, trade.itemName]).toEqual([ean, 'Tissues'])
    const offer = (await t.received(seller)).find((one: { tradeId: string }) => one.tradeId === tradeId)
    expect(offer).toMatchObject({ quantityOffered: 2, itemBarcode: ean })
    await t.ok(t.answer(seller, offer.offerId, 'accept'))
    expect(await Promise.all(items.map((item) => t.quantityOf(item)))).toEqual([0, 0, 0])
  })

  it('keep books and stock in balance', async () => {
    expect([await checkBooks(t.shop.platform.db), await checkStock(t.shop.platform.db)]).toEqual([[], []])
  })
})
