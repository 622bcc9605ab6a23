import { addMasterItem } from '@shop/shared/inventory/commands/add-item.ts'
import { editItem } from '@shop/shared/inventory/commands/edit-item.ts'
import { settleDiscrepancy } from '@shop/shared/inventory/commands/settle-discrepancy.ts'
import { settleArgs } from '@shop/shared/inventory/rules/settling.ts'
import type { Discrepancy } from '@shop/shared/inventory/schema.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { CommandResult, QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { checkStock } from '../inventory/examine-stock.ts'
import { discrepanciesTable } from '../inventory/tables.ts'
import { namedColumns } from '../platform/database/collection-table.ts'
import { freshId, queued } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from './testing/shop.ts'
import { queuedSale } from './testing/till-sales.ts'

forEachDatabase('an item of which more was sold than the books had', (open) => {
  let shop: TestShop
  let admin: { token: string }
  let item: string

  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    admin = { token: await shop.signIn(ADMIN_EMAIL) }
  }, 60_000)
  beforeEach(async () => {
    item = freshId()
    const texts = { itemName: 'Jug', barcode1: '036000291452' }
    await push(queued(addMasterItem, { id: item, texts, quantity: 1 }))
    const jug = { id: item, name: 'Jug', consignorId: null, priceCents: 500 }
    await push(queuedSale([jug, jug], freshId()))
    expect(await question()).toMatchObject({ kind: 'negative_stock', quantity: 1, settlement: null })
  })

  const push = async (...commands: QueuedCommand[]): Promise<CommandResult[]> =>
    (await shop.ask('POST', '/sync/push', { clientId: freshId(), protocol: PROTOCOL_VERSION, commands }, admin)).body.results
  const question = async (): Promise<Discrepancy | undefined> =>
    await shop.platform.db
      .selectFrom('discrepancies')
      .select(namedColumns(discrepanciesTable))
      .where('item_id', '=', item)
      .executeTakeFirst()
  const writeOff = async () => {
    const [result] = await push(queued(settleDiscrepancy, settleArgs((await question()) as Discrepancy, { action: 'write_off' })))
    return result?.code ?? result?.status
  }
  const put = (body: object) => shop.ask('PUT', `/inventory/master/${item}`, body, admin)
  const shown = async () => (await put({})).body.item.quantity

  it('has the quantity that a caller sets, which answers the question: nothing is left to write off', async () => {
    expect((await put({ quantity: 5, location: 'B2' })).body.item).toMatchObject({ quantity: 5, location: 'B2' })
    expect(await question()).toMatchObject({ settlement: 'count_corrected' })
    expect([await writeOff(), await shown(), await checkStock(shop.platform.db)]).toEqual(['ALREADY_SETTLED', 5, []])
  })

  it('has the quantity that a caller sets after pieces came, which answers the question too', async () => {
    await push(queued(editItem, { id: item, changes: {}, quantityDelta: 4 }))
    expect([await shown(), (await question())?.settlement]).toEqual([3, null])
    expect((await put({ quantity: 5 })).body.item).toMatchObject({ quantity: 5 })
    expect([await writeOff(), await shown(), await checkStock(shop.platform.db)]).toEqual(['ALREADY_SETTLED', 5, []])
    expect(await question()).toMatchObject({ settlement: 'count_corrected' })
  })

  it('keeps its question when a caller sends back the quantity that is shown, and a write-off answers it', async () => {
    expect((await put({ quantity: 0, location: 'B2' })).body.item).toMatchObject({ quantity: 0, location: 'B2' })
    expect(await question()).toMatchObject({ settlement: null })
    expect([await writeOff(), await shown(), await checkStock(shop.platform.db)]).toEqual(['done', 0, []])
  })
})
