import { addConsignorItem } from '@shop/shared/inventory/commands/add-item.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { recordCustomSale } from '@shop/shared/sales/commands/record-custom-sale.ts'
import { recordSale } from '@shop/shared/sales/commands/record-sale.ts'
import { voidRecordedSale } from '@shop/shared/sales/commands/void-recorded-sale.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { pushAs } from '../app/testing/news.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from '../app/testing/shop.ts'
import { TELL_JOB, type TellPayload } from '../notifications/effects.ts'
import { freshId, queued } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

forEachDatabase('a recorded sale that is undone', (open) => {
  let shop: TestShop
  let admin: string
  let ann: { readonly uid: string; readonly token: string }
  let lamp: string
  let saleId: string

  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    admin = await shop.signIn(ADMIN_EMAIL)
  }, 60_000)
  beforeEach(async () => {
    ann = await shop.signUp(`${freshId()}@example.org`)
    lamp = freshId()
    saleId = freshId()
    const texts = { itemName: 'Lamp', barcode1: '036000291452' }
    const money = { salePriceCents: 10_000, shippingCostCents: 1_000, quantity: 2, consignorPercentage: 60 }
    await pushAs(
      shop,
      admin,
      queued(addConsignorItem, { id: lamp, consignorId: ann.uid, texts, quantity: 3 }),
      queued(recordSale, { saleId, itemId: lamp, consignorId: ann.uid, ...money }),
    )
  })

  const undo = (more: object = {}) =>
    queued(voidRecordedSale, { saleId, itemId: lamp, consignorId: ann.uid, reason: 'a slip', goods: 'back', ...more })
  const balance = async () => (await shop.ask('GET', `/sales/balance/${ann.uid}`, undefined, { token: admin })).body.balance
  const stock = async () =>
    (await shop.platform.db.selectFrom('items').select('stock_count').where('id', '=', lamp).executeTakeFirstOrThrow()).stock_count
  const toldBy = async ({ id }: QueuedCommand) => {
    const waiting = await shop.platform.db.selectFrom('jobs').select('payload').where('kind', '=', TELL_JOB).execute()
    const payloads = waiting.map(({ payload }) => payload as TellPayload).filter(({ commandId }) => commandId === id)
    return payloads.flatMap(({ news }) => news.map(({ reader, topic }) => [reader, topic])).sort()
  }
  const mismatches = async () => (await shop.ask('POST', '/sales/ledger/check', undefined, { token: admin })).body.mismatches

  it('returns the goods, takes the share back, tells the consignor, and happens once', async () => {
    expect([await balance(), await stock()]).toEqual([54, 1])
    const command = undo()
    expect(await pushAs(shop, admin, command)).toEqual(['done'])
    expect([await balance(), await stock(), await mismatches()]).toEqual([0, 3, []])
    expect(await toldBy(command)).toEqual([
      ['channels:sales', 'saleUndone'],
      [`user:${ann.uid}`, 'saleUndone'],
    ])
    expect(await pushAs(shop, admin, command, undo())).toEqual(['done', 'rejected'])
    expect([await balance(), await stock()]).toEqual([0, 3])
    const { body } = await shop.ask('GET', `/sales/history/${ann.uid}`, undefined, ann)
    expect(body.sales).toMatchObject([{ voidedAt: expect.any(String) }])
  })

  it('takes a custom sale back whole', async () => {
    const custom = freshId()
    await pushAs(shop, admin, queued(recordCustomSale, { saleId: custom, consignorId: ann.uid, itemName: 'Chair', amountCents: 700 }))
    expect(await balance()).toBe(61)
    expect(await pushAs(shop, admin, undo({ saleId: custom, itemId: null }))).toEqual(['done'])
    expect([await balance(), await mismatches()]).toEqual([54, []])
  })

  it('is no business of its consignor', async () => {
    expect(await pushAs(shop, ann.token, undo())).toEqual(['rejected'])
    expect([await balance(), await stock()]).toEqual([54, 1])
  })
})
