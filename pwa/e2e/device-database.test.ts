import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { RELEASES, readDevices } from '../simulation/released-shop.ts'
import type { StoredDevice } from '../simulation/stored-device.ts'
import { TABLE_KEYS } from '../src/sync/ports/records.ts'
import { Device } from './browser.ts'
import { browser, server, token, withShop } from './shop.ts'
import { type Goods, makeGoods, stock } from './shop-data.ts'
import { expectAllSent, openTill, sellForCash, waitingCount } from './till.ts'

// The app's databases in a real browser: durability, other releases and other tabs.

const goods = makeGoods(3)
const [pot, vase] = goods as [Goods, Goods, Goods]

withShop()
beforeAll(async () => {
  await stock(server, token, goods)
})

/** An address of the shop's origin at which the app does not run. */
const WITHOUT_APP = '/icons/icon.svg'

type Table = { name: string; keyPath: string | string[]; indexes: { name: string; keyPath: string | string[]; unique: boolean }[] }

const tablesOf = ({ tables }: StoredDevice): Table[] =>
  tables.map(({ name, keyPath, indexes }) => ({ name, keyPath, indexes: [...indexes] }))

/** Opens a person's database as release 1 did (natively, at version 1), and reads its structure. */
function structure(page: Page): Promise<{ name: string; version: number; tables: Table[] }> {
  return page.evaluate(async () => {
    const found = (await indexedDB.databases()).find(({ name }) => name?.startsWith('consign-') && name !== 'consign-device')
    const name = found?.name ?? ''
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, 1)
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const tables = [...database.objectStoreNames].map((table) => {
      const store = database.transaction(table).objectStore(table)
      const indexes = [...store.indexNames].map((index) => {
        const { keyPath, unique } = store.index(index)
        return { name: index, keyPath: keyPath as string | string[], unique }
      })
      return { name: table, keyPath: store.keyPath as string | string[], indexes }
    })
    const { version } = database
    database.close()
    return { name, version, tables }
  })
}

/** Deletes the database and makes it again, with these tables and the old records. */
function remake(page: Page, name: string, tables: Table[]): Promise<void> {
  return page.evaluate(
    async ([database, wanted]) => {
      const settled = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const before = await settled(indexedDB.open(database))
      const records = new Map<string, unknown[]>()
      for (const table of before.objectStoreNames) records.set(table, await settled(before.transaction(table).objectStore(table).getAll()))
      before.close()
      await settled(indexedDB.deleteDatabase(database))
      const making = indexedDB.open(database, 1)
      making.onupgradeneeded = () => {
        for (const { name, keyPath, indexes } of wanted) {
          const store = making.result.createObjectStore(name, { keyPath })
          for (const index of indexes) store.createIndex(index.name, index.keyPath, { unique: index.unique })
          for (const record of records.get(name) ?? []) store.put(record)
        }
      }
      ;(await settled(making)).close()
    },
    [name, tables] as const,
  )
}

it('writes nothing that a power cut could take: every write of the app is strict', async () => {
  const tablet = await Device.open(browser, server)
  await tablet.context.addInitScript(() => {
    const asked: string[] = []
    Object.assign(window, { asked })
    const open = IDBDatabase.prototype.transaction
    IDBDatabase.prototype.transaction = function (...args) {
      const transaction = open.apply(this, args)
      if (transaction.mode === 'readwrite') asked.push(`${this.name === 'consign-device' ? 'device' : 'person'} ${transaction.durability}`)
      return transaction
    }
  })
  const page = await tablet.signIn()
  const asked = () => page.evaluate(() => [...new Set((window as unknown as { asked: string[] }).asked)].sort())
  await expect.poll(asked).toEqual(['device strict', 'person strict'])
  await page.goto(`${server.url}/pos`)
  await openTill(page)
  await sellForCash(page, [pot])
  expect(await asked()).toContain('person strict')
  expect(await asked()).not.toContain('person default')
  expect((await asked()).filter((one) => !one.endsWith(' strict'))).toEqual([])
  await tablet.close()
})

it('opens a database of release 1 with its unsent sales, and keeps it readable for that release', async () => {
  const released = (await readDevices(join(RELEASES, '1', 'devices.json.gz'))).devices[0]?.stored
  if (!released) throw new Error('release 1 left no device')
  const tablet = await Device.install(browser, server)
  const page = await tablet.signIn()
  await page.goto(`${server.url}/pos`)
  await openTill(page)
  await expectAllSent(page)
  const made = await structure(page)
  expect(made.version).toBe(1)
  expect(made.tables.map(({ name }) => name)).toEqual(Object.keys(TABLE_KEYS).sort())
  expect(made.tables.find(({ name }) => name === 'outbox')).toEqual(tablesOf(released).find(({ name }) => name === 'outbox'))

  await tablet.offline(true)
  await sellForCash(page, [vase])
  await page.goto(`${server.url}${WITHOUT_APP}`)
  await remake(page, made.name, tablesOf(released))
  const waiting = await waitingCount(page)
  expect(waiting).toBeGreaterThan(0)

  await page.goto(`${server.url}/pos`)
  await openTill(page)
  await sellForCash(page, [vase])
  expect(await waitingCount(page)).toBeGreaterThan(waiting)
  const after = await structure(page)
  expect([after.version, after.tables]).toEqual([1, tablesOf(released)])
  await tablet.offline(false)
  await expectAllSent(page)
  await tablet.close()
})

it('shows a sale and a changed setting in the other tab without a reload', async () => {
  const tablet = await Device.open(browser, server)
  const till = await tablet.signIn()
  await till.goto(`${server.url}/pos`)
  await openTill(till)
  const list = await tablet.tab('/sync')
  const done = list.getByRole('region', { name: 'What this device did' })
  await done.waitFor()
  await sellForCash(till, [pot, vase])
  await done.getByText(`${pot.name}, ${vase.name}`).waitFor()

  const other = await tablet.tab('/pos')
  await openTill(other)
  for (const page of [till, other]) {
    await page.getByRole('button', { name: 'More of the till' }).click()
    await page.getByText('Sound is on', { exact: true }).waitFor()
  }
  await till.getByText('Sound is on', { exact: true }).click()
  await other.getByText('Sound is off', { exact: true }).waitFor()

  // a setting of the person, stored in the person's own database
  const keys = (page: Page) => page.getByRole('switch', { name: 'Single characters are keys' })
  for (const page of [till, other]) {
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await keys(page).waitFor()
  }
  await keys(till).click()
  await expect.poll(() => keys(other).isChecked()).toBe(false)
  await tablet.close()
})
