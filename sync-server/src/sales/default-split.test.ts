import { beforeAll, expect, it } from 'vitest'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from '../app/testing/shop.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

forEachDatabase('a recorded sale without a percentage', (open) => {
  let shop: TestShop
  let token: string
  let ann: string
  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    token = await shop.signIn(ADMIN_EMAIL)
    ann = (await shop.signUp('ann@example.org')).uid
  }, 60_000)

  const setSplit = async (defaultSplitPercent: number) => {
    const command = { id: freshId(), name: 'settings.change', version: 1, args: { changes: { defaultSplitPercent } }, at: Date.now() }
    const { body } = await shop.ask('POST', '/sync/push', { clientId: freshId(), protocol: 1, commands: [command] }, { token })
    expect(body.results).toMatchObject([{ status: 'done' }])
  }
  const cup = async (consignorID: string | null = ann) => {
    const body = { itemName: 'Cup', barcode1: '1', quantity: 9, ...(consignorID ? { consignorID } : {}) }
    return (await shop.ask('POST', consignorID ? '/inventory/consignor' : '/inventory/master', body, { token })).body.id
  }
  const record = async (body: object) =>
    (await shop.ask('POST', '/sales/record', { salePrice: 100, quantitySold: 1, ...body }, { token })).body

  it('pays the shop’s default split, which is 50 until an admin changes it', async () => {
    const itemUID = await cup()
    expect(await record({ itemUID, consignorID: ann })).toMatchObject({ payoutAmount: 50 })
    await setSplit(62.5)
    expect(await record({ itemUID, consignorID: ann })).toMatchObject({ payoutAmount: 62.5 })
    expect(await record({ itemUID, consignorID: ann, consignorPercentage: null })).toMatchObject({ payoutAmount: 62.5 })
    expect(await record({ itemUID, consignorID: ann, consignorPercentage: 0 })).toMatchObject({ payoutAmount: 0 })
    expect(await record({ itemUID: await cup(null), consignorID: null })).toMatchObject({ payoutAmount: 0 })
  })

  it('is one sale when it is sent several times, even after the default split has changed', async () => {
    for (const consignorID of [ann, null]) {
      await setSplit(40)
      const sale = { itemUID: await cup(consignorID), consignorID, saleID: freshId() }
      const first = await record(sale)
      expect(first).toMatchObject({ message: 'Sale recorded successfully', payoutAmount: consignorID ? 40 : 0 })
      await setSplit(70)
      expect(await record(sale)).toEqual(first)
    }
  })
})
