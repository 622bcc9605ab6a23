import { addMasterItem } from '@shop/shared/inventory/commands/add-item.ts'
import { items } from '@shop/shared/inventory/schema.ts'
import { editSettings } from '@shop/shared/settings/commands.ts'
import { DEFAULT_SETTINGS, SHOP_SETTINGS_ID, settings } from '@shop/shared/settings/schema.ts'
import { IDBObjectStore } from 'fake-indexeddb'
import { beforeEach, expect, it, vi } from 'vitest'
import { readStored } from '../../../simulation/stored-device.ts'
import { importPending } from '../engine/import-pending.ts'
import { pendingFile } from '../engine/transfer.ts'
import { userDatabaseName } from '../ports/browser-ports.ts'
import type { JournalRecord } from '../ports/records.ts'
import { otherUser, user } from '../testing/origin.ts'
import { addCup, cup, deviceForEachTest, eventually, statusOf, userOf } from '../testing/pages.ts'
import type { BrowserSync } from './browser-sync.ts'
import { listLockedWork, openWorkOf, removeLockedWork, retryLockedWork, takeWork } from './sealed-work.ts'

const device = deviceForEachTest()
const whole = IDBObjectStore.prototype.put
beforeEach(() => void vi.stubGlobal('sessionStorage', { clear: () => undefined }))

/** Records of a table of the first person. */
async function tableOf(name: string): Promise<readonly unknown[]> {
  const { tables } = await readStored(device().indexedDB, userDatabaseName(user.id))
  return tables.find((table) => table.name === name)?.records ?? []
}

/** Opens a page with one added item that the server has, and one item that the server lacks. */
async function withUnsentWork(): Promise<{ sync: BrowserSync; sent: string; unsent: string }> {
  const sync = await device().signedIn()
  const sent = await addCup(sync)
  await eventually(() => expect(statusOf(sync).waiting).toBe(0))
  await userOf(sync).settings.save('till.consignor', { uid: otherUser.id, text: otherUser.displayName })
  device().origin.door.isCut = true
  const unsent = await addCup(sync)
  return { sync, sent, unsent }
}

it('a device whose person signed out, even offline, stores no readable rows, names, settings or work', async () => {
  const { sync, unsent } = await withUnsentWork()
  const before = await device().everythingStored()
  expect([user.email, otherUser.displayName, 'Blue cup', unsent].filter((text) => !before.includes(text))).toEqual([])
  await sync.signOut({ keep: true })
  const after = await device().everythingStored()
  expect(
    [user.email, otherUser.email, user.displayName, otherUser.displayName, 'Blue cup', unsent].filter((text) => after.includes(text)),
  ).toEqual([])
  expect(await Promise.all(['pages', 'overlay', 'outbox', 'results', 'journal'].map(tableOf))).toEqual([[], [], [], [], []])
})

