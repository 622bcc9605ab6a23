import { describe, expect, it } from 'vitest'
import { ServerProblem } from '../ports/ports.ts'
import { addTo, notes, saveNote, settled, TestShop } from '../testing/shop.ts'
import { startSyncing } from './sync-loop.ts'

/** A shop with a backup, and a tab that saves notes. While `line.isDeaf`, its pulls fail; its pushes arrive all the same. */
async function openShop() {
  const shop = new TestShop()
  const browser = shop.browser()
  const port = browser.port()
  const line = { isDeaf: false }
  const pull: typeof port.pull = (request) => (line.isDeaf ? Promise.reject(new ServerProblem('offline', 'no answer')) : port.pull(request))
  const tab = await browser.tab({ ports: { server: { ...port, pull } } })
  startSyncing(tab)
  await settled()
  const backup = shop.server.backup()
  const save = async (count: number) => {
    await tab.run(saveNote, { id: 'a', tag: 'a save', count })
    await settled()
  }
  return { shop, browser, line, tab, backup, save, counts: () => [shop.count('a'), tab.replica.view.get(notes, 'a')?.count] }
}

describe('a save that a restored server has lost', () => {
  it.each([
    ['waits', 'acknowledged'],
    ['has run', 'acknowledged'],
    ['has run', 'only answered'],
  ])('does not come back over a newer save, when the newer one %s and the older one was %s', async (newer, older) => {
    const { shop, browser, line, tab, backup, save, counts } = await openShop()
    line.isDeaf = older === 'only answered'
    await save(1)
    expect(tab.replica.entries).toHaveLength(older === 'only answered' ? 1 : 0)
    shop.server.restore(backup)
    line.isDeaf = newer === 'has run'
    browser.wire.isCut = newer === 'waits'
    await save(2)
    line.isDeaf = false
    browser.wire.isCut = false
    tab.wake()
    await settled()
    expect(counts()).toEqual([2, 2])
    expect(tab.replica.entries).toEqual([])
    tab.stop()
  })

  it('comes back if there is no newer one', async () => {
    const { shop, tab, backup, save, counts } = await openShop()
    await save(1)
    shop.server.restore(backup)
    tab.wake()
    await settled()
    expect(counts()).toEqual([1, 1])
    expect(tab.replica.entries).toEqual([])
    tab.stop()
  })
})

describe('a save of unfinished work', () => {
  it('is not counted among what waits to be sent', async () => {
    const { browser, tab, save } = await openShop()
    browser.wire.isCut = true
    await tab.run(addTo, { id: 'b', by: 3 })
    await save(1)
    expect([tab.replica.entries.length, tab.board.status.get().waiting]).toEqual([2, 1])
    tab.stop()
  })
})
