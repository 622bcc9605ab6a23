import { gunzipSync, gzipSync } from 'node:zlib'
import { EMPTY_PROFILE, users } from '@shop/shared/accounts/schema.ts'
import { describe, expect, it } from 'vitest'
import { StorageProblem } from '../ports/contract.ts'
import { MemoryDatabase, type MemoryDisk } from '../ports/memory-database.ts'
import { type Database, type DatabaseTx, ServerProblem, type StartLine } from '../ports/ports.ts'
import { PACKING } from '../rows/fold.ts'
import { addTo, note, notes, settled, type TestBrowser, TestShop } from '../testing/shop.ts'
import { startSyncing } from './sync-loop.ts'

const OPTIONS = { packing: { ...PACKING, pagesAtOnce: 3 } }

/** A shop of fifty rows in pages of five. */
function shopOfFifty(): TestShop {
  const shop = new TestShop(5)
  for (let i = 0; i < 50; i++) shop.server.write(notes, note(`n${i}`, i), `n${i}`)
  return shop
}

/** Opens a new device of that shop. `change` may replace each line of its stream. */
async function newDevice(change: (line: StartLine, browser: TestBrowser) => StartLine) {
  const shop = shopOfFifty()
  const browser = shop.browser()
  const port = browser.port()
  const server = {
    ...port,
    async *start(clientId: string | null) {
      for await (const line of port.start(clientId)) yield change(line, browser)
    },
  }
  const tab = await browser.tab({ ports: { server }, options: OPTIONS })
  startSyncing(tab)
  await settled()
  const pages = () => [...(browser.disk.tables.get('pages')?.values() ?? [])]
  const generations = () => new Set(pages().map(({ generation }) => generation))
  return { shop, browser, tab, pages, generations }
}

/** Returns a disk with room for `room` pages. Once they are stored, it refuses every further write. */
function smallDisk(disk: MemoryDisk, room: number): Database {
  const memory = new MemoryDatabase(disk)
  const used = () => disk.tables.get('pages')?.size ?? 0
  const tight = (tx: DatabaseTx): DatabaseTx => ({
    ...tx,
    put: async (table, records) => {
      if (records.length > 0 && used() + (table === 'pages' ? records.length - 1 : 0) >= room) throw new StorageProblem('full')
      await tx.put(table, records)
    },
  })
  return { transact: (mode, tables, work) => memory.transact(mode, tables, (tx) => work(tight(tx))), close: () => undefined }
}

