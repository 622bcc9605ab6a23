import { beforeAll, expect, it } from 'vitest'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { OPENED, testShop } from './testing/shop.ts'
import { type Person, type TradingShop, tradingShop } from './testing/trades.ts'

forEachDatabase('the fields that API users rely on are answered for', (open) => {
  let t: TradingShop
  let ann: Person
  let bea: Person
  let itemUID: string

  beforeAll(async () => {
    t = await tradingShop(await testShop(await open(), OPENED))
    ann = await t.join('ann')
    bea = await t.join('bea', 100)
    itemUID = await t.stock(ann, 'A1', 9, { link: 'https://www.amazon.com/dp/B00ABCDEFG' })
  }, 60_000)

  const get = (path: string, by: { token: string } = t.admin) => t.ok(t.ask('GET', path, by))
  const expectFields = (thing: unknown, fields: string) => {
    expect(thing).toBeTypeOf('object')
    expect(Object.keys(thing as object)).toEqual(expect.arrayContaining(fields.split(' ')))
  }

  it('an inventory item', async () => {
    const { items } = await get('/inventory/search')
    expectFields(
      items[0],
      'id itemName listingTitle barcode1 barcode2 location quantity link imageUrl source consignorID consignorDisplayName',
    )
    const { item } = await t.ok(t.ask('POST', '/inventory/master', t.admin, { itemName: 'Tea', barcode1: '1' }))
    expect(item.quantity).toBe(0)
  })

  it('a sale, a custom sale, a payout and its request, payment info and a balance', async () => {
    const sale = { consignorID: ann.uid, itemUID, barcode1: 'A1', salePrice: 40, shippingCost: 0, quantitySold: 1 }
    await t.ok(t.ask('POST', '/sales/record', t.admin, sale))
    await t.ok(t.ask('POST', '/sales/custom', t.admin, { consignorID: ann.uid, itemName: 'Odd', amount: 5 }))
    const { sales } = await get(`/sales/history/${ann.uid}`, ann)
    for (const one of sales)
      expectFields(one, 'saleID itemName imageUrl soldQuantity salePrice shippingCost payoutAmount dateSold timestamp')
    // half of the price of a sale by default, and the whole price of a custom sale
    expect((await get(`/sales/balance/${ann.uid}`, ann)).balance).toBe(25)

    const wanted = { amount: 10, method: 'cashapp', paymentUsername: '$ann' }
    await t.ok(t.ask('POST', `/payouts/${ann.uid}/request`, ann, wanted))
    const { payouts } = await get(`/sales/payouts/${ann.uid}`, ann)
    expectFields(payouts[0], 'id amount method paid date timestamp')
    expectFields((await get('/payouts/pending')).payouts[0], 'id consignorID displayName amount method date cashAppLink venmoUsername')
    expectFields(await get(`/payouts/${ann.uid}/payment-info`, ann), 'cashtag venmoUsername')
  })

  it('a shipment', async () => {
    await t.ok(t.ask('POST', `/shipments/${ann.uid}`, ann, { carrier: 'USPS', trackingNumber: '1' }))
    const fields = 'id carrier trackingNumber delivered processed timestamp username status shippedDate'
    expectFields((await get(`/shipments/${ann.uid}`, ann)).shipments[0], fields)
    expectFields((await get('/shipments/admin/all')).shipments[0], fields)
  })

  it('a user, with addresses, the first of which is the default', async () => {
    const address = { name: 'Bea', street: '1 Lane', city: 'Town', state: 'TX', zip: '75001' }
    await t.ok(t.ask('POST', '/auth/addresses', bea, address))
    const fields = 'uid email displayName username role photoURL balance whopBypass discord discordNotificationsEnabled registeredDomain'
    for (const user of [await get('/auth/me', bea), await get(`/auth/users/${bea.uid}`, bea)]) {
      expectFields(user, `${fields} migratedFrom addresses`)
      expect(user).toMatchObject({ role: 'user', discordNotificationsEnabled: true })
      expectFields(user.addresses[0], 'id name street city state zip country isDefault')
      expect(user.addresses[0]).toMatchObject({ country: 'USA', isDefault: true })
    }
    expectFields((await get('/auth/all-users')).users[0], `${fields} migratedFrom`)
  })

  it('analytics', async () => {
    await t.ok(t.shop.ask('POST', '/analytics/track', { sessionId: 'a-session-of-mine', path: '/' }))
    expectFields(await get('/analytics/stats'), 'activeNow todayVisitors todayViews totalVisitors totalViews')
  })

  it('a marketplace item, a trade, its offers, its order and its shipping', async () => {
    const { items } = await get('/marketplace/items', bea)
    expectFields(items[0], 'itemName asin imageUrl link totalQuantity consignorCount barcode1')
    const { tradeId } = await t.ok(t.request(bea, 'A1', { quantity: 2 }))
    const ofTrade =
      'tradeId itemName itemBarcode quantity pricePerItem totalCost status providesOwnShipping shippingAddress itemLink imageUrl'
    const ofOffer = 'offerId quantity quantityOffered pricePerItem counterPrice status lastCounteredBy itemName imageUrl'
    const [sent] = await t.sent(bea)
    expectFields(sent, `${ofTrade} offers`)
    expectFields(sent.offers[0], ofOffer)
    const [received] = await t.received(ann)
    expectFields(received, ofOffer)
    await t.ok(t.answer(ann, received.offerId, 'accept'))
    expectFields((await get('/trades/my-trades', bea)).trades[0], `${ofTrade} offers`)
    expectFields((await get('/trades/offers/completed', ann)).offers[0], ofOffer)

    const { orders } = await get('/trades/admin/fulfillment-orders')
    const money = 'totalItemCost totalCommission totalCost providesOwnShipping status trackingNumber carrier'
    expectFields(orders[0], `tradeId itemName imageUrl totalQuantity buyerUsername buyerEmail shippingAddress sellers ${money}`)
    expectFields(orders[0].shippingAddress, 'name address1 address2 city state zip')
    const ofSeller = 'sellerUID sellerUsername sellerEmail quantityOffered barcode1 barcode2 totalValue commission sellerPayout'
    expectFields(orders[0].sellers[0], ofSeller)
    const shipping = await get(`/trades/${tradeId}/shipping`, bea)
    expectFields(shipping, 'trackingNumber carrier shippingAddress')
    expectFields(shipping.shippingAddress, 'street city state zipCode')
  })

  it('a migration’s result, and an item without a picture', async () => {
    const result = await t.ok(t.ask('POST', '/auth/migrate-all', t.admin, {}))
    expectFields(result, 'totalUsers migrated skipped failed details')
    for (const detail of result.details) expectFields(detail, 'status email uid')
    const { items } = await get('/admin/items-missing-images')
    expectFields(items[0], 'itemName link consignorUID itemUID')
  })
})
