import { beforeAll, expect, it } from 'vitest'
import { Device } from './browser.ts'
import { type Consignor, giveGoods, joinShop } from './consignor.ts'
import { browser, server, token, withShop } from './shop.ts'

// A consignor in a hurry: typed text survives a sync, and so does what another phone saves meanwhile.

const PHONE = { width: 390, height: 844 }

let ann: Consignor

withShop()
beforeAll(async () => {
  ann = await joinShop(server, 'Ann Keeper')
  await giveGoods(server, token, ann.uid, [{ name: 'Blue teapot', barcode: '036000291452', quantity: 5 }])
})

it('does not ask for a username while a form is open', async () => {
  const nina = { email: 'new@example.org', password: ann.password, name: 'Nina New' }
  const made = await server.request<{ user: { id: string } }>('POST', '/identity/sign-up/email', nina)
  const phone = await Device.install(browser, server, PHONE)
  const page = await phone.signIn(nina.email, nina.password)
  const username = page.getByRole('dialog', { name: 'Choose your username' })
  await username.waitFor()
  await phone.offline(true)
  await page.goto(`${server.url}/dashboard`)
  await page.getByRole('button', { name: 'Submit Shipment' }).click()
  const form = page.getByRole('dialog', { name: 'Submit Shipment' })
  const number = form.getByLabel('Tracking number')
  await form.getByLabel('Carrier').selectOption('UPS')
  await number.pressSequentially('1Z5R8939')

  // the app asks after a sync, and the second item shows that the sync with the first item has ended
  await phone.offline(false)
  for (const name of ['Red kettle', 'Green kettle']) {
    await giveGoods(server, token, made.user.id, [{ name, barcode: '4006381333931', quantity: 1 }])
    await page.getByText(name).first().waitFor({ state: 'attached', timeout: 60_000 })
  }
  await page.keyboard.type('0357567127')
  await expect.poll(() => number.inputValue()).toBe('1Z5R89390357567127')
  await form.getByRole('button', { name: 'Submit Shipment' }).click()
  await page.getByText('Shipment submitted successfully!').waitFor()
  // the app asks after the form was closed
  await username.waitFor({ timeout: 60_000 })
  await phone.close()
})

it('keeps a price that was set on another phone while the form was open', async () => {
  const prices = async () => {
    const other = await Device.open(browser, server, PHONE)
    const page = await other.signIn(ann.email, ann.password)
    await page.goto(`${server.url}/dashboard`)
    await page.getByRole('button', { name: 'Answer offers by price: Blue teapot' }).click()
    const form = page.getByRole('dialog', { name: 'Answer offers by price' })
    return { other, page, form, accept: form.getByLabel(/^Accept at/), decline: form.getByLabel(/^Decline below/) }
  }
  const save = async ({ page, form }: Awaited<ReturnType<typeof prices>>) => {
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Price rule saved').waitFor()
  }
  const [first, second] = [await prices(), await prices()]
  await first.decline.fill('4')
  await second.accept.fill('20')
  await save(second)
  await expect.poll(() => first.accept.inputValue(), { timeout: 30_000 }).toBe('20.00')
  await save(first)
  const third = await prices()
  await expect.poll(() => third.accept.inputValue(), { timeout: 30_000 }).toBe('20.00')
  await expect.poll(() => third.decline.inputValue(), { timeout: 30_000 }).toBe('4.00')
  for (const { other } of [first, second, third]) {
    await other.close()
  }
})
