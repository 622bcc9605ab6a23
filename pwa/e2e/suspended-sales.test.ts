import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device } from './browser.ts'
import { type Consignor, joinShop } from './consignor.ts'
import { expectFits } from './layout.ts'
import { serverRows } from './rows.ts'
import { browser, server, token, withShop } from './shop.ts'
import { type Goods, makeGoods, runCommands } from './shop-data.ts'
import { expectAllSent, openTill, sellForCash } from './till.ts'

let ann: Consignor
let eve: Consignor
let office: Page
let desk: Device
const goods: Goods[] = makeGoods(3, 5)
const receipts: string[] = []

const balance = async () => (await server.request<{ balance: number }>('GET', `/sales/balance/${ann.uid}`, undefined, token)).balance
const giveRole = async (act: 'promote' | 'demote') => {
  await server.stop('SIGTERM')
  await server.command('admin', act, eve.email, ...(act === 'promote' ? ['--vouch'] : []))
  await server.start()
}
const waiting = () => office.getByRole('table', { name: 'Open discrepancies' })
const open = async (receipt: string) => {
  const row = waiting()
    .getByRole('row')
    .filter({ hasText: `Sale ${receipt}` })
  await row.getByRole('button', { name: 'Settle' }).click()
  const form = office.getByRole('dialog', { name: `Sale ${receipt} waits for you` })
  await form.waitFor()
  return form
}

withShop()
beforeAll(async () => {
  ann = await joinShop(server, 'Ann Consignor')
  eve = await joinShop(server, 'Eve Former')
  await runCommands(
    server,
    token,
    goods.map(({ id, name, barcode, priceCents, quantity }) => ({
      name: 'inventory.addConsignor',
      args: { id, consignorId: ann.uid, texts: { itemName: name, barcode1: barcode, priceCents }, quantity },
    })),
  )
})

it('pays nobody for the sales of a former admin, and shows them to an admin', async () => {
  await giveRole('promote')
  const tablet = await Device.install(browser, server)
  const till = await tablet.signIn(eve.email, eve.password)
  await till.goto(`${server.url}/pos`)
  await openTill(till)
  await expectAllSent(till)
  await tablet.offline(true)
  for (const one of goods) receipts.push(await sellForCash(till, [one]))
  // the shop withdraws her role while her tablet is offline
  await giveRole('demote')
  await tablet.offline(false)
  await till.evaluate(() => window.dispatchEvent(new Event('online')))
  await expectAllSent(till)
  await tablet.close()

  desk = await Device.install(browser, server)
  office = await desk.signIn()
  await office.goto(`${server.url}/discrepancies`)
  expect(await balance()).toBe(0)
  expect((await serverRows(server, token)).sales).toEqual([])
  const form = await open(receipts[0] as string)
  for (const text of [
    'Eve Former',
    'Goods number 1',
    'Ann Consignor 50%',
    'Paid: Cash',
    '$1.00',
    'All 3 waiting sales of Eve Former, $3.75',
  ])
    await form.getByText(text).first().waitFor()
  await expectNoBarriers(office, 'a sale that waits')
  await expectFits(office, 'a sale that waits')
  await office.keyboard.press('Escape')
  await form.waitFor({ state: 'hidden' })
})

it('lets an admin accept a waiting sale by keyboard and offline, and pays the consignor when the network is back', async () => {
  await desk.offline(true)
  const form = await open(receipts[0] as string)
  await form.getByRole('radio', { name: 'Accept' }).focus()
  await office.keyboard.press('Enter')
  await office.getByText('1 sale accepted').waitFor()
  await desk.offline(false)
  await office.evaluate(() => window.dispatchEvent(new Event('online')))
  await expectAllSent(office)
  expect(await balance()).toBe(0.46)
  const { items, posSales } = await serverRows(server, token)
  expect(items.find(({ id }) => id === goods[0]?.id)?.stockCount).toBe(4)
  expect(posSales.map(({ receiptNumber, byUid }) => [receiptNumber, byUid])).toEqual([[receipts[0], eve.uid]])
})

it('rejects all other waiting sales of the same seller together, after a question', async () => {
  const form = await open(receipts[1] as string)
  await form.getByRole('radio', { name: 'Reject' }).check()
  await form.getByRole('checkbox', { name: 'All 2 waiting sales of Eve Former, $2.75' }).check()
  await form.getByRole('button', { name: 'Reject' }).click()
  const question = office.getByRole('dialog', { name: 'Reject 2 sales?' })
  await question.waitFor()
  await expectNoBarriers(office, 'the question before a rejection')
  await question.getByRole('button', { name: 'Reject' }).click()
  await office.getByText('2 sales rejected').waitFor()
  await office.getByText('Stock and books agree').waitFor()
  await expectAllSent(office)
  const { items, posSales } = await serverRows(server, token)
  for (const { id } of goods.slice(1)) expect(items.find((item) => item.id === id)?.stockCount).toBe(5)
  expect(posSales).toHaveLength(1)
  await office.getByText('Settled', { exact: true }).click()
  await office.getByRole('table', { name: 'Settled discrepancies' }).getByText('Sale rejected').first().waitFor()
})
