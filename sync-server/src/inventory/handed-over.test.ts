import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from '../app/testing/shop.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

const UPC = '036000291452'

forEachDatabase('pieces that a consignor gets', (open) => {
  let shop: TestShop
  let token: string
  let uid: string
  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    token = await shop.signIn(ADMIN_EMAIL)
    uid = (await shop.signUp('ann@example.org')).uid
  }, 60_000)

  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    shop.ask('POST', `/inventory/${path}`, body, { token, headers })
  const quantityOf = async (id: string) => {
    const { body } = await shop.ask('GET', `/inventory/search?consignor=${uid}`, undefined, { token })
    return body.items.find((item: { id: string }) => item.id === id).quantity
  }
  const add = async (path: string, more: object) =>
    (await post(path, { itemName: 'Teapot', barcode1: UPC, location: 'A1', quantity: 4, ...more })).body.item

  it('join an item that the consignor has at that place, when the request says so, also when it is repeated', async () => {
    const master = await add('master', {})
    const held = await add('consignor', { consignorID: uid, barcode1: `0${UPC}` })
    const body = { masterItemID: master.id, consignorID: uid, quantity: 1 }
    const twice = async (sent: object) => {
      const key = { 'idempotency-key': randomUUID() }
      const first = await post('allocate', sent, key)
      expect((await post('allocate', sent, key)).body).toEqual(first.body)
      return first.body
    }
    // without a location the pieces lie where the master item lies
    expect(await twice({ ...body, addToExisting: true })).toMatchObject({ id: held.id, item: { quantity: 5 } })
    for (const apart of [
      { ...body, location: 'A1' },
      { ...body, location: 'H2', addToExisting: true },
    ]) {
      const { id, item } = await twice(apart)
      expect([id === held.id, item.quantity, await quantityOf(held.id)]).toEqual([false, 1, 5])
    }

    const barcodes = [UPC, 'new', UPC]
    const mass = await post('consignor/mass-input', { consignorID: uid, itemName: 'Pile', location: 'A1', barcodes, addToExisting: true })
    expect(mass.body).toMatchObject({
      message: 'Added 2 items (3 pieces) to consignor inventory',
      ids: [held.id, expect.not.stringMatching(held.id)],
    })
    expect(await quantityOf(held.id)).toBe(7)
    expect((await post('allocate', { ...body, addToExisting: 'yes' })).body).toMatchObject({
      code: 'INVALID',
      fields: { addToExisting: 'addToExisting must be true or false' },
    })
  })
})
