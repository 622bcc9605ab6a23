import { beforeAll, expect, it } from 'vitest'
import { checkBooks } from '../platform/checks.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from './testing/shop.ts'

forEachDatabase('the sales history doors', (open) => {
  let shop: TestShop
  let admin: { token: string }
  let ann: { uid: string; token: string }
  let saleID: string

  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    admin = { token: await shop.signIn(ADMIN_EMAIL) }
    ann = await shop.signUp('ann@example.org')
    const item = { consignorID: ann.uid, itemName: 'Cup', barcode1: '1', imageUrl: 'https://example.org/cup.png', quantity: 3 }
    const { body } = await shop.ask('POST', '/inventory/consignor', item, admin)
    const sale = { consignorID: ann.uid, itemUID: body.item.id, salePrice: 20, shippingCost: 2, quantitySold: 1, consignorPercentage: 50 }
    saleID = (await shop.ask('POST', '/sales/record', sale, admin)).body.saleID
  }, 60_000)

  const history = async () => (await shop.ask('GET', `/sales/history/${ann.uid}`, undefined, ann)).body.sales
  const balance = async () => (await shop.ask('GET', `/sales/balance/${ann.uid}`, undefined, ann)).body.balance

  it('answer balance and sales', async () => {
    expect(await balance()).toBe(9)
    expect(await history()).toEqual([
      expect.objectContaining({
        saleID,
        itemName: 'Cup',
        soldQuantity: 1,
        salePrice: 20,
        shippingCost: 2,
        payoutAmount: 9,
        voidedAt: null,
        editedAt: null,
      }),
    ])
    const unknown = await shop.ask('GET', `/sales/balance/${freshId()}`, undefined, admin)
    expect(unknown.body).toEqual({ balance: 0 })
  })

  it('edit the record and nothing else', async () => {
    const edit = (body: unknown, id = saleID) => shop.ask('PUT', `/sales/${id}`, body, admin)
    expect((await edit({ salePrice: 30, payoutAmount: 14.5 })).body).toMatchObject({
      message: 'Sale updated successfully! Data refreshed.',
      sale: { salePrice: 30, payoutAmount: 14.5, shippingCost: 2, itemName: 'Cup' },
    })
    expect(await balance()).toBe(9)
    expect((await history())[0].editedAt).not.toBeNull()
    expect((await edit({ soldQuantity: 0 })).body.fields).toEqual({ soldQuantity: 'Quantity must be greater than 0' })
    expect((await edit({}, freshId())).status).toBe(404)
    expect((await edit({}, 'balance')).status).toBe(404)
    expect(await checkBooks(shop.platform.db)).toEqual([])
  })

  it('show everybody the latest sales, and nothing of the people behind them', async () => {
    const { body } = await shop.ask('GET', '/sales/recent-with-images')
    expect(body.sales).toHaveLength(1)
    expect(Object.keys(body.sales[0]).sort()).toEqual(['dateSold', 'imageUrl', 'itemName', 'salePrice', 'timestamp'])
    expect((await shop.ask('GET', '/sales/recent-with-images?limit=0')).status).toBe(400)
    for (const limit of ['1', '', '1000']) expect((await shop.ask('GET', `/sales/recent-with-images?limit=${limit}`)).status).toBe(200)
  })
})
