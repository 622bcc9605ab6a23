import { IDBDatabase, IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SyncEngine } from '../engine/engine.ts'
import { startSyncing } from '../engine/sync-loop.ts'
import { PACKING } from '../rows/fold.ts'
import { loadStore, newState } from '../store/open.ts'
import { addTo, notes, saveNote, settled, TestClock, TestShop } from '../testing/shop.ts'
import { BrowserDatabase } from './browser-database.ts'
import { StorageProblem } from './contract.ts'
import { gunzipText } from './gzip.ts'
import { IndexedDbDatabase, inTransaction } from './indexed-db.ts'
import { MemoryDatabase, MemoryDisk } from './memory-database.ts'
import type { Database } from './ports.ts'
import type { PageRecord } from './records.ts'
import { THUMBNAIL_CACHE } from './worker-messages.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const openStore = (indexedDB: IDBFactory) => new IndexedDbDatabase('consign-u1', { indexedDB, IDBKeyRange })
const countIn = (tab: SyncEngine, id: string) => tab.replica.view.get(notes, id)?.count

/** fake-indexeddb schedules its work with real timers. */
const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 5 })

describe('the engine on IndexedDB', () => {
  it('sells in two tabs at the same time, syncs, and opens again with everything', async () => {
    const indexedDB = new IDBFactory()
    const shop = new TestShop(10)
    for (let i = 0; i < 35; i++) shop.server.write(notes, { id: `n${i}`, tag: 't', count: i } as never, `n${i}`)
    const browser = shop.browser()
    const [one, two] = await Promise.all([browser.tab({ database: openStore(indexedDB) }), browser.tab({ database: openStore(indexedDB) })])
    if (!one || !two) throw new Error('no tabs')
    expect(one.replica.state.clientId).toBe(two.replica.state.clientId)
    await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? one : two).run(addTo, { id: 'a', by: 1 })))
    await two.run(saveNote, { id: 'c', tag: 'cart', count: 1 })
    await one.run(saveNote, { id: 'c', tag: 'cart', count: 2 })
    await waitFor(() => expect(countIn(two, 'c')).toBe(2))
    startSyncing(one)
    startSyncing(two)
    await waitFor(() => expect([one.replica.entries.length, two.replica.entries.length, two.replica.view.count(notes)]).toEqual([0, 0, 37]))
    expect([shop.count('a'), shop.count('c')]).toEqual([20, 2])
    expect(browser.wire.pushes.flat().length).toBe(21)
    one.stop()
    two.stop()
    const again = await browser.tab({ database: openStore(indexedDB) })
    expect([again.replica.view.count(notes), countIn(again, 'a'), countIn(again, 'n34')]).toEqual([37, 20, 34])
    again.stop()
  })

  it('folds the overlay and replays the journal to a restored server', async () => {
    const indexedDB = new IDBFactory()
    const shop = new TestShop(100)
    const browser = shop.browser()
    const tab = await browser.tab({
      database: openStore(indexedDB),
      options: { packing: { ...PACKING, foldRows: 50, packAtOnceRows: 500 } },
    })
    startSyncing(tab)
    await waitFor(() => expect(tab.board.status.get().hasRows).toBe(true))
    const backup = shop.server.backup()
    browser.wire.isCut = true
    for (let i = 0; i <= 50; i++) shop.server.write(notes, { id: `n${i}`, tag: 't', count: i } as never, `n${i}`)
    await shop.clock.pass(60_000)
    browser.wire.isCut = false
    tab.wake()
    await waitFor(() => expect(tab.replica.state.foldedVersion).toBeGreaterThan(0))
    await tab.run(addTo, { id: 'a', by: 4 })
    await waitFor(() => expect(tab.replica.entries).toEqual([]))
    shop.server.restore(backup)
    tab.wake()
    await waitFor(() => expect([shop.count('a'), tab.replica.entries.length, tab.replica.view.count(notes)]).toEqual([4, 0, 1]))
    tab.stop()
  })

  it('opens its database again when the handle was closed', async () => {
    const indexedDB = new IDBFactory()
    const shop = new TestShop()
    const database = openStore(indexedDB)
    const tab = await shop.browser().tab({ database })
    await tab.run(addTo, { id: 'a', by: 1 })
    ;(await database.tables.handle()).close()
    await tab.run(addTo, { id: 'a', by: 1 })
    expect(countIn(tab, 'a')).toBe(2)
    tab.stop()
    const again = await shop.browser().tab({ database: openStore(indexedDB) })
    expect(again.replica.entries.length).toBe(2)
    again.stop()
  })

  it('deletes kept thumbnails to store a sale on a full disk', async () => {
    const tab = await new TestShop().browser().tab({ database: openStore(new IDBFactory()) })
    const kept = new Set([THUMBNAIL_CACHE, 'pictures'])
    vi.stubGlobal('caches', { delete: async (name: string) => kept.delete(name) })
    const whole = IDBObjectStore.prototype.put
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value) {
      if (kept.has(THUMBNAIL_CACHE)) throw new DOMException('no room', 'QuotaExceededError')
      return whole.call(this, value)
    })
    await tab.run(addTo, { id: 'a', by: 1 })
    expect([countIn(tab, 'a'), tab.replica.entries.length, tab.board.status.get().storage, [...kept]]).toEqual([1, 1, 'ok', ['pictures']])
    put.mockRestore()
    vi.unstubAllGlobals()
    tab.stop()
  })

  it('shows that the disk is full, and reports a refused database as a storage problem', async () => {
    const shop = new TestShop()
    const tab = await shop.browser().tab({ database: openStore(new IDBFactory()) })
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError')
    })
    await expect(tab.run(addTo, { id: 'a', by: 1 })).rejects.toMatchObject({ name: 'StorageProblem', kind: 'full' })
    expect(tab.board.status.get().storage).toBe('full')
    put.mockRestore()
    await tab.run(addTo, { id: 'a', by: 1 })
    expect(tab.board.status.get().storage).toBe('ok')
    tab.stop()
    const refusing = new IDBFactory()
    vi.spyOn(refusing, 'open').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })
    await expect(openStore(refusing).transact('read', ['meta'], (tx) => tx.all('meta'))).rejects.toBeInstanceOf(StorageProblem)
  })
})

