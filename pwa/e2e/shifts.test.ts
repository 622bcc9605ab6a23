import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device, follow, untilControlled } from './browser.ts'
import { expectFits } from './layout.ts'
import { browser, server, token, withShop } from './shop.ts'
import { makeGoods, newId, runCommands, stock, tillSale } from './shop-data.ts'
import { expectAllSent, openTill, scan, sellForCash } from './till.ts'

// A day of one drawer: 200.00 + 36.02 sold - 18.01 given back + 50.00 in - 12.50 out - 100.00 to the safe = 155.51 expected, 153.51 counted.

const [vase] = makeGoods(1, 9).map((goods) => ({ ...goods, name: 'Vase', priceCents: 1_801 }))
if (!vase) throw new Error('no goods')

let tablet: Device
let page: Page
let other: Device
let otherPage: Page

const inShift = () => page.getByRole('dialog', { name: 'Drawer 1 · shift 1' })
const closing = () => page.getByRole('dialog', { name: 'Close Drawer 1 · shift 1' })
const openShiftWindow = async (on: Page) => {
  await on.getByRole('button', { name: 'More of the till' }).click()
  await on.getByRole('menuitem', { name: 'Shift' }).click()
}
const figure = (name: string, within = inShift()) => within.locator('dl > div').filter({ hasText: name }).locator('dd').first().innerText()
const online = async (device: Device, on: Page) => {
  await device.offline(false)
  await on.evaluate(() => window.dispatchEvent(new Event('online')))
  await expectAllSent(on)
}

async function openDevice(): Promise<[Device, Page]> {
  const device = await Device.install(browser, server)
  const opened = await device.signIn()
  await opened.goto(`${server.url}/pos`)
  await openTill(opened)
  await untilControlled(opened)
  return [device, opened]
}

withShop()
beforeAll(async () => {
  await stock(server, token, [vase])
  ;[tablet, page] = await openDevice()
})

it('opens a shift with the cash in the drawer, which a second device joins', async () => {
  await openShiftWindow(page)
  const form = page.getByRole('dialog', { name: 'Open a shift' })
  await expectNoBarriers(page, 'a shift to open')
  await form.getByRole('button', { name: 'Open shift' }).click()
  await form.getByText('Please enter the cash in the drawer, 0 for none').waitFor()
  await form.getByLabel('Cash in the drawer').fill('200')
  await form.getByRole('button', { name: 'Open shift' }).click()
  await inShift().getByText('Open', { exact: true }).waitFor()
  expect(await figure('Expected in the drawer')).toBe('$200.00')
  await page.keyboard.press('Escape')
  await expectAllSent(page)
  ;[other, otherPage] = await openDevice()
  await openShiftWindow(otherPage)
  const joining = otherPage.getByRole('dialog', { name: 'Open a shift' })
  await joining.getByText('This device joins it.').waitFor()
  await joining.getByRole('button', { name: 'Work with this drawer' }).click()
  await otherPage.getByRole('dialog', { name: 'Drawer 1 · shift 1' }).waitFor()
  await otherPage.keyboard.press('Escape')
  await otherPage.getByRole('button', { name: 'More of the till' }).click()
  await otherPage.getByRole('menuitem', { name: 'Drawer 1, open since' }).waitFor()
  await otherPage.keyboard.press('Escape')
  await follow(otherPage, '/pos/sales')
  await otherPage.getByRole('list', { name: 'Open shifts' }).getByText('Drawer 1 · shift 1').waitFor()
  await follow(otherPage, '/dashboard')
  await otherPage
    .getByRole('region', { name: 'Tills' })
    .getByText(/^Shift open since /)
    .waitFor()
  await follow(otherPage, '/pos')
  await openTill(otherPage)
})

