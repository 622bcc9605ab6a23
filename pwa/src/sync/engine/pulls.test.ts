import type { CommandResult } from '@shop/shared/kernel/wire.ts'
import { describe, expect, it } from 'vitest'
import { MemoryLocks } from '../ports/memory-ports.ts'
import { type Server, ServerProblem } from '../ports/ports.ts'
import { addTo, note, notes, settled, TestShop } from '../testing/shop.ts'
import type { SyncEngine } from './engine.ts'
import { startSyncing } from './sync-loop.ts'

const countIn = (tab: SyncEngine, id: string) => tab.replica.view.get(notes, id)?.count

/** Opens a tab that has synced the notes with these ids. Its pulls go through `through`. */
async function openShop(
  through: (pull: Server['pull'], request: Parameters<Server['pull']>[0]) => ReturnType<Server['pull']>,
  ids: readonly string[] = [],
) {
  const shop = new TestShop(7)
  for (const id of ids) shop.server.write(notes, note(id, 1), id)
  const browser = shop.browser()
  const port = browser.port()
  const tab = await browser.tab({ ports: { server: { ...port, pull: (request) => through(port.pull, request) } } })
  startSyncing(tab)
  await settled()
  return { shop, browser, tab }
}

describe('a command that the server has answered', () => {
  it('is no longer shown as done when the answer is a refusal, even before a pull brings it', async () => {
    let isDeaf = false
    const { shop, tab } = await openShop((pull, request) =>
      isDeaf ? Promise.reject(new ServerProblem('offline', 'no answer')) : pull(request),
    )
    isDeaf = true
    shop.server.write(notes, { id: 'a', tag: '', count: 999 } as never, 'a')
    const first = await tab.run(addTo, { id: 'a', by: 5 })
    const behind = await tab.run(addTo, { id: 'b', by: 3 })
    expect([countIn(tab, 'a'), countIn(tab, 'b')]).toEqual([5, 3])
    await settled()
    expect(tab.replica.entries.map(({ id, answered }) => [id, answered?.status])).toEqual([
      [first.commandId, 'rejected'],
      [behind.commandId, 'done'],
    ])
    expect([countIn(tab, 'a'), countIn(tab, 'b')]).toEqual([undefined, 3])
  })

  it('is not sent again when a pull of several pages holds its result back', async () => {
    let isDeaf = false
    let heldBack = 0
    const held: CommandResult[] = []
    const { shop, browser, tab } = await openShop(async (pull, request) => {
      if (isDeaf) throw new ServerProblem('offline', 'no answer')
      const answer = await pull(request)
      if (answer.kind !== 'changes') return answer
      if (!answer.more && !request.page) return { ...answer, results: [...held.splice(0), ...answer.results] }
      heldBack += held.push(...answer.results)
      return { ...answer, results: [] }
    })
    isDeaf = true
    await tab.run(addTo, { id: 'a', by: 3 })
    await settled()
    for (let i = 0; i < 30; i++) shop.server.write(notes, note(`n${i}`, i), `n${i}`)
    isDeaf = false
    tab.wake()
    await settled()
    expect(heldBack).toBeGreaterThan(0)
    expect([browser.wire.pushes.length, tab.replica.entries, countIn(tab, 'a')]).toEqual([1, [], 3])
  })
})

describe('a pull', () => {
  it('that another tab has overtaken changes nothing', async () => {
    let release: (() => void) | null = null
    let isSlow = false
    const { shop, browser, tab } = await openShop(async (pull, request) => {
      const answer = await pull(request)
      if (isSlow) await new Promise<void>((resolve) => (release = resolve))
      return answer
    })
    // some browsers have no locks, so two tabs may pull at once
    const other = await browser.tab({ ports: { lock: new MemoryLocks().portFor() } })
    startSyncing(other)
    await settled()
    const shown = new Set<string>()
    other.onChange(() => void shown.add(`${shown.size}: ${countIn(other, 'a')}`))
    isSlow = true
    shop.server.write(notes, note('a', 1), 'a')
    await settled()
    shop.server.write(notes, note('a', 2), 'a')
    await settled()
    expect(release).not.toBeNull()
    isSlow = false
    ;(release as (() => void) | null)?.()
    await settled()
    expect([...shown]).toEqual(['0: 1', '1: 2'])
    expect([countIn(tab, 'a'), countIn(await browser.tab(), 'a')]).toEqual([2, 2])
  })

  it('removes rows from the screen and from the disk, also a row that an earlier page of it brought', async () => {
    let between: (() => void) | null = null
    const first = ['n0', 'n1', 'n2', 'n3', 'n4']
    const { shop, browser, tab } = await openShop(async (pull, request) => {
      const answer = await pull(request)
      if (answer.kind === 'changes' && answer.more) between?.()
      between = null
      return answer
    }, first)
    const shown = (engine: SyncEngine) =>
      engine.replica.view
        .all(notes)
        .map(({ id }) => id)
        .sort()
    expect(shown(tab)).toEqual(first)
    browser.wire.isCut = true
    const later = Array.from({ length: 15 }, (_, i) => `n${i + 5}`)
    for (const id of ['n4', ...later]) shop.server.write(notes, note(id, 2), id)
    for (const id of ['n0', 'n1']) shop.server.write(notes, null, id)
    between = () => shop.server.write(notes, null, 'n4')
    const counts = new Set<number | undefined>()
    tab.onChange(() => void counts.add(countIn(tab, 'n4')))
    browser.wire.isCut = false
    tab.wake()
    await settled()
    expect(between).toBeNull()
    const left = ['n2', 'n3', ...later].sort()
    expect([shown(tab), shown(await browser.tab())]).toEqual([left, left])
    expect(tab.replica.view.where(notes, 'tag', 't1').map(({ id }) => id)).toEqual(['n2', 'n3'])
    expect([...counts]).toEqual([undefined])
  })
})