it('work left at a sign-out is sent once after the next sign-in, and the settings are back', async () => {
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

it('a change that needs a proof comes back older than the sign-in, which proves nothing for it', async () => {
  const { sync } = await withUnsentWork()
  const { origin } = device()
  origin.server.write(settings, DEFAULT_SETTINGS, SHOP_SETTINGS_ID)
  origin.door.isCut = false
  await eventually(() => expect(userOf(sync).view.count(settings)).toBe(1))
  await eventually(() => expect(statusOf(sync).waiting).toBe(0))
  origin.door.isCut = true
  const queuedAtMs = Date.now()
  await userOf(sync).run(editSettings, { changes: { shopAddress: 'Thief, 1 Hideout Rd' } })
  await addCup(sync)
  await sync.signOut({ keep: true })
  origin.door.isCut = false
  await sync.signIn(user.email, 'right')
  await eventually(() => expect(statusOf(sync)).toMatchObject({ waiting: 0, online: true }))
  const journal = (await tableOf('journal')) as JournalRecord[]
  const ageOf = (name: string) =>
    queuedAtMs - Math.max(...journal.filter(({ command }) => command.name === name).map(({ command }) => command.at))
  expect(ageOf('settings.change')).toBeGreaterThan(3_000_000)
  expect(ageOf('inventory.addMaster')).toBeLessThan(60_000)
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

it('a sign-out that removed the session but left the data is completed at the next start', async () => {
  const { sync } = await withUnsentWork()
  sync.close()
  // the session is gone, and all data is there
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = device().indexedDB.open('consign-device')
    request.onsuccess = () => resolve(request.result)
  })
  database.transaction('values', 'readwrite').objectStore('values').delete('session')
  database.close()
  expect(await device().everythingStored()).toContain('Blue cup')
  await device().openPage()
  await vi.waitFor(async () => expect(await device().everythingStored()).not.toContain('Blue cup'), { timeout: 10_000 })
})

it('a page that cannot read the device’s sign-in leaves the person’s work unsealed', async () => {
  const { sync, unsent } = await withUnsentWork()
  sync.close()
  const { indexedDB } = device()
  device().indexedDB = new Proxy(indexedDB, {
    get(target, key) {
      if (key !== 'open') return Reflect.get(target, key).bind?.(target) ?? Reflect.get(target, key)
      return (...args: [name: string, version?: number]) => {
        if (args[0] === 'consign-device') throw new DOMException('no access', 'UnknownError')
        return target.open(...args)
      }
    },
  })
  const page = await device().openPage()
  expect(page.session.get().status).toBe('signedOut')
  const unsealed = 'sync: the data of a person who left cannot be sealed'
  await eventually(() => expect(vi.mocked(console.warn).mock.calls.map(([text]) => text)).toContain(unsealed))
  device().indexedDB = indexedDB
  expect(JSON.stringify(await tableOf('outbox'))).toContain(unsent)
  expect(JSON.stringify(await tableOf('pages'))).not.toBe('[]')
  page.close()
  const again = await device().openPage()
  expect([again.session.get().status, statusOf(again).waiting]).toEqual(['signedIn', 1])
})

it('the next person on the device finds nothing of the previous person, whose work waits', async () => {
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

const itemIds = () =>
  device()
    .origin.server.all(items)
    .map(({ id }) => id)
const lockedOf = async (sync: BrowserSync) => listLockedWork(user.id, sync.storage)

/** Opens the page of a person who signed in again while the server could not open their sealed work. */
async function withRefusedWork(): Promise<{ sync: BrowserSync; unsent: string }> {
  const { sync, unsent } = await withUnsentWork()
  await sync.signOut({ keep: true })
  device().origin.door.isCut = false
  device().origin.door.opensSealed = false
  await sync.signIn(user.email, 'right')
  await vi.waitFor(async () => expect(await lockedOf(sync)).toEqual([{ uid: user.id, unsent: 1, reason: 'Locked for another shop.' }]))
  return { sync, unsent }
}

it('work that the server failed to open is tried again at the next sign-in', async () => {
  const { sync, unsent } = await withRefusedWork()
  await sync.signOut({ keep: true })
  device().origin.door.opensSealed = true
  await sync.signIn(user.email, 'right')
  await eventually(() => expect(itemIds()).toContain(unsent))
  expect(await lockedOf(sync)).toEqual([])
})

it('work that the server failed to open is tried again once the server has its key back', async () => {
  const { sync, unsent } = await withRefusedWork()
  device().origin.door.opensSealed = true
  device().origin.door.sealingKey = 'the key of a restored backup'
  await sync.refreshProfile()
  await eventually(() => expect(itemIds()).toContain(unsent))
  expect(await lockedOf(sync)).toEqual([])
})

it('work that the server failed to open is tried again on request, and stays if refused again', async () => {
  const { sync, unsent } = await withRefusedWork()
  const retry = async () => {
    await retryLockedWork(user.id, sync.storage)
    await userOf(sync).catchUp()
    await userOf(sync).syncNow()
  }
  await retry()
  expect(await lockedOf(sync)).toEqual([{ uid: user.id, unsent: 1, reason: 'Locked for another shop.' }])
  device().origin.door.opensSealed = true
  await retry()
  await eventually(() => expect(itemIds()).toContain(unsent))
  expect(await lockedOf(sync)).toEqual([])
})

it('work that nobody can open stays until its person gives it up, which removes all of it', async () => {
  const { sync } = await withRefusedWork()
  await removeLockedWork(user.id, sync.storage)
  expect(await lockedOf(sync)).toEqual([])
  expect(JSON.stringify(await tableOf('settings'))).not.toContain('sealed')
})

it.each([
  [413, 'TOO_LARGE'],
  [400, 'INVALID_INPUT'],
])('a part of sealed work that the server refuses with %i shows the reason, and the other parts are still opened', async (status, code) => {
  const { sync, unsent } = await withUnsentWork()
  await sync.signOut({ keep: true })
  device().origin.door.isCut = false
  // the acknowledged work is a separate part, sent after the unsent work
  device().origin.door.refusesSealed = { text: '"outbox"', status, code }
  await sync.signIn(user.email, 'right')
  await vi.waitFor(async () => expect(await tableOf('journal')).not.toEqual([]), { timeout: 10_000 })
  expect(await lockedOf(sync)).toEqual([{ uid: user.id, unsent: 1, reason: 'The server does not take this part.' }])
  await eventually(() => expect(statusOf(sync)).toMatchObject({ waiting: 0, online: true, trouble: null }))
  device().origin.door.refusesSealed = null
  await retryLockedWork(user.id, sync.storage)
  userOf(sync).wake()
  await eventually(() => expect(itemIds()).toContain(unsent))
})

it('an admin who imports somebody’s work gets the other parts when the server refuses one part', async () => {
  const { sync, unsent } = await withUnsentWork()
  device().origin.door.isCut = false
  await eventually(() => expect(statusOf(sync).waiting).toBe(0))
  device().origin.door.isCut = true
  // two parts of the outbox
  const long = await addCup(sync)
  const big = { id: userOf(sync).newId(), name: addMasterItem.name, version: addMasterItem.version, at: 1, args: 'x'.repeat(500_000) }
  await importOf(sync, [big])
  const last = await addCup(sync)
  await sync.signOut({ keep: true })
  device().origin.door.isCut = false
  await sync.signIn(otherUser.email, 'right')
  const taken: string[] = []
  device().origin.door.opensAll = true
  device().origin.door.refusesSealed = { text: long, status: 409, code: 'SEALED_WORK_UNREADABLE' }
  const opened = await openWorkOf(user.id, { call: sync.call.bind(sync), storage: sync.storage })
  expect(opened.refused).toMatchObject({ code: 'SEALED_WORK_UNREADABLE' })
  // reading the work unlocks nothing
  expect(await listLockedWork(otherUser.id, sync.storage)).toMatchObject([{ unsent: 3 }])
  await takeWork(user.id, opened, sync.storage, async (file) => void taken.push(file))
  expect([taken.join().includes(last), taken.join().includes(long), taken.join().includes(unsent)]).toEqual([true, false, false])
  expect(await listLockedWork(otherUser.id, sync.storage)).toEqual([{ uid: user.id, unsent: 1, reason: null }])
})

const importOf = (sync: BrowserSync, commands: readonly unknown[], from: { uid: string; clientId: string } = userOf(sync)) =>
  importPending(
    userOf(sync),
    JSON.stringify(pendingFile({ uid: from.uid, clientId: from.clientId, exportedAtMs: 1, commands: commands as never })),
  )

it('work that an admin leaves behind names its authors and devices when another admin unlocks it, also what the first had imported', async () => {
  const { sync, unsent } = await withUnsentWork()
  const [id, ann] = [userOf(sync).newId(), { uid: userOf(sync).newId(), clientId: userOf(sync).newId() }]
  const args = { id: userOf(sync).newId(), texts: cup, quantity: 1 }
  await importOf(sync, [{ id, name: addMasterItem.name, version: addMasterItem.version, at: 1, args }], ann)
  const { clientId } = userOf(sync)
  await sync.signOut({ keep: true })
  device().origin.door.isCut = false
  await sync.signIn(otherUser.email, 'right')
  device().origin.door.opensAll = true
  const opened = await openWorkOf(user.id, { call: sync.call.bind(sync), storage: sync.storage })
  device().origin.door.isCut = true
  await takeWork(user.id, opened, sync.storage, (file) => importPending(userOf(sync), file))
  expect(userOf(sync).replica.entries.map(({ madeBy, queuedBy }) => ({ madeBy, queuedBy }))).toEqual([
    { madeBy: [user.id], queuedBy: clientId },
    { madeBy: [ann.uid, user.id], queuedBy: ann.clientId },
  ])
  expect(await listLockedWork(otherUser.id, sync.storage)).toEqual([])
  device().origin.door.isCut = false
  userOf(sync).wake()
  await eventually(() => expect(itemIds()).toEqual(expect.arrayContaining([unsent, args.id])))
})

it('a command too long for one request comes back whole, and is refused with a reason', async () => {
  const { sync, unsent } = await withUnsentWork()
  const id = userOf(sync).newId()
  // quotes, characters of several bytes, and surrogate pairs split between two pieces
  const args = { note: `"\\京😀${'x'.repeat(7)}`.repeat(500_000) }
  await importOf(sync, [{ id, name: addMasterItem.name, version: addMasterItem.version, at: 1, args }])
  await sync.signOut({ keep: true })
  expect((await tableOf('outbox')).length).toBe(0)
  device().origin.door.isCut = false
  await sync.signIn(user.email, 'right')
  await eventually(() => expect(itemIds()).toContain(unsent))
  await eventually(() => expect(userOf(sync).board.pending.get()).toMatchObject([{ id, state: 'attention', args }]))
  expect(JSON.stringify(await tableOf('settings'))).not.toContain('sealed')
})

it('where the browser cannot encrypt, unsent work stays, and all other data is removed', async () => {
  const { sync, unsent } = await withUnsentWork()
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  await sync.signOut({ keep: true })
  expect(await Promise.all(['pages', 'overlay', 'journal', 'settings'].map(tableOf))).toEqual([[], [], [], []])
  expect(JSON.stringify(await tableOf('outbox'))).toContain(unsent)
})

it('a device without the server’s key removes the rows, and seals the work once it has the key', async () => {
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
  const after = await device().everythingStored()
  expect([user.email, otherUser.displayName, 'Blue cup', unsent].filter((text) => after.includes(text))).toEqual([])
})

it('on a full disk the rows are removed first, and the work stays until its sealed parts are stored', async () => {
  const { sync, unsent } = await withUnsentWork()
  let refusals = 0
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    if (this.name === 'settings' && JSON.stringify(args[0]).includes('"part"') && refusals++ === 0)
      throw new DOMException('full', 'QuotaExceededError')
    return whole.apply(this, args)
  })
  await sync.signOut({ keep: true })
  put.mockRestore()
  expect(refusals).toBeGreaterThan(1)
  const after = await device().everythingStored()
  expect([user.email, 'Blue cup', unsent].filter((text) => after.includes(text))).toEqual([])
  device().origin.door.isCut = false
  await sync.signIn(user.email, 'right')
  await eventually(() => expect(itemIds()).toContain(unsent))
})
