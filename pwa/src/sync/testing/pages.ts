import { addMasterItem } from '@shop/shared/inventory/commands/add-item.ts'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { readStored } from '../../../simulation/stored-device.ts'
import { resultOf } from '../ports/indexed-db.ts'
import { MemoryLocks } from '../ports/memory-ports.ts'
import { BrowserSync } from '../session/browser-sync.ts'
import { fakeOrigin, user } from './origin.ts'

export const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 5 })

export function userOf(sync: BrowserSync) {
  const found = sync.user.get()
  if (!found) throw new Error('nobody is signed in')
  return found
}
export const statusOf = (sync: BrowserSync) => userOf(sync).board.status.get()

/** Its name has a space, because sealed work is base64 text, in which a short word may occur by chance. */
export const cup = {
  itemName: 'Blue cup',
  listingTitle: '',
  barcode1: '123',
  barcode2: '',
  location: '',
  link: '',
  imageUrl: '',
  priceCents: null,
}
export async function addCup(sync: BrowserSync): Promise<string> {
  const id = userOf(sync).newId()
  await userOf(sync).run(addMasterItem, { id, texts: cup, quantity: 1 } as never)
  return id
}

/** A device and the shop's server. The device's pages share storage and locks. */
export class TestDevice {
  origin = fakeOrigin()
  indexedDB = new IDBFactory()
  readonly window = Object.assign(new EventTarget(), { isSecureContext: true })
  private readonly opened: BrowserSync[] = []

  begin(): void {
    const locks = new MemoryLocks().portFor()
    const request = (name: string, options: { ifAvailable?: boolean; signal?: AbortSignal }, work: () => Promise<unknown>) =>
      options.ifAvailable ? locks.tryHold(name, work) : locks.hold(name, work, options.signal)
    vi.stubGlobal('window', this.window)
    vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
    vi.stubGlobal('navigator', { locks: { request }, storage: { persisted: async () => false, persist: async () => true } })
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => this.origin.fetch(url, init))
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  }

  end(): void {
    for (const sync of this.opened) sync.close()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }

  /** Loads a page, and does not wait until it is open. */
  page(): BrowserSync {
    const sync = new BrowserSync({ indexedDB: this.indexedDB, IDBKeyRange })
    this.opened.push(sync)
    return sync
  }

  async everythingStored(): Promise<string> {
    const names = (await this.indexedDB.databases()).map(({ name }) => name ?? '')
    return JSON.stringify(await Promise.all(names.map((name) => readStored(this.indexedDB, name))))
  }

  async openPage(): Promise<BrowserSync> {
    const sync = this.page()
    await sync.open()
    return sync
  }

  async signedIn(email = user.email): Promise<BrowserSync> {
    const sync = await this.openPage()
    await sync.signIn(email, 'right')
    await eventually(() => expect(statusOf(sync).lastSyncAtMs).not.toBeNull())
    return sync
  }
}

export function deviceForEachTest(): () => TestDevice {
  let device: TestDevice
  beforeEach(() => {
    device = new TestDevice()
    device.begin()
  })
  afterEach(() => device.end())
  return () => device
}

/** Locks everybody else out of a database, as a slow disk does, until the returned function is called. */
export async function holdDatabase({ indexedDB }: TestDevice, name: string): Promise<() => void> {
  const database = await resultOf(indexedDB.open(name))
  const tables = [...database.objectStoreNames]
  const [table = ''] = tables
  const transaction = database.transaction(tables, 'readwrite')
  let isHeld = true
  const hold = () => {
    if (isHeld) transaction.objectStore(table).count().onsuccess = hold
    else database.close()
  }
  hold()
  return () => void (isHeld = false)
}