describe('a first sync', () => {
  it('that receives the changes made meanwhile does not ask for them', async () => {
    const { shop, browser, tab } = await newDevice((line, { shop: { server } }) => {
      if (line.text.startsWith('notes\t')) server.write(notes, note('n7', 700), 'n7')
      return line
    })
    expect([browser.wire.starts, tab.replica.view.get(notes, 'n7')?.count]).toEqual([1, 700])
    expect(shop.logs).toEqual([])
    // one pull in the next round, and one when the device began to listen
    expect(browser.wire.pulls).toBe(2)
  })

  it.each(['end', 'end\tnone', 'end\t{"kind":"changes"}'])('pulls if the stream ends without readable changes: %s', async (end) => {
    const { browser, tab } = await newDevice(({ text }, { shop: { server } }) => {
      if (!text.startsWith('end')) return { text }
      server.write(notes, note('n7', 700), 'n7')
      return { text: end }
    })
    expect([browser.wire.starts, browser.wire.pulls, tab.replica.view.get(notes, 'n7')?.count]).toEqual([1, 3, 700])
  })

  it('stores pages compressed, as received, and the next tab opens from them', async () => {
    const { browser, tab, pages } = await newDevice(({ text }) => ({ text, gzip: Uint8Array.from(gzipSync(text)) }))
    expect(pages()).toHaveLength(10)
    for (const page of pages())
      expect([
        Object.hasOwn(page, 'json'),
        gunzipSync(page.gzip as Uint8Array)
          .toString()
          .slice(0, 6),
      ]).toEqual([false, 'notes\t'])
    const again = await browser.tab()
    expect(again.replica.view.all(notes)).toEqual(tab.replica.view.all(notes))
    expect(again.replica.view.count(notes)).toBe(50)
  })

  it('writes pages while further pages arrive, and shows no row before the last page', async () => {
    const stored: number[] = []
    const { browser, tab } = await newDevice((line, { disk }) => {
      stored.push(disk.tables.get('pages')?.size ?? 0)
      return line
    })
    expect(Math.max(...stored.slice(0, -1))).toBeGreaterThanOrEqual(3)
    expect(stored[1]).toBe(0)
    expect([tab.replica.view.count(notes), browser.disk.tables.get('pages')?.size]).toEqual([50, 10])
  })

  it('gives way to a first sync that another tab finished meanwhile, where tabs share no lock', async () => {
    let isAlone = true
    const { browser, tab, generations } = await newDevice((line, { shop, disk }) => {
      if (!line.text.startsWith('end') || !isAlone) return line
      isAlone = false
      void shop
        .browser('u1', disk)
        .tab()
        .then((second) => startSyncing(second))
      return line
    })
    await settled()
    await settled()
    expect([tab.replica.view.count(notes), (await browser.tab()).replica.view.count(notes)]).toEqual([50, 50])
    expect(generations().size).toBe(1)
  })

  it('that was cut off starts again', async () => {
    let isCutting = true
    let lines = 0
    const { shop, browser, tab, generations } = await newDevice((line) => {
      if (isCutting && ++lines % 5 === 0) throw new ServerProblem('offline', 'the stream was cut off')
      return line
    })
    expect(tab.replica.view.count(notes)).toBe(0)
    expect(tab.board.status.get()).toMatchObject({ online: false, hasRows: false })
    isCutting = false
    await shop.clock.pass(10_000)
    await settled()
    expect([tab.replica.view.count(notes), (await browser.tab()).replica.view.count(notes)]).toEqual([50, 50])
    expect(generations().size).toBe(1)
  })

  it('whose last pages find no room shows no page at all, and starts again', async () => {
    let isFirst = true
    const { shop, browser, tab, generations } = await newDevice((line, { disk }) => {
      if (!line.text.startsWith('end') || !isFirst) return line
      isFirst = false
      disk.problem = 'full'
      return line
    })
    expect(tab.board.status.get()).toMatchObject({ storage: 'full', hasRows: false })
    browser.disk.problem = null
    expect((await browser.tab()).replica.view.count(notes)).toBe(0)
    await shop.clock.pass(10_000)
    await settled()
    expect(tab.board.status.get()).toMatchObject({ storage: 'ok', hasRows: true })
    expect([tab.replica.view.count(notes), (await browser.tab()).replica.view.count(notes)]).toEqual([50, 50])
    expect(generations().size).toBe(1)
  })

  it('that finds no room beside the old rows leaves the remaining room to sales', async () => {
    const shop = shopOfFifty()
    const browser = shop.browser()
    const tab = await browser.tab({ database: smallDisk(browser.disk, 15), options: OPTIONS })
    startSyncing(tab)
    await settled()
    expect(browser.disk.tables.get('pages')?.size).toBe(10)
    const user = { ...EMPTY_PROFILE, id: 'u1', email: 'a@b.c', displayName: '', role: 'admin', createdAtMs: 0 }
    shop.server.write(users, user as never, 'u1')
    await settled()
    expect([browser.wire.starts, tab.board.status.get().storage]).toEqual([2, 'full'])
    browser.wire.isCut = true
    await tab.run(addTo, { id: 'n1', by: 7 })
    expect(tab.replica.view.get(notes, 'n1')?.count).toBe(8)
    expect((await browser.tab()).replica.view.count(notes)).toBe(50)
  })
})
