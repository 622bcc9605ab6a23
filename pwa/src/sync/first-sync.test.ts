import { EMPTY_PROFILE, users } from '@shop/shared/accounts/schema.ts'
import { describe, expect, it } from 'vitest'
import { StorageProblem } from './contract.ts'
import { MemoryDatabase, type MemoryDisk } from './memory-database.ts'
import { type Database, type DatabaseTx, ServerProblem } from './ports.ts'
import { addTo, note, notes, settled, TestShop } from './testing/shop.ts'

/** A shop of fifty rows in pages of five, and a new device whose stream meets `atLine` before each line. */
async function newDevice(atLine: (line: string, browser: ReturnType<TestShop['browser']>) => void) {
  const shop = new TestShop(5)
  for (let i = 0; i < 50; i++) shop.server.write(notes, note(`n${i}`, i), `n${i}`)
  const browser = shop.browser()
  const port = browser.port()
  const server = {
    ...port,
    async *start() {
      for await (const line of port.start()) {
        atLine(line, browser)
        yield line
      }
    },
  }
  const tab = await browser.tab({ ports: { server } })
  tab.start()
  await settled()
  const generations = () => new Set([...(browser.disk.tables.get('pages')?.values() ?? [])].map(({ generation }) => generation))
  return { shop, browser, tab, generations }
}

/** A disk with room for so many pages, and for nothing at all once they are there. */
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
  it('that was cut off starts again', async () => {
    let cutAfter = 4
    const { shop, browser, tab, generations } = await newDevice(() => {
      if (cutAfter-- === 0) throw new ServerProblem('offline', 'the stream was cut off')
    })
    expect(tab.replica.view.count(notes)).toBe(0)
    expect(tab.board.status.get()).toMatchObject({ online: false, hasRows: false })
    await shop.clock.pass(10_000)
    await settled()
    expect([tab.replica.view.count(notes), (await browser.tab()).replica.view.count(notes)]).toEqual([50, 50])
    expect(generations().size).toBe(1)
  })

  it('whose last pages find no room shows nothing of it, and starts again', async () => {
    let isFirst = true
    const { shop, browser, tab, generations } = await newDevice((line, { disk }) => {
      if (line !== 'end' || !isFirst) return
      isFirst = false
      disk.problem = 'full'
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

  it('that finds no room beside the rows of before leaves the room there is to sales', async () => {
    const shop = new TestShop(5)
    for (let i = 0; i < 50; i++) shop.server.write(notes, note(`n${i}`, i), `n${i}`)
    const browser = shop.browser()
    const tab = await browser.tab({ database: smallDisk(browser.disk, 15) })
    tab.start()
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
