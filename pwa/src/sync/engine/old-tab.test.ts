import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { expect, it } from 'vitest'
import { MemoryDatabase } from '../ports/memory-database.ts'
import { SYNC_LOCK } from '../ports/ports.ts'
import { readState } from '../store/state.ts'
import { addTo, note, notes, settled, type TestBrowser, TestShop } from '../testing/shop.ts'
import { startSyncing } from './sync-loop.ts'

/** Marks the stored rows as those of another version of the app, and answers a function that reads the mark. */
async function replaceRows({ disk }: TestBrowser, protocol: number): Promise<() => Promise<number>> {
  const database = new MemoryDatabase(disk)
  await database.transact('write', ['meta'], async (tx) => tx.put('meta', [{ ...(await readState(tx)), protocol }]))
  return () => database.transact('read', ['meta'], async (tx) => (await readState(tx)).protocol)
}

const startedShop = async () => {
  const shop = new TestShop()
  shop.server.write(notes, note('a', 4), 'a')
  const browser = shop.browser()
  const tab = await browser.tab()
  startSyncing(tab)
  await settled()
  return { shop, browser, tab }
}

it('a tab under which a newer version has replaced the rows leaves them, keeps its work, and lets a newer tab lead', async () => {
  const { shop, browser, tab } = await startedShop()
  expect(browser.wire.starts).toBe(1)
  const newer = PROTOCOL_VERSION + 1
  const storedProtocol = await replaceRows(browser, newer)
  tab.wake()
  await settled()
  const { pulls } = browser.wire
  const { commandId } = await tab.run(addTo, { id: 'a', by: 1 })
  shop.server.write(notes, note('b', 1), 'b')
  await shop.clock.pass(300_000)
  expect([browser.wire.starts, browser.wire.pulls - pulls, browser.wire.pushes.length, await storedProtocol()]).toEqual([1, 0, 0, newer])
  expect(tab.board.status.get()).toMatchObject({ waiting: 1, trouble: { code: 'TAB_OUTDATED' } })
  expect(tab.board.stateOf(commandId)).toBe('saved')
  expect(shop.pokes.size).toBe(0)
  expect(await browser.locks.portFor().tryHold(SYNC_LOCK, async () => 'free')).toBe('free')
})

it('a tab of an app that went back to an older release replaces the rows of the newer one', async () => {
  const { shop, browser, tab } = await startedShop()
  tab.stop()
  const storedProtocol = await replaceRows(browser, PROTOCOL_VERSION + 1)
  const older = await browser.tab()
  await older.run(addTo, { id: 'a', by: 1 })
  startSyncing(older)
  await settled()
  expect([browser.wire.starts, await storedProtocol(), shop.count('a')]).toEqual([2, PROTOCOL_VERSION, 5])
  expect(older.board.status.get()).toMatchObject({ waiting: 0, trouble: null })
})
