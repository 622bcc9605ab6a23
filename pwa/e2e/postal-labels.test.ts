import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device } from './browser.ts'
import { type Consignor, joinShop } from './consignor.ts'
import { expectFits } from './layout.ts'
import { browser, server, withShop } from './shop.ts'

const PHONE = { width: 390, height: 844 }
const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'
const NUMBERS = ['1Z5R89390357567127', '1Z999AA10123456784']

let ann: Consignor
let phone: Device
let page: Page
let tablet: Device
let admin: Page

withShop()
beforeAll(async () => {
  ann = await joinShop(server, 'Ann Consignor')
  phone = await Device.install(browser, server, PHONE)
  page = await phone.signIn(ann.email, ann.password)
  tablet = await Device.open(browser, server)
  admin = await tablet.signIn()
})

const landing = async () => (await fetch(server.url)).text()
const window = () => admin.getByRole('dialog', { name: 'Postal Labels' })
const getLabel = () => page.getByRole('button', { name: 'Get a Postal Label' })
const choose = async (name: string, mimeType: string, text: string) => {
  const choosing = admin.waitForEvent('filechooser')
  await window().getByRole('button', { name: 'Label file' }).click()
  await (await choosing).setFiles({ name, mimeType, buffer: Buffer.from(text) })
}
const add = () => window().getByRole('button', { name: 'Add Label' }).click()

it('are offered nowhere while the shop has none', async () => {
  expect(await landing()).not.toMatch(/postal/i)
  for (const path of ['/dashboard', '/user-shipments']) {
    await page.goto(`${server.url}${path}`)
    await page.getByRole('button', { name: 'Submit Shipment' }).first().waitFor()
    expect(await getLabel().count()).toBe(0)
  }
})

it('are added by an admin, whose wrong file or missing number is named', async () => {
  await admin.goto(`${server.url}/admin-shipments`)
  await admin.getByRole('button', { name: 'Postal Labels (0 free)' }).click()
  await window().getByText('No postal labels yet.').waitFor()
  await expectNoBarriers(admin, 'the window of postal labels')
  await add()
  await window().getByText('Please select a carrier').waitFor()
  await window().getByText('Please enter tracking number').waitFor()
  await expectNoBarriers(admin, 'the form of a postal label, refused')
  await window().getByLabel('Carrier').selectOption('UPS')
  await window()
    .getByLabel('Tracking number')
    .fill(NUMBERS[0] as string)
  await choose('label.txt', 'text/plain', 'no label')
  await add()
  await window().getByText('Only PDF files and images are allowed').waitFor()
  for (const [nth, number] of NUMBERS.entries()) {
    await window().getByLabel('Tracking number').fill(number)
    await choose('label.pdf', 'application/pdf', PDF)
    await add()
    await window()
      .getByText(`Free: ${nth + 1}`)
      .waitFor()
  }
  await expectNoBarriers(admin, 'the list of postal labels')
  await expectFits(admin, 'the list of postal labels')
  expect(await landing()).toContain('postal shipping label from your dashboard')
})

it('are taken from the dashboard, and give the box their number and their file', async () => {
  await page.goto(`${server.url}/dashboard`)
  await getLabel().click()
  const taking = page.getByRole('dialog', { name: 'Get a Postal Label' })
  await taking.getByText('The shop has paid the postage').waitFor()
  await expectNoBarriers(page, 'the window that takes a label')
  await taking.getByRole('button', { name: 'Take the label' }).click()
  await page.getByText('Shipment submitted successfully!').waitFor()
  await page.goto(`${server.url}/user-shipments`)
  const card = page.getByRole('listitem').filter({ hasText: NUMBERS[0] as string })
  const download = card.getByRole('button', { name: 'Download postal label' })
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
  expect(file.suggestedFilename()).toBe(`postal-label-${NUMBERS[0]}.pdf`)
  expect(await readFile(await file.path(), 'latin1')).toBe(PDF)
  // the number is the label's
  expect(await card.getByRole('button', { name: 'Edit' }).count()).toBe(0)
  await expectNoBarriers(page, 'a shipment with a postal label')
  await expectFits(page, 'a shipment with a postal label')
  await window().getByText('Taken by Ann Consignor').waitFor({ timeout: 60_000 })
})

it('are found by a part of their number and by their taker', async () => {
  const search = window().getByLabel('Search labels')
  const rows = window().getByRole('list', { name: 'Postal labels' }).getByRole('listitem')
  for (const [text, number] of [
    ['9035 7', NUMBERS[0]],
    ['1z999', NUMBERS[1]],
    ['ann', NUMBERS[0]],
  ] as const) {
    await search.fill(text)
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining(number as string)])
  }
  await search.fill('no such label')
  await window().getByText('No labels found').waitFor()
  await search.fill('')
  await expect.poll(() => rows.count()).toBe(NUMBERS.length)
})

it('are used up when their box is deleted, which the question says', async () => {
  await page
    .getByRole('listitem')
    .filter({ hasText: NUMBERS[0] as string })
    .getByRole('button', { name: 'Delete' })
    .click()
  const question = page.getByRole('dialog', { name: 'Delete this shipment?' })
  await question.getByText('The shop no longer expects it. This cannot be undone.').waitFor()
  await question.getByText('Its postal label is used up: the shop has paid its postage, and nobody can take it for another box.').waitFor()
  await expectNoBarriers(page, 'the question about a box with a postal label')
  await question.getByRole('button', { name: 'Cancel' }).click()
})

it('need a connection, and say so', async () => {
  await phone.offline(true)
  await getLabel().click()
  const taking = page.getByRole('dialog', { name: 'Get a Postal Label' })
  await taking.getByText('You are offline. A label can be taken when there is a connection.').waitFor()
  expect(await taking.getByRole('button', { name: 'Take the label' }).isDisabled()).toBe(true)
  await taking.getByRole('button', { name: 'Cancel' }).click()
  expect(await page.getByRole('button', { name: 'Download postal label' }).isDisabled()).toBe(true)
  await phone.offline(false)
})

it('are no longer offered when an admin has deleted the last free one', async () => {
  await window()
    .getByRole('button', { name: `Delete ${NUMBERS[1]}` })
    .click()
  const question = admin.getByRole('dialog', { name: 'Delete this postal label?' })
  await question.getByText('No consignor can take it any more.').waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await window().getByText('No label is free').waitFor()
  await expect.poll(() => getLabel().count(), { timeout: 60_000 }).toBe(0)
  expect(await landing()).not.toMatch(/postal/i)
})
