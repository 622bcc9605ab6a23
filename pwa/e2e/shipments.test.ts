import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device } from './browser.ts'
import { type Consignor, joinShop } from './consignor.ts'
import { expectFits } from './layout.ts'
import { firstPrint, keepPrints } from './printer.ts'
import { browser, server, token, withShop } from './shop.ts'
import { newId, runCommands } from './shop-data.ts'
import { expectAllSent } from './till.ts'

const PHONE = { width: 390, height: 844 }
/** A valid UPS number, and the same with a wrong check digit. */
const TRUE_NUMBER = '1Z5R89390357567127'
const WRONG_NUMBER = '1Z5R89390357567128'
const HOSTILE = '"><img src=x onerror="window.hostile = 1">'

let ann: Consignor
let phone: Device
let page: Page

withShop()
beforeAll(async () => {
  ann = await joinShop(server, 'Ann Consignor')
  phone = await Device.install(browser, server, PHONE)
  await keepPrints(phone.context)
  page = await phone.signIn(ann.email, ann.password)
  await page.goto(`${server.url}/user-shipments`)
})

type Row = { id: string; carrier: string; trackingNumber: string; delivered: unknown; processed: unknown }
const onServer = async (uid = ann.uid) =>
  (await server.request<{ shipments: Row[] }>('GET', `/shipments/${uid}`, undefined, token)).shipments
const numbers = async () => (await onServer()).map(({ trackingNumber }) => trackingNumber).sort()

const list = () => page.getByRole('list', { name: 'Your shipments' })
const card = (text: string) => list().getByRole('listitem').filter({ hasText: text })
const form = () => page.getByRole('dialog', { name: /Shipment$/ })
const openForm = async () => {
  await page.getByRole('button', { name: 'Submit Shipment' }).first().click()
  await form().waitFor()
}
const submit = () => form().getByRole('button', { name: 'Submit Shipment' }).click()

