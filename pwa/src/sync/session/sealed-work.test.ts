import { addMasterItem } from '@shop/shared/inventory/commands/add-item.ts'
import { items } from '@shop/shared/inventory/schema.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { readStored } from '../../../simulation/stored-device.ts'
import { userDatabaseName } from '../ports/browser-ports.ts'
import { otherUser, user } from '../testing/origin.ts'
import { deviceForEachTest, eventually, statusOf, userOf } from '../testing/pages.ts'
import type { BrowserSync } from './browser-sync.ts'

const device = deviceForEachTest()
beforeEach(() => void vi.stubGlobal('sessionStorage', { clear: () => undefined }))

const texts = { itemName: 'Cup', listingTitle: '', barcode1: '123', barcode2: '', location: '', link: '', imageUrl: '', priceCents: null }
async function addCup(sync: BrowserSync): Promise<string> {
  const id = userOf(sync).newId()
  await userOf(sync).run(addMasterItem, { id, texts, quantity: 1 } as never)
  return id
}

/** Everything in this browser's databases, as text. */
async function everythingStored(): Promise<string> {
  const { indexedDB } = device()
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
  return JSON.stringify(await Promise.all(names.map((name) => readStored(indexedDB, name))))
}

/** Records of a table of the first person. */
async function tableOf(name: string): Promise<readonly unknown[]> {
  const { tables } = await readStored(device().indexedDB, userDatabaseName(user.id))
  return tables.find((table) => table.name === name)?.records ?? []
}

/** A till with a sale's worth of work that the server has, and one change that it does not have. */
async function withUnsentWork(): Promise<{ sync: BrowserSync; sent: string; unsent: string }> {
  const sync = await device().signedIn()
  const sent = await addCup(sync)
  await eventually(() => expect(statusOf(sync).waiting).toBe(0))
  await userOf(sync).settings.save('till.consignor', { uid: otherUser.id, text: otherUser.displayName })
  device().origin.door.isCut = true
  const unsent = await addCup(sync)
  return { sync, sent, unsent }
}

it('nobody reads rows, names, settings or work on a device whose person signed out, offline too', async () => {
  const { sync, unsent } = await withUnsentWork()
  const before = await everythingStored()
  expect([user.email, otherUser.displayName, 'Cup', unsent].filter((text) => !before.includes(text))).toEqual([])
  await sync.signOut({ keep: true })
  const after = await everythingStored()
  expect(
    [user.email, otherUser.email, user.displayName, otherUser.displayName, 'Cup', unsent].filter((text) => after.includes(text)),
  ).toEqual([])
  expect(await Promise.all(['pages', 'overlay', 'outbox', 'results', 'journal'].map(tableOf))).toEqual([[], [], [], [], []])
})

it('work left at a sign-out is sent after the next sign-in, once, and the settings are back', async () => {
  const { sync, sent, unsent } = await withUnsentWork()
  await sync.signOut({ keep: true })
  device().origin.door.isCut = false
  await sync.signIn(user.email, 'right')
  await eventually(() => expect(statusOf(sync)).toMatchObject({ waiting: 0, online: true, needsAttention: 0 }))
  expect(
    device()
      .origin.server.all(items)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([sent, unsent].sort())
  await eventually(() => expect(userOf(sync).settings.get('till.consignor').get()).toMatchObject({ text: otherUser.displayName }))
  expect((await tableOf('journal')).length).toBe(2)
  expect(JSON.stringify(await tableOf('settings'))).not.toContain('sealed')
})

it('a restored server gets back what was acknowledged before the sign-out', async () => {
  const sync = await device().signedIn()
  const { server } = device().origin
  const backup = server.backup()
  const id = await addCup(sync)
  await eventually(() => expect(statusOf(sync).waiting).toBe(0))
  await sync.signOut()
  server.restore(backup)
  expect(server.all(items)).toEqual([])
  await sync.signIn(user.email, 'right')
  await eventually(() => expect(server.all(items).map((item) => item.id)).toEqual([id]))
  await eventually(() => expect(statusOf(sync)).toMatchObject({ waiting: 0, online: true }))
})

it('a sign-out that the browser cut short, or one of an earlier release, is completed at the next start', async () => {
  const { sync } = await withUnsentWork()
  sync.close()
  // the session is gone, and all data is there
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = device().indexedDB.open('consign-device')
    request.onsuccess = () => resolve(request.result)
  })
  database.transaction('values', 'readwrite').objectStore('values').delete('session')
  database.close()
  expect(await everythingStored()).toContain('Cup')
  await device().openPage()
  await vi.waitFor(async () => expect(await everythingStored()).not.toContain('Cup'), { timeout: 10_000 })
})

