import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device } from './browser.ts'
import { chooseInRow } from './row-menu.ts'
import { ADMIN } from './server.ts'
import { browser, server, token, withShop } from './shop.ts'

const PASSWORD = 'correct horse'

withShop()

/** Creates a consignor with an address, and with a sale whose money is not paid out yet. */
async function join(name: string) {
  const email = `${name.toLowerCase().replace(' ', '.')}@example.org`
  const { user } = await server.request<{ user: { id: string } }>('POST', '/identity/sign-up/email', { email, password: PASSWORD, name })
  const own = await server.signIn(email, PASSWORD)
  const home = { name, street: '7 Sundial Court', city: 'Boise', state: 'ID', zip: '83702', country: 'USA' }
  await server.request('POST', '/auth/addresses', home, own)
  await server.request('POST', '/sales/custom', { consignorID: user.id, itemName: 'Lamp', amount: 12 }, token)
  return { uid: user.id, email }
}
const settle = (uid: string) => server.request('PUT', `/sales/balance/${uid}`, { balance: 0, reason: 'Paid in cash' }, token)

const openProfile = async (page: Page) => {
  await page.goto(`${server.url}/profile`)
  await page.getByRole('heading', { name: 'Your data' }).waitFor()
}

/** Names and rows of all databases of this browser, as text. */
const heldBy = (page: Page) =>
  page.evaluate(async () => {
    const parts: string[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      parts.push(name)
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      for (const table of database.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          const request = database.transaction(table).objectStore(table).getAll()
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
        parts.push(JSON.stringify(rows))
      }
      database.close()
    }
    return parts.join('\n')
  })

/** Waits until the person's database is gone. Opening it to look would create it again. */
const untilDropped = (page: Page, uid: string) =>
  expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).not.toContain(`consign-${uid}`)

it('a consignor downloads everything, and erases it: the device keeps nothing, and the office reads a made-up name', async () => {
  const { uid, email } = await join('Iris Bloom')
  const office = await Device.open(browser, server)
  const list = await office.signIn(ADMIN.email, ADMIN.password)
  await list.goto(`${server.url}/consignors`)
  await list.getByText('Iris Bloom').first().waitFor()
  const phone = await Device.open(browser, server, { width: 390, height: 844 })
  const page = await phone.signIn(email, PASSWORD)
  await openProfile(page)
  await expectNoBarriers(page, 'your data')

  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download my data' }).click()])
  expect(download.suggestedFilename()).toBe(`my-data-${uid.slice(0, 8)}.zip`)
  const archive = await readFile(await download.path())
  expect(archive.subarray(0, 2).toString()).toBe('PK')
  for (const name of ['profile.json', 'addresses.json', 'sales.json', 'ledger.json', 'devices.json'])
    expect(archive.includes(name)).toBe(true)

  const erase = page.getByRole('button', { name: 'Erase my data' })
  await erase.click()
  const dialog = page.getByRole('dialog', { name: 'Erase my data' })
  await dialog.getByRole('list', { name: 'To be settled first' }).getByText('a balance of $12.00').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await settle(uid)

  await erase.press('Enter')
  const name = dialog.getByLabel('Type the name to confirm')
  await name.fill('Iris')
  await name.press('Enter')
  await dialog.getByText('This is not the name').waitFor()
  await expectNoBarriers(page, 'your data')
  await name.fill('Iris Bloom')
  await name.press('Enter')
  await page.waitForURL(/\/login/)
  await page.getByText('Your data was erased, and this device keeps nothing of it.').waitFor()
  await untilDropped(page, uid)
  expect(await heldBy(page)).not.toMatch(/iris|bloom|sundial/i)
  expect(await heldBy(page)).not.toContain(uid)

  await expect.poll(() => heldBy(list)).toMatch(/Former consignor [2-9A-Z]{4}/)
  await expect.poll(() => list.getByText('Iris Bloom').count()).toBe(0)
  await phone.close()
  await office.close()
})

it('an erased consignor’s device that was offline removes the data at its next contact', async () => {
  const { uid, email } = await join('Otto Fern')
  await settle(uid)
  const phone = await Device.install(browser, server, { width: 390, height: 844 })
  const page = await phone.signIn(email, PASSWORD)
  await openProfile(page)
  await phone.offline(true)
  await page.getByText('You are offline. Data can be downloaded and erased when the server is reached again.').waitFor()

  const office = await Device.open(browser, server)
  const list = await office.signIn(ADMIN.email, ADMIN.password)
  await list.goto(`${server.url}/consignors`)
  const row = list.getByRole('row').filter({ hasText: 'Otto Fern' })
  await chooseInRow(row, 'Data')
  await list.getByRole('dialog', { name: 'Data of Otto Fern' }).getByRole('button', { name: 'Erase the data' }).click()
  const name = list.getByLabel('Type the name to confirm')
  await name.fill('Otto Fern')
  await name.press('Enter')
  await list.getByText(/The data was erased\. The books say “Former consignor [2-9A-Z]{4}” from now on\./).waitFor()
  expect(await heldBy(page)).toMatch(/otto/i)

  await phone.offline(false)
  await page.waitForURL(/\/login/)
  await untilDropped(page, uid)
  expect(await heldBy(page)).not.toMatch(/otto|fern|sundial/i)
  await phone.close()
  await office.close()
})
