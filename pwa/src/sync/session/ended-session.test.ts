import { listSessionsCall } from '@shop/shared/accounts/calls/sessions.ts'
import { items } from '@shop/shared/inventory/schema.ts'
import { IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, expect, it, vi } from 'vitest'
import { deviceClock, userDatabaseName, webLock } from '../ports/browser-ports.ts'
import { httpServer } from '../ports/http-server.ts'
import { IndexedDbDatabase } from '../ports/indexed-db.ts'
import { user } from '../testing/origin.ts'
import { addCup, deviceForEachTest, eventually, statusOf, userOf } from '../testing/pages.ts'
import { pushInBackground } from '../worker/background-push.ts'
import type { BrowserSync } from './browser-sync.ts'

const device = deviceForEachTest()
beforeEach(() => void vi.stubGlobal('sessionStorage', { clear: () => undefined }))

const DAY_MS = 86_400_000
/** Parts of rows and of the sign-in that no sealed text contains by chance. */
const READABLE = /itemName|token-1|ada@shop/
/** Opens a page with one item that the server has, and one item that the server lacks. */
async function withUnsentWork(): Promise<{ page: BrowserSync; ids: string[] }> {
  const page = await device().signedIn()
  const sent = await addCup(page)
  await eventually(() => expect(statusOf(page).waiting).toBe(0))
  device().origin.door.isCut = true
  return { page, ids: [sent, await addCup(page)].sort() }
}

/** Ends the session at the server, and connects the device again. */
function end(): void {
  Object.assign(device().origin.door, { takesToken: false, sessionEnded: true, isCut: false })
  device().window.dispatchEvent(new Event('online'))
}

it('a device whose session was ended keeps nothing readable, and sends its work after a new sign-in', async () => {
  const { page, ids } = await withUnsentWork()
  expect(await device().everythingStored()).toMatch(READABLE)
  end()
  await eventually(() => expect(page.session.get()).toMatchObject({ status: 'signedOut', ending: 'session' }))
  await vi.waitFor(async () => expect(await device().everythingStored()).not.toMatch(READABLE), { timeout: 10_000 })
  Object.assign(device().origin.door, { takesToken: true, sessionEnded: false })
  await page.signIn(user.email, 'right')
  await eventually(() => expect(statusOf(page)).toMatchObject({ waiting: 0, online: true, needsAttention: 0 }))
  const { server } = device().origin
  expect(
    server
      .all(items)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(ids)
})

it('the service worker sends nothing under a session that somebody ended, and the next page seals the unsent work', async () => {
  const { page, ids } = await withUnsentWork()
  page.close()
  Object.assign(device().origin.door, { takesToken: false, sessionEnded: true, isCut: false })
  const { indexedDB } = device()
  const { hold } = webLock()
  const ports = {
    database: new IndexedDbDatabase(userDatabaseName(user.id), { indexedDB, IDBKeyRange }),
    server: httpServer({ token: async () => 'token-1' }),
    // waits for the lock, which the closing page may still hold
    lock: { hold, tryHold: hold },
    clock: deviceClock,
  }
  // a rejection makes the browser wake the worker again later
  await expect(pushInBackground(ports)).rejects.toMatchObject({ kind: 'signedOut' })
  ports.database.close()
  expect(
    device()
      .origin.server.all(items)
      .map(({ id }) => id),
  ).not.toEqual(ids)
  const again = await device().openPage()
  await eventually(() => expect(again.session.get()).toMatchObject({ status: 'signedOut', ending: 'session' }))
  await vi.waitFor(async () => expect(await device().everythingStored()).not.toMatch(READABLE), { timeout: 10_000 })
})

it('a device whose profile was checked a moment ago still learns that its session was ended', async () => {
  const page = await device().signedIn()
  const { door } = device().origin
  await page.refreshProfile()
  // waits for the daily question about erased people first, because its answer also tells of an ended session
  await eventually(() => expect(door.askedEndings).toBe(1))
  await page.refreshProfile()
  Object.assign(door, { takesToken: false, sessionEnded: true })
  userOf(page).wake()
  await eventually(() => expect(page.session.get().status).toBe('signedOut'))
})

it('a device whose session ran out, or is unknown to a restored server, goes on selling', async () => {
  const { page } = await withUnsentWork()
  Object.assign(device().origin.door, { takesToken: false, isCut: false })
  device().window.dispatchEvent(new Event('online'))
  await eventually(() => expect(statusOf(page).signInNeeded).toBe(true))
  await addCup(page)
  expect([page.session.get().status, statusOf(page).waiting]).toEqual(['signedIn', 2])
})

it('a device closed for being offline too long keeps nothing readable after its session was ended', async () => {
  const { page } = await withUnsentWork()
  page.close()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * DAY_MS })
  const again = await device().openPage()
  expect(again.session.get().lockReason).toContain('30 days')
  end()
  await eventually(() => expect(again.session.get()).toMatchObject({ status: 'signedOut', lockReason: null }))
  await vi.waitFor(async () => expect(await device().everythingStored()).not.toMatch(READABLE), { timeout: 10_000 })
})

it('a lock for being offline too long stays while the session is refused, until a sign-in', async () => {
  const { page } = await withUnsentWork()
  page.close()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * DAY_MS })
  Object.assign(device().origin.door, { takesToken: false, isCut: false })
  for (let opened = 0; opened < 3; opened++) {
    const again = await device().openPage()
    await expect(again.call(listSessionsCall, {})).rejects.toMatchObject({ status: 401 })
    await again.refreshProfile()
    expect(again.session.get().lockReason).toContain('30 days')
    again.close()
  }
  device().origin.door.isCut = true
  const offline = await device().openPage()
  expect(offline.session.get().lockReason).toContain('30 days')
  Object.assign(device().origin.door, { takesToken: true, isCut: false })
  await offline.signIn(user.email, 'right')
  await eventually(() => expect(statusOf(offline)).toMatchObject({ waiting: 0, online: true }))
})

it('a new sign-in stays although the device then learns that the previous session was ended', async () => {
  const page = await device().signedIn()
  const { door } = device().origin
  let answerNow = () => {}
  door.endings = new Promise((resolve) => (answerNow = resolve))
  Object.assign(door, { takesToken: false, sessionEnded: true })
  const refused = page.call(listSessionsCall, {}).catch(() => undefined)
  await eventually(() => expect(door.askedEndings).toBeGreaterThan(0))
  Object.assign(door, { takesToken: true })
  await page.signIn(user.email, 'right')
  answerNow()
  await refused
  expect(page.session.get().status).toBe('signedIn')
})