it('keeps what was typed through Esc and a reload, until the box is submitted or the form starts over', async () => {
  const number = () => form().getByLabel('Tracking number')
  const note = () => form().getByText('What you typed before is still here.')
  await openForm()
  expect(await note().count()).toBe(0)
  await form().getByLabel('Carrier').selectOption('UPS')
  await number().fill(TRUE_NUMBER)
  await page.keyboard.press('Escape')
  await form().waitFor({ state: 'hidden' })
  await page.reload()
  await openForm()
  await note().waitFor()
  expect([await form().getByLabel('Carrier').inputValue(), await number().inputValue()]).toEqual(['UPS', TRUE_NUMBER])
  await expectNoBarriers(page, 'the form with a draft')
  await form().getByRole('button', { name: 'Start over' }).click()
  await note().waitFor({ state: 'hidden' })
  expect(await number().inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await form().waitFor({ state: 'hidden' })
})

it('names each missing field in the form, and keeps typed text', async () => {
  await page.getByText('No shipments yet').waitFor()
  await expectNoBarriers(page, 'no shipments')
  await openForm()
  await submit()
  await form().getByText('Please select a carrier').waitFor()
  await form().getByText('Please enter tracking number').waitFor()
  await expectNoBarriers(page, 'the form, refused')
  await form().getByLabel('Carrier').selectOption('OTHER')
  await form().getByLabel('Tracking number').fill('  AB 12 ')
  await submit()
  await form().getByText('Please enter carrier name').waitFor()
  await form().getByLabel('Carrier name').fill(' other ')
  await expect.poll(() => form().getByText('Please enter carrier name').count()).toBe(0)
  await submit()
  await form().getByText('Please enter carrier name').waitFor()
  expect(await form().getByLabel('Tracking number').inputValue()).toBe('  AB 12 ')
  await form().getByRole('button', { name: 'Cancel' }).click()
  await form().waitFor({ state: 'hidden' })
  expect(await onServer()).toEqual([])
})

it('warns of an invalid number, and still accepts it', async () => {
  await openForm()
  await form().getByLabel('Carrier').selectOption('UPS')
  await form().getByLabel('Tracking number').fill(TRUE_NUMBER)
  await expect.poll(() => form().getByText('You can submit it as it is.').count()).toBe(0)
  await form().getByLabel('Tracking number').fill(WRONG_NUMBER)
  await form().getByText('The check digit of this UPS number is wrong.').waitFor()
  await expectNoBarriers(page, 'the form with a warning')
  await submit()
  await page.getByText('Shipment submitted successfully!').waitFor()
  const link = card(WRONG_NUMBER).getByRole('link')
  expect(await link.getAttribute('href')).toBe(`https://www.ups.com/track?tracknum=${WRONG_NUMBER}`)
  expect(await link.getAttribute('rel')).toContain('noopener')
  // a card names its owner by the last 8 characters of the user id
  await card(WRONG_NUMBER).getByText(ann.uid.slice(-8).toUpperCase()).waitFor()
  await card(WRONG_NUMBER).getByText('Pending').waitFor()
})

it('creates, edits and deletes offline, and sends the changes when the network is back', async () => {
  await expectAllSent(page)
  await phone.offline(true)
  await openForm()
  await form().getByLabel('Carrier').selectOption('OTHER')
  await form().getByLabel('Carrier name').fill(HOSTILE)
  await form().getByLabel('Tracking number').fill(`=1+1 ${HOSTILE}`)
  await submit()
  await page.getByText('Shipment submitted successfully!').waitFor()
  await card('=1+1').getByText('Saved on this device').waitFor()
  // a reloaded page loads commands other than the till's only because one of them waits
  await page.reload()
  await card('=1+1').getByText('Saved on this device').waitFor()
  await openForm()
  await form().getByLabel('Carrier').selectOption('FEDEX')
  await form().getByLabel('Tracking number').fill('to be deleted')
  await submit()

  await card(WRONG_NUMBER).getByRole('button', { name: 'Edit' }).click()
  expect(await form().getByLabel('Carrier').inputValue()).toBe('UPS')
  await form().getByLabel('Tracking number').fill(TRUE_NUMBER)
  await form().getByRole('button', { name: 'Save' }).click()
  await page.getByText('Shipment updated successfully').waitFor()

  await card('to be deleted').getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete this shipment?' })
  await question.getByText('FedEx to be deleted').waitFor()
  await expectNoBarriers(page, 'the question before deleting')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await card('to be deleted').getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Shipment deleted successfully').waitFor()
  await expect.poll(() => list().getByRole('listitem').count()).toBe(2)

  await phone.offline(false)
  await expect.poll(numbers, { timeout: 60_000 }).toEqual([TRUE_NUMBER, `=1+1 ${HOSTILE}`])
  expect((await onServer()).find(({ trackingNumber }) => trackingNumber !== TRUE_NUMBER)?.carrier).toBe(HOSTILE)
  expect(await page.evaluate(() => 'hostile' in window)).toBe(false)
  await expectNoBarriers(page, 'a list of shipments')
  await expectFits(page, 'a list of shipments')
})

it('says on a packing slip that there is no return address yet', async () => {
  await card(TRUE_NUMBER).getByRole('button', { name: 'Print packing slip' }).click()
  expect(await firstPrint(page)).toContain('Your profile has no address yet.')
})

it('prints the packing slip with the sender’s address, the shop’s name, the box’s code and its weight limit', async () => {
  await runCommands(server, ann.token, [
    {
      name: 'accounts.addAddress',
      args: {
        id: newId(),
        uid: ann.uid,
        fields: { name: 'Ann & Co', street: '1 <b>Main</b> St', city: 'Austin', state: 'TX', zip: '78701', country: 'USA' },
        isDefault: true,
      },
    },
  ])
  await page.reload()
  await card(TRUE_NUMBER).waitFor()
  await expect
    .poll(
      async () => {
        await page.evaluate(() => void ((window as unknown as { printed: string[] }).printed.length = 0))
        await card(TRUE_NUMBER).getByRole('button', { name: 'Print packing slip' }).click()
        return firstPrint(page)
      },
      { timeout: 30_000, interval: 1_000 },
    )
    .toContain('1 <b>Main</b> St')
  const sheet = await firstPrint(page)
  const [shipment] = (await onServer()).filter(({ trackingNumber }) => trackingNumber === TRUE_NUMBER)
  for (const text of ['Ann & Co', 'Austin, TX 78701', 'Second Chance', TRUE_NUMBER, 'under 70 lbs', shipment?.id.slice(-12).toUpperCase()])
    expect(sheet).toContain(text)
})

/** Marks a processed box as delivered, undoes that, and marks it again: its row stays until the screen is left. */
async function deliverTwice(admin: Page, row: Locator, isOnServer: (delivered: boolean) => Promise<void>) {
  const delivered = row.getByRole('switch', { name: 'Delivered' })
  await delivered.press('Space')
  await row.getByText('Delivered', { exact: true }).waitFor()
  await isOnServer(true)
  // the offer to undo an earlier switch may still stand beside it
  await admin.getByText('Delivered switched on').locator('..').getByRole('button', { name: 'Undo' }).click()
  await isOnServer(false)
  await delivered.press('Space')
  await isOnServer(true)
  expect(await row.isVisible()).toBe(true)
}

it('lets the admin set ‘processed’ and ‘delivered’ separately, hides finished boxes, and lets no consignor change a received box', async () => {
  const tablet = await Device.open(browser, server)
  await keepPrints(tablet.context)
  const admin = await tablet.signIn()
  await admin.goto(`${server.url}/admin-shipments`)
  const row = admin.getByRole('row').filter({ hasText: TRUE_NUMBER })
  await row.getByText('Ann Consignor').waitFor()
  await expectNoBarriers(admin, 'shipment management')
  await expectFits(admin, 'shipment management')
  await row.getByRole('button', { name: 'Print packing slip' }).click()
  const slip = await firstPrint(admin)
  for (const text of ['Ann Consignor', 'The address is on the sender’s own slip.', TRUE_NUMBER]) expect(slip).toContain(text)
  expect(slip).not.toContain('1 <b>Main</b> St')
  const flags = async () => {
    const { delivered, processed } = (await onServer()).find(({ trackingNumber }) => trackingNumber === TRUE_NUMBER) as Row
    return { delivered, processed }
  }
  const yes = (value: unknown) => value === true || value === 'yes'

  // the consignor opened the form before the shop received the box
  await card(TRUE_NUMBER).getByRole('button', { name: 'Edit' }).click()
  await form().waitFor()

  await row.getByRole('switch', { name: 'Processed' }).press('Space')
  await row.getByText('Processed', { exact: true }).waitFor()
  await expect.poll(async () => yes((await flags()).processed)).toBe(true)
  expect(yes((await flags()).delivered)).toBe(false)

  await card(TRUE_NUMBER).getByText('Processed').waitFor({ timeout: 60_000 })
  await form().getByLabel('Tracking number').fill('too late')
  await form().getByRole('button', { name: 'Save' }).click()
  await form().getByText('Error updating shipment: This shipment has already been received. It cannot be changed any more.').waitFor()
  expect(await form().getByLabel('Tracking number').inputValue()).toBe('too late')
  await page.keyboard.press('Escape')
  await form().waitFor({ state: 'hidden' })
  expect(await card(TRUE_NUMBER).getByRole('button', { name: 'Edit' }).count()).toBe(0)
  expect(await card(TRUE_NUMBER).getByRole('button', { name: 'Delete' }).count()).toBe(0)

  await deliverTwice(admin, row, (delivered) => expect.poll(async () => yes((await flags()).delivered)).toBe(delivered))
  await admin.reload()
  const hidden = admin.getByText('1 delivered and processed shipment is hidden')
  await hidden.waitFor()
  expect(await row.count()).toBe(0)
  // a search does not show the hidden box either, but counts it
  await admin.getByLabel('Search shipments').fill('Ann Consignor')
  await hidden.waitFor()
  expect(await row.count()).toBe(0)
  await admin.getByLabel('Search shipments').fill('')
  await admin.getByLabel('Show all').check()
  // the box is both processed and delivered; the row shows Delivered
  await row.getByText('Delivered', { exact: true }).waitFor()
  await row.getByRole('switch', { name: 'Processed' }).press('Space')
  await expect.poll(async () => Object.values(await flags()).map(yes)).toEqual([true, false])
  await card(TRUE_NUMBER).getByText('Delivered').waitFor({ timeout: 60_000 })
  const acts = card(TRUE_NUMBER).getByRole('button')
  expect(await acts.evaluateAll((all) => all.map((button) => button.getAttribute('aria-label')))).toEqual(['Print packing slip'])
  await expectNoBarriers(admin, 'shipment management with all')

  // a search for the code on the packing slip finds the box
  const { id } = (await onServer()).find(({ trackingNumber }) => trackingNumber === TRUE_NUMBER) as Row
  await admin.getByLabel('Search shipments').fill(id.slice(-12))
  await expect.poll(() => admin.getByRole('row').count()).toBe(2)
  await row.getByRole('button', { name: 'Delete' }).click()
  const question = admin.getByRole('dialog', { name: 'Delete this shipment?' })
  await question.getByText(`Ann Consignor: UPS ${TRUE_NUMBER}`).waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await admin.getByText('Shipment deleted successfully').waitFor()
  await admin.getByText('No shipments found').waitFor()
  await expect.poll(numbers).toEqual([`=1+1 ${HOSTILE}`])
  await card(TRUE_NUMBER).waitFor({ state: 'detached', timeout: 60_000 })
  expect(await admin.evaluate(() => 'hostile' in window)).toBe(false)
  await tablet.close()
})
