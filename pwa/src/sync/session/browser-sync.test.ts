import { getMeCall } from '@shop/shared/accounts/calls/own-user.ts'
import { checkMembershipCall } from '@shop/shared/brands/calls.ts'
import { addMasterItem } from '@shop/shared/inventory/commands/add-item.ts'
import { items } from '@shop/shared/inventory/schema.ts'
import { saveCart } from '@shop/shared/pos/commands/save-cart.ts'
import { editSettings } from '@shop/shared/settings/commands.ts'
import { DEFAULT_SETTINGS, SHOP_SETTINGS_ID, settings } from '@shop/shared/settings/schema.ts'
import { IDBObjectStore } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { UID, user } from '../testing/origin.ts'
import { deviceForEachTest, eventually, statusOf, type TestDevice, userOf } from '../testing/pages.ts'
import type { BrowserSync } from './browser-sync.ts'

const device = deviceForEachTest()
let origin: TestDevice['origin']
let indexedDB: TestDevice['indexedDB']
beforeEach(() => void ({ origin, indexedDB } = device()))
const openPage = () => device().openPage()
const signedIn = () => device().signedIn()
const texts = { itemName: 'Cup', listingTitle: '', barcode1: '123', barcode2: '', location: '', link: '', imageUrl: '', priceCents: null }

/** An open cart on this device. */
const openCart = (data: ReturnType<typeof userOf>) => ({
  id: data.newId(),
  status: 'open',
  label: '',
  clientId: data.clientId,
  lines: [
    {
      id: data.newId(),
      itemId: null,
      itemName: 'Cup',
      barcode: '',
      imageUrl: '',
      location: '',
      consignorId: null,
      consignorName: '',
      unitPriceCents: 100,
      quantity: 1,
    },
  ],
  consignorPercentage: 50,
  saleId: null,
  createdAtMs: 0,
  updatedAtMs: 0,
  byUid: UID,
})
const LACKING = { status: 403, code: 'MEMBERSHIP_REQUIRED', message: 'This shop needs a membership.' }

/** Opens the page of a person whose membership lapsed while an added item could not be sent. */
async function lapsedOverWork(): Promise<BrowserSync> {
  const sync = await signedIn()
  origin.door.isCut = true
  await userOf(sync).run(addMasterItem, { id: userOf(sync).newId(), texts, quantity: 1 } as never)
  origin.door.isCut = false
  origin.door.refusal = LACKING
  await sync.refreshProfile()
  return sync
}
const commandsIn = async (file: Blob): Promise<string[]> => JSON.parse(await file.text()).commands.map(({ name }: { name: string }) => name)

