import { editProfile } from '@shop/shared/accounts/commands/edit-profile.ts'
import { saveCart } from '@shop/shared/pos/commands/save-cart.ts'
import { expect, it } from 'vitest'
import { userDatabaseName } from '../ports/browser-ports.ts'
import { resultOf } from '../ports/indexed-db.ts'
import { otherUser, user } from '../testing/origin.ts'
import { deviceForEachTest, eventually, statusOf, type TestDevice, userOf } from '../testing/pages.ts'
import type { BrowserSync } from './browser-sync.ts'
import { listLockedWork, openWorkOf, takeWork } from './sealed-work.ts'

const device = deviceForEachTest()
const databases = async () => (await device().indexedDB.databases()).map(({ name }) => name)

/** Makes the server erase a person: it refuses the token from now on, and names the person when a device asks who was erased. */
const erase = (uid: string) => {
  device().origin.door.erased = [uid]
  device().origin.door.takesToken = false
}

const cartOf = (sync: BrowserSync) => ({
  id: userOf(sync).newId(),
  status: 'parked',
  label: 'Blue bag',
  clientId: userOf(sync).clientId,
  lines: [],
  consignorPercentage: 50,
  saleId: null,
  createdAtMs: 1,
  updatedAtMs: 1,
  byUid: '',
})

/** Everything a database holds, as text. */
async function contentOf({ indexedDB }: TestDevice, name: string): Promise<string> {
  const database = await resultOf(indexedDB.open(name))
  const tables = [...database.objectStoreNames]
  const transaction = database.transaction(tables)
  const rows = await Promise.all(tables.map((table) => resultOf(transaction.objectStore(table).getAll())))
  database.close()
  return JSON.stringify(rows)
}

it('a device whose person was erased signs out and keeps nothing of them', async () => {
  const page = await device().signedIn()
  erase(user.id)
  userOf(page).wake()
  device().window.dispatchEvent(new Event('online'))
  // the login screen says that the data was erased, and not that work is kept
  await eventually(() => expect(page.session.get()).toMatchObject({ status: 'signedOut', ending: 'erased' }))
  await expect.poll(databases).toEqual(['consign-device'])
  // no name and no e-mail; three letters alone may stand in a random key
  expect(await contentOf(device(), 'consign-device')).not.toMatch(/"ada|ada@/i)
})

it('a refused sign-in alone removes nothing', async () => {
  const page = await device().signedIn()
  device().origin.door.takesToken = false
  device().window.dispatchEvent(new Event('online'))
  await eventually(() => expect(statusOf(page).signInNeeded).toBe(true))
  expect(await databases()).toContain(userDatabaseName(user.id))
})

it('an erased person’s outbox keeps only facts of a till, for an admin', async () => {
  const { origin } = device()
  const page = await device().signedIn()
  origin.door.isCut = true
  await userOf(page).run(saveCart, { cart: cartOf(page) } as never)
  await userOf(page).run(editProfile, { uid: user.id, changes: { displayName: 'Ada Augusta' } } as never)
  erase(user.id)
  origin.door.isCut = false
  device().window.dispatchEvent(new Event('online'))
  await eventually(() => expect(page.session.get().status).toBe('signedOut'))
  await expect.poll(() => contentOf(device(), userDatabaseName(user.id))).not.toMatch(/Ada|Blue bag/)
  const left = await listLockedWork(otherUser.id, page.storage)
  expect(left).toEqual([{ uid: user.id, unsent: 1, reason: null }])
})

it('an erased person’s refused commands are deleted, except facts of a till', async () => {
  const { origin, indexedDB } = device()
  const page = await device().signedIn()
  page.close()
  const refusedOf = (name: string, label: string) => ({
    id: label,
    command: { id: label, name, version: 1, args: { cart: { label } }, at: 1 },
    result: { id: label, status: 'failed', code: 'INTERNAL', message: 'It failed.' },
    endedAtMs: 1,
  })
  const database = await resultOf(indexedDB.open(userDatabaseName(user.id)))
  const results = database.transaction('results', 'readwrite').objectStore('results')
  results.put(refusedOf(saveCart.name, 'a cart that failed'))
  await resultOf(results.put(refusedOf(editProfile.name, 'a profile that failed')))
  database.close()
  const admin = await device().openPage()
  erase(user.id)
  device().window.dispatchEvent(new Event('online'))
  await eventually(() => expect(admin.session.get().status).toBe('signedOut'))
  await expect.poll(() => listLockedWork(otherUser.id, admin.storage)).toEqual([{ uid: user.id, unsent: 1, reason: null }])
  origin.door.takesToken = true
  await admin.signIn(otherUser.email, 'right')
  const files: string[] = []
  origin.door.opensAll = true
  const opened = await openWorkOf(user.id, { call: admin.call.bind(admin), storage: admin.storage })
  await takeWork(user.id, opened, admin.storage, async (file) => void files.push(file))
  expect(files.join()).toContain('a cart that failed')
  expect(files.join()).not.toContain('a profile that failed')
  expect(await listLockedWork(otherUser.id, admin.storage)).toEqual([])
})
