import { RECENT_SALES } from '@shop/shared/sales/history-calls.ts'
import { testId } from '@shop/shared/testing/memory-shop.ts'
import { beforeAll, expect, it } from 'vitest'
import { ADMIN_EMAIL, ISO_8601, OPENED, type TestShop, testShop } from '../app/testing/shop.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { checkBooks } from './examine-books.ts'

forEachDatabase('the sales history routes', (open) => {
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
    const sales = await history()
    const { dateSold } = sales[0]
    expect(dateSold).toMatch(ISO_8601)
    const texts = { saleID, itemName: 'Cup', imageUrl: 'https://example.org/cup.png', dateSold, timestamp: dateSold }
    const numbers = { soldQuantity: 1, salePrice: 20, shippingCost: 2, payoutAmount: 9 }
    expect(sales).toEqual([{ ...texts, ...numbers, voidedAt: null, editedAt: null, booked: null }])
  })

  it('edit only the record of a sale, and no money', async () => {
    const edit = (body: unknown, id = saleID) => shop.ask('PUT', `/sales/${id}`, body, admin)
    expect((await edit({ salePrice: 30, payoutAmount: 14.5 })).body).toMatchObject({
      message: 'Sale updated successfully! Data refreshed.',
      sale: { salePrice: 30, payoutAmount: 14.5, shippingCost: 2, itemName: 'Cup' },
    })
    const rest = { itemName: 'Mug', soldQuantity: 3, shippingCost: 1.5 }
    expect((await edit(rest)).body.sale).toMatchObject({ ...rest, salePrice: 30, payoutAmount: 14.5 })
    expect(await balance()).toBe(9)
    expect((await history())[0]).toMatchObject({
      ...rest,
      salePrice: 30,
      payoutAmount: 14.5,
      editedAt: expect.stringMatching(ISO_8601),
      booked: { soldQuantity: 1, salePrice: 20, shippingCost: 2, payoutAmount: 9 },
    })
    expect((await edit({ soldQuantity: 0 })).body.fields).toEqual({ soldQuantity: 'Quantity must be greater than 0' })
    expect((await edit({}, freshId())).status).toBe(404)
    expect((await edit({}, 'balance')).status).toBe(404)
    expect(await checkBooks(shop.platform.db)).toEqual([])
  })

  it('show everybody the latest sales, without the people of these sales', async () => {
    const latest = async (query = '') => (await shop.ask('GET', `/sales/recent-with-images${query}`)).body.sales
    const [{ dateSold }] = await history()
    const mug = { itemName: 'Mug', imageUrl: 'https://example.org/cup.png', salePrice: 30, dateSold, timestamp: dateSold }
    expect(await latest()).toEqual([mug])
    const names = Array.from({ length: RECENT_SALES.most }, (_, n) => `Lamp ${n}`)
    for (const [n, itemName] of names.entries()) {
      const lamp = { consignorID: ann.uid, itemName, barcode1: `lamp-${n}`, quantity: 1 }
      const { item } = (await shop.ask('POST', '/inventory/consignor', lamp, admin)).body
      const sale = {
        saleID: testId(100 + n),
        consignorID: ann.uid,
        itemUID: item.id,
        salePrice: 5,
        quantitySold: 1,
        consignorPercentage: 50,
      }
      expect((await shop.ask('POST', '/sales/record', sale, admin)).status).toBe(200)
    }
    const typed = { consignorID: ann.uid, itemName: 'Repair for Ann, 555-0100', amount: 5 }
    expect((await shop.ask('POST', '/sales/custom', typed, admin)).status).toBe(200)
    const newest = names.toReversed()
    const namesOf = async (query?: string) => (await latest(query)).map(({ itemName }: { itemName: string }) => itemName)
    expect((await latest('?limit=1'))[0]).toMatchObject({ itemName: newest[0], imageUrl: '', salePrice: 5 })
    for (const query of ['', '?limit=']) expect(await namesOf(query)).toEqual(newest.slice(0, RECENT_SALES.usual))
    expect(await namesOf('?limit=1000')).toEqual(newest)
    expect((await shop.ask('GET', '/sales/recent-with-images?limit=0')).status).toBe(400)
  })
})