describe('the session of a device', () => {
  it('begins with a sign-in, refuses a wrong password in the server’s words, and syncs', async () => {
    const sync = await openPage()
    expect(sync.session.get()).toEqual({ status: 'signedOut', user: null, lockReason: null, lockCode: null })
    await expect(sync.signIn(user.email, 'wrong')).rejects.toMatchObject({ message: 'Incorrect password.' })
    await sync.signIn(user.email, 'right')
    expect(sync.session.get()).toMatchObject({ status: 'signedIn', user: { uid: UID, role: 'admin' } })
    const id = userOf(sync).newId()
    await userOf(sync).run(addMasterItem, { id, texts, quantity: 2 } as never)
    await eventually(() => expect(origin.server.reader().get(items, id)).toMatchObject({ stockCount: 2 }))
    await eventually(() => expect(statusOf(sync)).toMatchObject({ waiting: 0, persisted: true, online: true }))
    expect(
      userOf(sync)
        .search.snapshot()
        .byBarcode('123')
        .map((item) => item.id),
    ).toEqual([id])
  })

  it('keeps the token by which the server knows this device, and sends it at the next sign-in', async () => {
    const [told, knownDevice] = [[] as unknown[], 'k'.repeat(43)]
    const signIn = async (sync: BrowserSync) => {
      await sync.signInBy(async (known) => {
        told.push(known)
        return { token: 'token-1', knownDevice }
      })
    }
    const first = await openPage()
    await signIn(first)
    expect(await first.signOut()).toEqual({ done: true })
    first.close()
    await signIn(await openPage())
    expect(told).toEqual([{}, { knownDevice }])
  })

  it('stays signed out when the profile arrives after the sign-out', async () => {
    const first = await signedIn()
    first.close()
    let answerNow = () => {}
    origin.door.profiles = new Promise((resolve) => (answerNow = resolve))
    const again = await openPage()
    expect(again.session.get().status).toBe('signedIn')
    expect(await again.signOut()).toEqual({ done: true })
    answerNow()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect([again.session.get().status, again.user.get()]).toEqual(['signedOut', null])
    expect((await openPage()).session.get().status).toBe('signedOut')
  })

  it('opens offline with all its rows, and keeps the work done offline', async () => {
    const first = await signedIn()
    const id = userOf(first).newId()
    await userOf(first).run(addMasterItem, { id, texts, quantity: 2 } as never)
    await eventually(() => expect(statusOf(first).waiting).toBe(0))
    first.close()
    origin.door.isCut = true
    const again = await openPage()
    expect(again.session.get()).toMatchObject({ status: 'signedIn', user: { email: user.email } })
    expect(userOf(again).view.get(items, id)).toMatchObject({ itemName: 'Cup' })
    await userOf(again).run(addMasterItem, { id: userOf(again).newId(), texts, quantity: 1 } as never)
    expect(statusOf(again).waiting).toBe(1)
    again.close()
    origin.door.isCut = false
    const online = await openPage()
    await eventually(() => expect(statusOf(online).waiting).toBe(0))
    expect(origin.server.all(items).length).toBe(2)
  })

  it('shows that it is offline as soon as the device loses its network', async () => {
    const sync = await signedIn()
    expect(statusOf(sync).online).toBe(true)
    origin.door.isCut = true
    window.dispatchEvent(new Event('offline'))
    await eventually(() => expect(statusOf(sync).online).toBe(false))
    origin.door.isCut = false
    window.dispatchEvent(new Event('online'))
    await eventually(() => expect(statusOf(sync).online).toBe(true))
  })

  it('is closed after too many days without the server, and opens when the server answers again', async () => {
    const first = await signedIn()
    await userOf(first).run(addMasterItem, { id: userOf(first).newId(), texts, quantity: 1 } as never)
    first.close()
    origin.door.isCut = true
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 86_400_000 })
    const again = await openPage()
    expect(again.session.get()).toMatchObject({ status: 'signedOut', lockReason: expect.stringContaining('30 days') })
    again.close()
    origin.door.isCut = false
    const online = await openPage()
    await eventually(() => expect(online.session.get().status).toBe('signedIn'))
    expect(userOf(online).view.count(items)).toBe(1)
  })

  it('is closed after the days that the server knows, not after those that somebody queued offline', async () => {
    origin.server.write(settings, DEFAULT_SETTINGS, SHOP_SETTINGS_ID)
    const first = await signedIn()
    origin.door.isCut = true
    await userOf(first).run(editSettings, { changes: { offlineDays: 365 } })
    expect(userOf(first).view.get(settings, SHOP_SETTINGS_ID)?.offlineDays).toBe(365)
    first.close()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 86_400_000 })
    expect((await openPage()).session.get()).toMatchObject({ status: 'signedOut', lockReason: expect.stringContaining('30 days') })
  })

  it('opens as soon as the device is connected, after a lock for being offline too long', async () => {
    const first = await signedIn()
    first.close()
    origin.door.isCut = true
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 86_400_000 })
    const again = await openPage()
    expect(again.session.get().status).toBe('signedOut')
    origin.door.isCut = false
    device().window.dispatchEvent(new Event('online'))
    await eventually(() => expect(again.session.get().status).toBe('signedIn'))
  })

  it('ends with waiting work only if the person chooses to keep that work on the device', async () => {
    const sync = await signedIn()
    origin.door.isCut = true
    await userOf(sync).run(addMasterItem, { id: userOf(sync).newId(), texts, quantity: 1 } as never)
    expect(await sync.signOut()).toEqual({ done: false, unsynced: 1, unstored: 0 })
    expect(sync.session.get().status).toBe('signedIn')
    expect(await sync.signOut({ keep: true })).toEqual({ done: true })
    expect([sync.session.get().status, sync.user.get()]).toEqual(['signedOut', null])
    origin.door.isCut = false
    await sync.signIn(user.email, 'right')
    await eventually(() => expect(origin.server.all(items).length).toBe(1))
  })

  it('refuses to end with a cart that could not be stored, and exports the cart', async () => {
    const sync = await signedIn()
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError')
    })
    const data = userOf(sync)
    await expect(data.run(saveCart, { cart: openCart(data) } as never)).rejects.toMatchObject({ kind: 'full' })
    expect(await sync.signOut()).toEqual({ done: false, unsynced: 1, unstored: 1 })
    expect(await commandsIn(await sync.exportPending())).toEqual([saveCart.name])
    put.mockRestore()
    origin.door.isCut = true
    // once there is room again, the cart is stored before the question is asked
    expect(await sync.signOut()).toEqual({ done: false, unsynced: 1, unstored: 0 })
    expect(await commandsIn(await sync.exportPending())).toEqual([saveCart.name])
    // a saved cart is no act that somebody waits to see sent
    expect(statusOf(sync).waiting).toBe(0)
  })

  it('refuses to end while work of a lapsed member waits, and exports it as a file', async () => {
    const sync = await lapsedOverWork()
    expect([sync.session.get().lockCode, sync.user.get()]).toEqual([LACKING.code, null])
    expect(await sync.signOut()).toEqual({ done: false, unsynced: 1, unstored: 0 })
    expect(sync.session.get().lockCode).toBe(LACKING.code)
    expect(await commandsIn(await sync.exportPending())).toEqual([addMasterItem.name])
    expect(await sync.signOut({ keep: true })).toEqual({ done: true })
    expect(sync.session.get()).toEqual({ status: 'signedOut', user: null, lockReason: null, lockCode: null })
    origin.door.refusal = null
    await sync.signIn(user.email, 'right')
    await eventually(() => expect(origin.server.all(items).length).toBe(1))
  })

  it('is locked by a 403 on the profile, and keeps the work', async () => {
    const sync = await signedIn()
    origin.door.isCut = true
    await userOf(sync).run(addMasterItem, { id: userOf(sync).newId(), texts, quantity: 1 } as never)
    origin.door.isCut = false
    origin.door.refusal = { status: 403, message: 'Domain access denied' }
    await sync.refreshProfile()
    expect(sync.session.get()).toEqual({
      status: 'signedOut',
      user: null,
      lockReason: 'Domain access denied',
      lockCode: 'FORBIDDEN',
    })
    sync.close()
    const again = await openPage()
    expect(again.session.get()).toMatchObject({ status: 'signedOut', lockReason: 'Domain access denied' })
    origin.door.refusal = null
    await again.refreshProfile()
    expect(again.session.get().status).toBe('signedIn')
    await eventually(() => expect(origin.server.all(items).length).toBe(1))
  })

  it('is locked while the person lacks a membership, and keeps the waiting work', async () => {
    const sync = await signedIn()
    origin.door.refusal = LACKING
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 })
    await userOf(sync).run(addMasterItem, { id: userOf(sync).newId(), texts, quantity: 1 } as never)
    const locked = { status: 'signedOut', user: null, lockReason: 'This shop needs a membership.', lockCode: 'MEMBERSHIP_REQUIRED' }
    await eventually(() => expect(sync.session.get()).toEqual(locked))
    expect(sync.user.get()).toBeNull()
    sync.close()
    const again = await openPage()
    expect(again.session.get()).toEqual(locked)
    origin.door.refusal = null
    await again.refreshProfile()
    expect(again.session.get()).toMatchObject({ status: 'signedIn', lockReason: null, lockCode: null })
    await eventually(() => expect(origin.server.all(items).length).toBe(1))
  })

  it('waits, even after a reload, until a person without a membership gets one or leaves', async () => {
    origin.door.refusal = LACKING
    const sync = await openPage()
    await expect(sync.signIn(user.email, 'right')).rejects.toMatchObject({ code: 'MEMBERSHIP_REQUIRED' })
    expect(sync.session.get()).toMatchObject({ status: 'signedOut', user: null, lockCode: 'MEMBERSHIP_REQUIRED' })
    sync.close()
    const again = await openPage()
    expect(again.session.get()).toMatchObject({ status: 'signedOut', lockCode: 'MEMBERSHIP_REQUIRED' })
    await again.refreshProfile()
    expect(again.session.get()).toMatchObject({ lockCode: 'MEMBERSHIP_REQUIRED' })
    origin.door.refusal = null
    await again.refreshProfile()
    expect(again.session.get()).toMatchObject({ status: 'signedIn', lockCode: null })
    await again.signOut()
    origin.door.refusal = LACKING
    await expect(again.signIn(user.email, 'right')).rejects.toMatchObject({ status: 403 })
    expect(await again.signOut()).toEqual({ done: true })
    expect(again.session.get()).toEqual({ status: 'signedOut', user: null, lockReason: null, lockCode: null })
    again.close()
    expect((await openPage()).session.get().lockCode).toBeNull()
  })

  it('ends when the token of a person without a membership is refused, and keeps the waiting work', async () => {
    const sync = await lapsedOverWork()
    origin.door.takesToken = false
    await expect(sync.call(checkMembershipCall, {})).rejects.toMatchObject({ status: 401 })
    expect(sync.session.get()).toEqual({ status: 'signedOut', user: null, lockReason: null, lockCode: null })
    sync.close()
    const again = await openPage()
    expect(again.session.get().lockCode).toBeNull()
    origin.door.takesToken = true
    await expect(again.signIn(user.email, 'right')).rejects.toMatchObject({ code: LACKING.code })
    origin.door.takesToken = false
    await again.refreshProfile()
    expect(again.session.get()).toEqual({ status: 'signedOut', user: null, lockReason: null, lockCode: null })
    again.close()
    origin.door.takesToken = true
    origin.door.refusal = null
    const member = await openPage()
    await member.signIn(user.email, 'right')
    await eventually(() => expect(origin.server.all(items).length).toBe(1))
  })

  it('asks for a new sign-in when a call answers 401, but not while a cart is open', async () => {
    const sync = await signedIn()
    origin.door.takesToken = false
    await expect(sync.call(getMeCall, {})).rejects.toMatchObject({ status: 401 })
    expect([sync.signInRequired.get(), statusOf(sync).signInNeeded]).toEqual([1, true])
    const data = userOf(sync)
    await data.run(saveCart, { cart: openCart(data) } as never)
    await expect(sync.call(getMeCall, {})).rejects.toMatchObject({ status: 401 })
    expect(sync.signInRequired.get()).toBe(1)
    expect(sync.session.get().status).toBe('signedIn')
    origin.door.takesToken = true
    await sync.signIn(user.email, 'right')
    await eventually(() => expect(statusOf(sync)).toMatchObject({ signInNeeded: false, waiting: 0 }))
  })

  it('is shared by all pages of the device', async () => {
    const one = await signedIn()
    const two = await openPage()
    expect(two.session.get().status).toBe('signedIn')
    await one.deviceSettings.save('till.sound', false)
    await two.deviceSettings.refresh('till.sound')
    expect(two.deviceSettings.get('till.sound').get()).toBe(false)
    await vi.waitFor(async () => expect((await openPage()).deviceSettings.get('till.sound').get()).toBe(false))
    await one.signOut()
    await eventually(() => expect(two.session.get().status).toBe('signedOut'))
  })

  it('shows the shop without any storage, and says that nothing can be kept', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })
    origin.server.write(items, { id: 'i1', itemName: 'Cup' } as never, 'i1')
    const sync = await openPage()
    await sync.signIn(user.email, 'right')
    await eventually(() => expect(userOf(sync).view.count(items)).toBe(1))
    expect(statusOf(sync)).toMatchObject({ storage: 'blocked', readyToSell: false })
    await expect(userOf(sync).run(addMasterItem, { id: userOf(sync).newId(), texts, quantity: 1 } as never)).rejects.toMatchObject({
      kind: 'blocked',
    })
  })
})