it('the next person on the device finds nothing of the previous one, and the previous person’s work waits', async () => {
  const { sync, unsent } = await withUnsentWork()
  device().origin.door.isCut = false
  device().origin.door.takesToken = false
  await userOf(sync).syncNow()
  device().origin.door.takesToken = true
  await sync.signIn(otherUser.email, 'right')
  await vi.waitFor(async () => expect(await tableOf('outbox')).toEqual([]), { timeout: 10_000 })
  expect(JSON.stringify(await tableOf('settings'))).not.toContain(unsent)
  await sync.signOut()
  await sync.signIn(user.email, 'right')
  await eventually(() =>
    expect(
      device()
        .origin.server.all(items)
        .map(({ id }) => id),
    ).toContain(unsent),
  )
})

it('work that the server cannot open stays on the device with the reason, and sync goes on', async () => {
  const { sync } = await withUnsentWork()
  await sync.signOut({ keep: true })
  device().origin.door.isCut = false
  device().origin.door.opensSealed = false
  await sync.signIn(user.email, 'right')
  await eventually(() => expect(statusOf(sync)).toMatchObject({ waiting: 0, online: true, trouble: null }))
  await eventually(() => expect(statusOf(sync).lastSyncAtMs).not.toBeNull())
  expect(JSON.stringify(await tableOf('settings'))).toContain('Locked for another shop.')
})

it('where the browser cannot encrypt, rows and acknowledged work go, and unsent work stays for its person', async () => {
  const { sync, unsent } = await withUnsentWork()
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  await sync.signOut({ keep: true })
  expect(await Promise.all(['pages', 'overlay', 'journal', 'settings'].map(tableOf))).toEqual([[], [], [], []])
  expect(JSON.stringify(await tableOf('outbox'))).toContain(unsent)
})

it('a device that never received the server’s key removes the rows, and seals the work once it has the key', async () => {
  const { sync, unsent } = await withUnsentWork()
  sync.close()
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = device().indexedDB.open('consign-device')
    request.onsuccess = () => resolve(request.result)
  })
  database.transaction('values', 'readwrite').objectStore('values').delete('sealing-key')
  database.close()
  const page = await device().openPage()
  await page.signOut({ keep: true })
  expect(await Promise.all(['pages', 'overlay', 'settings'].map(tableOf))).toEqual([[], [], []])
  expect(JSON.stringify(await tableOf('outbox'))).toContain(unsent)
  device().origin.door.isCut = false
  await page.signIn(otherUser.email, 'right')
  await vi.waitFor(async () => expect(await tableOf('outbox')).toEqual([]), { timeout: 10_000 })
})

it('a second page that is open at the sign-out leaves nothing behind either', async () => {
  const { sync, unsent } = await withUnsentWork()
  const other = await device().openPage()
  expect(userOf(other).replica.entries.length).toBe(1)
  await sync.signOut({ keep: true })
  await eventually(() => expect([other.session.get().status, other.user.get()]).toEqual(['signedOut', null]))
  const after = await everythingStored()
  expect([user.email, otherUser.displayName, 'Cup', unsent].filter((text) => after.includes(text))).toEqual([])
})