it('without network counts sales, returns and moves of cash into it', async () => {
  await other.offline(true)
  await sellForCash(otherPage, [vase])
  await tablet.offline(true)
  const receipt = await sellForCash(page, [vase, vase])
  await scan(page, receipt, { withShift: true })
  await page
    .getByRole('region', { name: `Receipt ${receipt}` })
    .getByRole('button', { name: 'Return goods…' })
    .click()
  const goods = page.getByRole('dialog', { name: `Return goods · receipt ${receipt}` })
  await goods.getByRole('button', { name: 'One more of Vase' }).click()
  await goods.getByRole('button', { name: 'Give back $18.01' }).click()
  await goods.waitFor({ state: 'hidden' })
  await openShiftWindow(page)
  for (const [opener, amount, reason, button] of [
    ['Cash in', '50', 'Change', 'Record cash in'],
    ['Cash out', '12.50', 'Stamps', 'Record cash out'],
    ['To the safe', '100', '', 'Take to the safe'],
  ] as const) {
    await inShift().getByRole('button', { name: opener }).click()
    const form = page.getByRole('dialog', { name: `${opener} · Drawer 1` })
    await form.getByLabel('Amount').fill(amount)
    await form.getByLabel('Reason (optional)').fill(reason)
    await form.getByRole('button', { name: button }).click()
    await inShift().waitFor()
  }
  await inShift().getByRole('button', { name: 'No sale' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Record no sale' }).click()
  await inShift().waitFor()
  expect(await figure('Cash of sales, less given back')).toBe('$18.01')
  expect(await figure('Expected in the drawer')).toBe('$155.51')
  for (const text of ['Stamps', '-$12.50', '-$100.00', 'No sale']) await inShift().getByText(text).last().waitFor()
  await expectNoBarriers(page, 'an open shift')
  await expectFits(page, 'an open shift')
})

it('keeps a count through a reload, and shows the expected cash only after it', async () => {
  await inShift().getByRole('button', { name: 'Close shift' }).click()
  await closing().getByLabel('$100 pieces', { exact: true }).fill('1')
  await closing().getByLabel('$20 pieces', { exact: true }).fill('2')
  expect(await closing().getByText('155.51').count()).toBe(0)
  await expectNoBarriers(page, 'a count')
  await expectFits(page, 'a count')
  await page.reload()
  await openTill(page)
  await openShiftWindow(page)
  await inShift().getByRole('button', { name: 'Close shift' }).click()
  await closing().getByText('What you typed before is still here.').waitFor()
  expect(await closing().getByLabel('$20 pieces', { exact: true }).inputValue()).toBe('2')
  for (const [name, pieces] of [
    ['$10 pieces', '1'],
    ['$1 pieces', '3'],
    ['25¢ pieces', '2'],
    ['1¢ pieces', '1'],
  ] as const)
    await closing().getByLabel(name, { exact: true }).fill(pieces)
  await closing().getByText('$153.51').waitFor()
  await closing().getByRole('button', { name: 'Show the result' }).click()
  await closing().getByText('$2.00 short').waitFor()
  expect(await figure('Expected', closing())).toBe('$155.51')
  await closing().getByText('Nothing goes to the safe').waitFor()
  await closing().getByLabel('Stays in the drawer').fill('100')
  await closing().getByText('$53.51 goes to the safe').waitFor()
  await expectNoBarriers(page, 'the result of a count')
})

it('closes short, and the Z says so on every device, with what came later beside it', async () => {
  await closing().getByRole('button', { name: 'Close shift' }).dblclick()
  await inShift().getByText('Closed', { exact: true }).waitFor()
  const z = [
    ['Expected in the drawer', '$155.51'],
    ['Counted', '$153.51'],
    ['Difference', '$2.00 short'],
    ['Stays in the drawer', '$100.00'],
    ['To the safe at the close', '$53.51'],
  ] as const
  for (const [name, value] of z) expect(await figure(name), name).toBe(value)
  await expectNoBarriers(page, 'a closed shift')
  await page.keyboard.press('Escape')
  await online(tablet, page)
  // the other device sold in the shift meanwhile
  await online(other, otherPage)
  await follow(otherPage, '/pos/sales')
  await otherPage.getByRole('button', { name: 'Shifts' }).click()
  await otherPage.getByRole('button', { name: /Drawer 1 · shift 1.*\$2\.00 short/ }).click()
  const seen = otherPage.getByRole('dialog', { name: 'Drawer 1 · shift 1' })
  await seen.getByText('Later: +$18.01, 1 sale').waitFor()
  for (const [name, value] of z) expect(await figure(name, seen), name).toBe(value)
  await otherPage.keyboard.press('Escape')
  await openShiftWindow(page)
  const form = page.getByRole('dialog', { name: 'Open a shift' })
  expect(await form.getByLabel('Cash in the drawer').inputValue()).toBe('100.00')
  await form.getByLabel('Cash in the drawer').fill('98')
  await form.getByText('$2.00 less than the last shift left').waitFor()
})

it('says when two devices opened the drawer, and closes both shifts', async () => {
  const second = (on: Page) => on.getByRole('dialog', { name: 'Drawer 1 · shift 2' })
  await page.keyboard.press('Escape')
  await follow(otherPage, '/pos')
  await openTill(otherPage)
  for (const [device, on] of [
    [tablet, page],
    [other, otherPage],
  ] as const) {
    await device.offline(true)
    await openShiftWindow(on)
    await on.getByRole('dialog', { name: 'Open a shift' }).getByRole('button', { name: 'Open shift' }).click()
    await second(on).getByText('Open', { exact: true }).waitFor()
  }
  await online(tablet, page)
  await online(other, otherPage)
  await second(otherPage).getByText('Drawer 1 was opened on two devices').waitFor()
  await expectNoBarriers(otherPage, 'a drawer opened twice')
  // its own shift, and then the one that is left
  for (let left = 2; left > 0; left--) {
    await second(otherPage).getByRole('button', { name: 'Close shift' }).click()
    const form = otherPage.getByRole('dialog', { name: 'Close Drawer 1 · shift 2' })
    await form.getByText('Only the total').click()
    await form.getByLabel('Cash counted').fill('100')
    await form.getByRole('button', { name: 'Show the result' }).click()
    await form.getByText('Exact', { exact: true }).waitFor()
    await form.getByRole('button', { name: 'Close shift' }).click()
    await second(otherPage).getByText('Closed', { exact: true }).waitFor()
    await otherPage.keyboard.press('Escape')
    if (left > 1) await openShiftWindow(otherPage)
  }
  await expectAllSent(otherPage)
  // the open window of the first device shows the Z
  await second(page).getByText('Closed', { exact: true }).waitFor()
  await follow(otherPage, '/discrepancies')
  const asked = otherPage.getByRole('row').filter({ hasText: 'Opened twice' })
  await asked.getByText('Drawer 1', { exact: true }).waitFor()
  await asked.getByRole('button', { name: 'Settle' }).click()
  const settling = otherPage.getByRole('dialog', { name: 'Settle' })
  await settling.getByText('Both shifts stand, each with its own count.').waitFor()
  await settling.getByRole('button', { name: 'Accept' }).click()
  await otherPage.getByText('Accept: settled').waitFor()
})

it('lists a shift of which only its sales arrived, with its takings so far', async () => {
  const sale = tillSale('ZZ-0001', [{ itemName: 'Lamp', unitPriceCents: 3_000 }], { kind: 'card', label: '' })
  await runCommands(server, token, [{ ...sale, version: 2, args: { ...sale.args, shiftId: newId() } }])
  await follow(otherPage, '/pos/sales')
  await otherPage.getByRole('button', { name: 'Shifts' }).click()
  const missing = otherPage.getByRole('list', { name: 'Shifts whose opening is missing' })
  await missing.getByRole('button', { name: /Drawer not known yet.*\$30\.00 so far/ }).click()
  const shift = otherPage.getByRole('dialog', { name: 'Shift', exact: true })
  await shift.getByText('The opening of this shift is missing').waitFor()
  expect(await figure('Total', shift)).toBe('$30.00')
  expect(await shift.getByText('Expected in the drawer').count()).toBe(0)
  await expectNoBarriers(otherPage, 'a shift without its opening')
  await expectFits(otherPage, 'a shift without its opening')
})