describe('a database of the browser', () => {
  it('keeps the state that it is created with', async () => {
    const indexedDB = new IDBFactory()
    const clock = new TestClock()
    const open = () => new IndexedDbDatabase('consign-u1', { indexedDB, IDBKeyRange, firstState: () => newState(clock) })
    const [one, two] = [open(), open()]
    const made = await one.transact('read', ['meta'], (tx) => tx.get('meta', 'state'))
    expect(made).toMatchObject({ key: 'state', cursor: null, generation: 0 })
    const seen = await Promise.all([one, two].map((database) => loadStore({ database, clock, gunzip: gunzipText })))
    expect(seen.map(({ state }) => state)).toEqual([made, made])
    one.close()
    two.close()
  })

  it('asks the browser to take every write to the disk before the write counts as stored', async () => {
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction')
    const database = openStore(new IDBFactory())
    await database.transact('write', ['settings'], (tx) => tx.put('settings', [{ key: 'k', value: 1 }]))
    await loadStore({ database, clock: new TestClock(), gunzip: gunzipText })
    const writes = begun.mock.calls.filter(([, mode]) => mode === 'readwrite')
    expect(writes.length).toBeGreaterThan(1)
    expect(writes.map(([, , options]) => options)).toEqual(writes.map(() => ({ durability: 'strict' })))
    database.close()
  })

  it('keeps what a transaction requested before an early commit, and refuses its later requests', async () => {
    const database = openStore(new IDBFactory())
    const kept = await database.transact('write', ['settings'], async (tx) => {
      const asked = Promise.all([tx.put('settings', [{ key: 'a', value: 1 }]), tx.all('settings')])
      tx.commit()
      return (await asked)[1]
    })
    expect(kept).toEqual([{ key: 'a', value: 1 }])
    const late = database.transact('write', ['settings'], async (tx) => {
      tx.commit()
      await tx.put('settings', [{ key: 'b', value: 2 }])
    })
    await expect(late).rejects.toThrow()
    expect(await database.transact('read', ['settings'], (tx) => tx.keys('settings'))).toEqual(['a'])
    database.close()
  })
})

describe('a newer release in another tab', () => {
  /** Opens the database at the newer release's version. */
  const upgrade = (indexedDB: IDBFactory) =>
    new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('consign-u1', 2)
      request.onsuccess = () => resolve(request.result as unknown as IDBDatabase)
      request.onerror = () => reject(request.error)
    })

  it('gets the database although this tab has it open, and this tab can no longer write to it', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const indexedDB = new IDBFactory()
    const database = openStore(indexedDB)
    await database.transact('write', ['settings'], (tx) => tx.put('settings', [{ key: 'a', value: 1 }]))
    const newer = await upgrade(indexedDB)
    expect(newer.version).toBe(2)
    const late = database.transact('write', ['settings'], (tx) => tx.put('settings', [{ key: 'b', value: 2 }]))
    await expect(late).rejects.toMatchObject({ name: 'StorageProblem', kind: 'blocked' })
    newer.close()
    await expect(openStore(indexedDB).transact('read', ['settings'], (tx) => tx.all('settings'))).rejects.toBeInstanceOf(StorageProblem)
    expect(warned).toHaveBeenCalled()
    database.close()
  })
})

