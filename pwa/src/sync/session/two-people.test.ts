import { getMeCall } from '@shop/shared/accounts/calls/own-user.ts'
import { addMasterItem } from '@shop/shared/inventory/commands/add-item.ts'
import { items } from '@shop/shared/inventory/schema.ts'
import { IDBObjectStore } from 'fake-indexeddb'
import { expect, it, vi } from 'vitest'
import { userDatabaseName } from '../ports/browser-ports.ts'
import { otherUser, user } from '../testing/origin.ts'
import { deviceForEachTest, eventually, holdDatabase, statusOf, userOf } from '../testing/pages.ts'
import type { BrowserSync } from './browser-sync.ts'

const device = deviceForEachTest()

const texts = { itemName: 'Cup', listingTitle: '', barcode1: '123', barcode2: '', location: '', link: '', imageUrl: '', priceCents: null }
const addItem = (sync: BrowserSync) => userOf(sync).run(addMasterItem, { id: userOf(sync).newId(), texts, quantity: 1 } as never)
/** Waits long enough for an unwanted effect to show. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 100))

/** Collects the commands that the server receives, each as `uid name`. */
function pushes(): string[] {
  const { server } = device().origin
  const seen: string[] = []
  const push = server.push.bind(server)
  vi.spyOn(server, 'push').mockImplementation((uid, request) => {
    seen.push(...request.commands.map(({ name }) => `${uid} ${name}`))
    return push(uid, request)
  })
  return seen
}

it('the next person can sign in and sync on a page that got the focus while it was opening', async () => {
  const first = await device().signedIn()
  first.close()
  const release = await holdDatabase(device(), userDatabaseName(user.id))
  const page = device().page()
  const opening = page.open()
  await aWhile()
  device().window.dispatchEvent(new Event('focus'))
  await aWhile()
  release()
  await opening
  await eventually(() => expect(page.session.get().status).toBe('signedIn'))
  await aWhile()
  await page.signOut({ keep: true })
  await page.signIn(otherUser.email, 'right')
  await eventually(() => expect(statusOf(page).lastSyncAtMs).not.toBeNull())
})

it('a sign-out on one page also signs out a page that has not opened its data yet', async () => {
  const leaving = await device().signedIn()
  const release = await holdDatabase(device(), userDatabaseName(user.id))
  const page = device().page()
  const opening = page.open()
  await aWhile()
  const left = leaving.signOut({ keep: true })
  await eventually(() => expect(page.session.get().status).toBe('signedOut'))
  release()
  await Promise.all([opening, left])
  await aWhile()
  expect([page.session.get().status, page.user.get()]).toEqual(['signedOut', null])
})

it('a sign-out lasts although a page that has not heard of it still talks to the server', async () => {
  const page = await device().signedIn()
  vi.stubGlobal('BroadcastChannel', undefined)
  const asleep = await device().openPage()
  expect(asleep.session.get().status).toBe('signedIn')
  await page.signOut()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
  await asleep.call(getMeCall, {})
  await aWhile()
  expect((await device().openPage()).session.get().status).toBe('signedOut')
})

it('waiting work is not sent in the name of the next person on the same page', async () => {
  const page = await device().signedIn()
  const { door } = device().origin
  const sent = pushes()
  door.isCut = true
  await addItem(page)
  await userOf(page).syncNow()
  door.isCut = false
  // the sign-in is written slowly, while the previous person's data is still open
  const release = await holdDatabase(device(), 'consign-device')
  const entering = page.signIn(otherUser.email, 'right')
  await aWhile()
  await userOf(page).syncNow()
  expect(sent).toEqual([])
  release()
  await entering
  await eventually(() => expect(page.session.get().user?.uid).toBe(otherUser.id))
  await eventually(() => expect(statusOf(page)).toMatchObject({ waiting: 0, online: true, signInNeeded: false }))
  expect(sent).toEqual([])
  await page.signOut()
  await page.signIn(user.email, 'right')
  await eventually(() => expect(statusOf(page)).toMatchObject({ waiting: 0, needsAttention: 0 }))
  await eventually(() => expect(sent).toEqual([`${user.id} ${addMasterItem.name}`]))
  expect(device().origin.server.all(items).length).toBe(1)
})

it('a device whose database handle died in its sleep keeps its sign-in, and accepts a new sign-in', async () => {
  const open = vi.spyOn(device().indexedDB, 'open')
  const page = await device().signedIn()
  const other = await device().openPage()
  const handles = open.mock.results.flatMap(({ value }) => {
    const { result } = value as IDBOpenDBRequest
    return result.name === 'consign-device' ? result : []
  })
  expect(handles.length).toBe(2)
  for (const handle of handles) handle.close()
  await page.deviceSettings.save('till.sound', false)
  await other.deviceSettings.refresh('till.sound')
  expect(other.deviceSettings.get('till.sound').get()).toBe(false)
  expect(other.session.get().status).toBe('signedIn')
  await page.signIn(user.email, 'right')
  expect(page.session.get().status).toBe('signedIn')
})

it('a full disk does not prevent a sign-in', async () => {
  const first = await device().signedIn()
  await first.signOut()
  first.close()
  const page = await device().openPage()
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  await page.signIn(user.email, 'right')
  await eventually(() => expect(page.session.get()).toMatchObject({ status: 'signedIn', user: { uid: user.id } }))
})
