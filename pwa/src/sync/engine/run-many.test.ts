import { describe, expect, it } from 'vitest'
import { addTo, notes, settled, TestShop } from '../testing/shop.ts'
import { runMany } from './run-many.ts'
import { startSyncing } from './sync-loop.ts'

const MANY = 250
const ids = Array.from({ length: MANY }, (_, nth) => `note ${nth}`)

async function openTab() {
  const shop = new TestShop()
  const browser = shop.browser()
  return { shop, browser, tab: await browser.tab() }
}

describe('many commands at once', () => {
  it('are shown, stored and sent like single ones, and tell of each part', async () => {
    const { shop, browser, tab } = await openTab()
    browser.wire.isCut = true
    startSyncing(tab)
    const parts: [number, number][] = []
    await runMany(
      tab,
      addTo,
      ids.map((id) => ({ id, by: 2 })),
      (stored, done) => parts.push([stored.length, done]),
    )
    expect(parts).toEqual([
      [100, 100],
      [100, 200],
      [50, 250],
    ])
    expect(ids.map((id) => tab.view.get(notes, id)?.count)).toEqual(Array(MANY).fill(2))
    // another tab finds all of them on the disk
    expect((await browser.tab()).replica.entries).toHaveLength(MANY)
    browser.wire.isCut = false
    tab.wake()
    await settled(200)
    expect(ids.map((id) => shop.count(id))).toEqual(Array(MANY).fill(2))
    expect(tab.replica.entries).toEqual([])
  })

  it('leave out what a rule refuses, and run the rest', async () => {
    const { tab } = await openTab()
    await tab.run(addTo, { id: 'full', by: 1_000 })
    const stored: string[] = []
    await runMany(
      tab,
      addTo,
      ['a', 'full', 'b'].map((id) => ({ id, by: 1 })),
      (part) => stored.push(...part.map(({ id }) => id)),
    )
    expect(stored).toEqual(['a', 'b'])
    expect(['a', 'full', 'b'].map((id) => tab.view.get(notes, id)?.count)).toEqual([1, 1_000, 1])
    expect(tab.replica.entries).toHaveLength(3)
  })

  it('store nothing when an argument is wrong, or the device cannot store', async () => {
    const { browser, tab } = await openTab()
    await expect(runMany(tab, addTo, [{ id: 'a', by: 0.5 }], () => {})).rejects.toMatchObject({ code: 'INVALID' })
    const volatile = await browser.tab({ options: { isVolatile: true } })
    await expect(runMany(volatile, addTo, [{ id: 'a', by: 1 }], () => {})).rejects.toMatchObject({ name: 'StorageProblem' })
    expect([tab.replica.entries, volatile.replica.entries]).toEqual([[], []])
  })
})