describe('a transaction', () => {
  it('fails when the browser aborts it, even if its last requests are never answered', async () => {
    const database = new BrowserDatabase('consign-u1', 1, { settings: 'key' }, { indexedDB: new IDBFactory(), IDBKeyRange })
    const refused = inTransaction(await database.handle(), ['settings'], 'readwrite', async (transaction) => {
      transaction.abort()
      await new Promise(() => undefined)
    })
    await expect(refused).rejects.toMatchObject({ name: 'AbortError' })
    database.close()
  })
})

describe('a page that the browser suspends', () => {
  it('ends its transactions, so that the next page gets its rows, and does the work when it is back', async () => {
    vi.stubGlobal('window', new EventTarget())
    const indexedDB = new IDBFactory()
    const [suspended, next] = [openStore(indexedDB), openStore(indexedDB)]
    for (const database of [suspended, next]) await database.tables.handle()
    let isBack = false
    let begin = () => {}
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const work = suspended.transact('write', ['settings'], async (tx) => {
      while (!isBack) {
        await tx.count('settings')
        begin()
      }
      await tx.put('settings', [{ key: 'sound', value: 'on' }])
    })
    await begun
    window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }))
    expect(await next.transact('read', ['settings'], (tx) => tx.count('settings'))).toBe(0)
    isBack = true
    await work
    expect(await next.transact('read', ['settings'], (tx) => tx.get('settings', 'sound'))).toMatchObject({ value: 'on' })
    for (const database of [suspended, next]) database.close()
  })
})

describe('a database', () => {
  const kinds: [string, () => Database][] = [
    ['in memory', () => new MemoryDatabase(new MemoryDisk())],
    ['in IndexedDB', () => openStore(new IDBFactory())],
  ]
  for (const [name, open] of kinds) {
    it(`${name} answers queries, removes records and undoes a failed transaction`, async () => {
      const database = open()
      const textOfPage = (stored: PageRecord) => ('json' in stored ? stored.json : '')
      const page = (generation: number, collection: string, n: number) => ({
        generation,
        collection,
        n,
        json: `${generation}${collection}${n}`,
      })
      await database.transact('write', ['pages', 'overlay'], async (tx) => {
        await tx.put('pages', [page(2, 'b', 1), page(1, 'b', 0), page(1, 'a', 10), page(1, 'a', 9)])
        await tx.put('overlay', [
          { collection: 'a', id: 'x', version: 3, row: null },
          { collection: 'a', id: 'y', version: 1, row: null },
          { collection: 'b', id: 'x', version: 2, row: null },
        ])
      })
      const read = await database.transact('read', ['pages', 'overlay'], async (tx) => [
        (await tx.under('pages', [1])).map(textOfPage),
        (await tx.under('pages', [1, 'a'])).map(textOfPage),
        (await tx.equal('overlay', 'version', 2)).map(({ collection }) => collection),
        (await tx.above('overlay', 'version', 1)).map(({ version }) => version),
        (await tx.above('overlay', 'version', Number.NEGATIVE_INFINITY, 2)).map(({ version }) => version),
        await tx.keys('overlay'),
        (await tx.get('overlay', ['b', 'x']))?.version,
        (await tx.all('overlay')).map(({ collection, id }) => collection + id),
        await tx.count('pages'),
      ])
      expect(read).toEqual([
        ['1a9', '1a10', '1b0'],
        ['1a9', '1a10'],
        ['b'],
        [2, 3],
        [1, 2],
        [
          ['a', 'x'],
          ['a', 'y'],
          ['b', 'x'],
        ],
        2,
        ['ax', 'ay', 'bx'],
        4,
      ])
      await database.transact('write', ['pages', 'overlay'], async (tx) => {
        await tx.removeUnder('pages', [1])
        await tx.remove('overlay', [['a', 'x']])
      })
      const undone = database.transact('write', ['pages', 'overlay'], async (tx) => {
        await tx.clear('overlay')
        await tx.put('pages', [page(3, 'c', 0)])
        throw new Error('half-way')
      })
      await expect(undone).rejects.toThrow('half-way')
      expect(
        await database.transact('read', ['pages', 'overlay'], async (tx) => [await tx.count('pages'), await tx.count('overlay')]),
      ).toEqual([1, 2])
      await settled(2)
      database.close()
    })
  }
})
