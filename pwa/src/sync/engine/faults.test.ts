import { EMPTY_PROFILE, users } from '@shop/shared/accounts/schema.ts'
import { MAX_PUSH_BYTES } from '@shop/shared/kernel/limits.ts'
import { describe, expect, it } from 'vitest'
import { MemoryDatabase } from '../ports/memory-database.ts'
import { ServerProblem } from '../ports/ports.ts'
import { PACKING } from '../rows/fold.ts'
import { addTo, note, notes, saveNote, settled, TestShop } from '../testing/shop.ts'
import { pushInBackground } from '../worker/background-push.ts'
import type { EngineOptions, SyncEngine } from './engine.ts'
import { importPending } from './import-pending.ts'
import { dismissPending, exportPending } from './pending-work.ts'
import { startSyncing } from './sync-loop.ts'

const countIn = (tab: SyncEngine, id: string) => tab.replica.view.get(notes, id)?.count

/** Low thresholds, so that a few rows are enough to fold and pack. */
const packing = { ...PACKING, foldRows: 50, packAtOnceRows: 500 }

async function openShop(pageRows?: number, more: Pick<EngineOptions, 'packing'> = {}) {
  const shop = new TestShop(pageRows)
  const browser = shop.browser()
  const tab = await browser.tab({ options: more })
  return { shop, browser, tab }
}

/** Lets a tab make `steps` steps in the database; the next step kills the tab. Its transaction is undone, and the tab does nothing more. */
function mortal(steps: number) {
  let left = steps
  let die = () => {}
  const onDeath = new Promise<void>((resolve) => (die = resolve))
  const step = () => {
    if (left-- > 0) return
    die()
    throw new Error('the tab is dead')
  }
  return { step, onDeath, isDead: () => left < 0 }
}

describe('a tab', () => {
  it('that is killed at any step loses nothing it confirmed and doubles nothing', async () => {
    let deaths = 0
    for (let steps = 1; steps < 240; steps += 1) {
      const shop = new TestShop()
      const browser = shop.browser()
      const life = mortal(steps)
      const confirmed: number[] = []
      try {
        const tab = await browser.tab({ database: new MemoryDatabase(browser.disk, life.step), onDeath: life.onDeath })
        startSyncing(tab)
        for (let i = 0; i < 4; i++) {
          await tab.run(addTo, { id: `n${i}`, by: 1 })
          confirmed.push(i)
          if (i === 1) await settled(10)
        }
        await settled(10)
        tab.stop()
      } catch (thrown) {
        expect(life.isDead(), String(thrown)).toBe(true)
      }
      if (life.isDead()) deaths += 1
      const next = await browser.tab()
      startSyncing(next)
      await settled(25)
      for (const i of confirmed) expect(shop.count(`n${i}`), `killed at step ${steps}`).toBe(1)
      for (let i = 0; i < 4; i++) {
        expect([undefined, 1]).toContain(shop.count(`n${i}`))
        expect(countIn(next, `n${i}`)).toBe(shop.count(`n${i}`))
      }
      expect(next.replica.entries).toEqual([])
      next.stop()
    }
    expect(deaths).toBeGreaterThan(100)
    expect(deaths).toBeLessThan(239)
  })

  it('that does not sync leaves the sending to the service worker', async () => {
    const { shop, browser, tab } = await openShop()
    await tab.run(addTo, { id: 'a', by: 2 })
    const ports = { database: new MemoryDatabase(browser.disk), server: browser.port(), lock: browser.locks.portFor(), clock: shop.clock }
    expect(await pushInBackground(ports)).toBe('done')
    expect(shop.count('a')).toBe(2)
    await tab.catchUp()
    expect(tab.board.pending.get()).toMatchObject([{ state: 'sending' }])
    startSyncing(tab)
    await settled()
    expect(browser.wire.pushes.length).toBe(1)
    expect(tab.replica.entries).toEqual([])
    expect(await pushInBackground(ports)).toBe('tabIsSyncing')
  })
})

describe('a server restored from a backup', () => {
  it('gets every acknowledged command back once', async () => {
    const { shop, browser, tab } = await openShop()
    startSyncing(tab)
    await tab.run(addTo, { id: 'old', by: 1 })
    await settled()
    const backup = shop.server.backup()
    for (let i = 0; i < 5; i++) await tab.run(addTo, { id: 'a', by: 10 })
    await settled()
    expect(tab.replica.entries).toEqual([])
    shop.server.restore(backup)
    expect(shop.count('a')).toBeUndefined()
    browser.wire.isCut = true
    await tab.run(addTo, { id: 'a', by: 1 })
    browser.wire.isCut = false
    tab.wake()
    await settled()
    expect([shop.count('old'), shop.count('a'), countIn(tab, 'a')]).toEqual([1, 51, 51])
    expect(tab.replica.entries).toEqual([])
    // one first sync at the beginning, and one after the restore
    expect(browser.wire.starts).toBe(2)
    shop.server.restore(backup)
    tab.wake()
    await settled()
    expect([shop.count('old'), shop.count('a')]).toEqual([1, 51])
  })

  it('receives again a command that it had answered but not acknowledged', async () => {
    const shop = new TestShop()
    const browser = shop.browser()
    const port = browser.port()
    let isDeaf = false
    const pull: typeof port.pull = (request) => (isDeaf ? Promise.reject(new ServerProblem('offline', 'no answer')) : port.pull(request))
    const tab = await browser.tab({ ports: { server: { ...port, pull } } })
    startSyncing(tab)
    await settled()
    const backup = shop.server.backup()
    isDeaf = true
    await tab.run(addTo, { id: 'a', by: 3 })
    await settled()
    expect(shop.count('a')).toBe(3)
    expect(tab.replica.entries).toMatchObject([{ answered: { status: 'done' } }])
    shop.server.restore(backup)
    expect(shop.count('a')).toBeUndefined()
    isDeaf = false
    tab.wake()
    await settled()
    expect([shop.count('a'), browser.wire.pushes.length]).toEqual([3, 2])
    expect(tab.replica.entries).toEqual([])
  })
})

describe('storage', () => {
  it('that was cloned sends everything once', async () => {
    const { shop, browser, tab } = await openShop()
    await tab.run(addTo, { id: 'a', by: 1 })
    await tab.run(addTo, { id: 'a', by: 1 })
    const twin = shop.browser('u1', browser.disk.clone())
    const twinTab = await twin.tab()
    await twinTab.run(addTo, { id: 'a', by: 5 })
    startSyncing(tab)
    startSyncing(twinTab)
    await settled()
    tab.wake()
    twinTab.wake()
    await settled()
    expect([shop.count('a'), countIn(tab, 'a'), countIn(twinTab, 'a')]).toEqual([7, 7, 7])
    expect([tab.replica.entries, twinTab.replica.entries]).toEqual([[], []])
  })

  it('that is full refuses the sale, shows that it is full, and keeps the cart', async () => {
    const { shop, browser, tab } = await openShop()
    startSyncing(tab)
    await settled()
    browser.disk.problem = 'full'
    await expect(tab.run(addTo, { id: 'a', by: 1 })).rejects.toMatchObject({ name: 'StorageProblem', kind: 'full' })
    await expect(tab.run(saveNote, { id: 'c', tag: 'cart', count: 2 })).rejects.toMatchObject({ kind: 'full' })
    expect(tab.board.status.get()).toMatchObject({ storage: 'full', waiting: 0 })
    expect([countIn(tab, 'a'), countIn(tab, 'c')]).toEqual([undefined, 2])
    browser.disk.problem = null
    await shop.clock.pass(11_000)
    await settled()
    expect(tab.board.status.get()).toMatchObject({ storage: 'ok', waiting: 0 })
    expect(shop.count('c')).toBe(2)
  })

  it('that is full does not stop the sending', async () => {
    const { shop, browser, tab } = await openShop()
    for (let i = 0; i < 250; i++) await tab.run(addTo, { id: 'a', by: 1 })
    browser.disk.problem = 'full'
    startSyncing(tab)
    await settled()
    expect([shop.count('a'), tab.replica.entries.length]).toEqual([250, 250])
    expect(tab.board.status.get()).toMatchObject({ storage: 'full', waiting: 250 })
    expect(browser.wire.pushes.flat().length).toBe(250)
    browser.disk.problem = null
    await shop.clock.pass(11_000)
    await settled()
    expect([shop.count('a'), tab.replica.entries.length]).toEqual([250, 0])
    expect(tab.board.status.get()).toMatchObject({ storage: 'ok', waiting: 0 })
  })

  it('that is blocked shows the server’s rows and accepts nothing', async () => {
    const shop = new TestShop()
    shop.server.write(notes, note('a', 4), 'a')
    const tab = await shop.browser().tab({ options: { isVolatile: true } })
    startSyncing(tab)
    await settled()
    expect(countIn(tab, 'a')).toBe(4)
    await expect(tab.run(addTo, { id: 'a', by: 1 })).rejects.toMatchObject({ kind: 'blocked' })
    expect(tab.board.status.get().storage).toBe('blocked')
    const browser = shop.browser()
    browser.disk.problem = 'blocked'
    await expect(browser.tab()).rejects.toMatchObject({ kind: 'blocked' })
  })

  it('that is cleared under an open tab receives again the commands that the tab holds', async () => {
    const { shop, browser, tab } = await openShop()
    browser.wire.isCut = true
    startSyncing(tab)
    await tab.run(addTo, { id: 'a', by: 1 })
    const before = tab.replica.state.clientId
    browser.disk.lose()
    await tab.run(addTo, { id: 'a', by: 2 })
    expect(tab.replica.state.clientId).not.toBe(before)
    expect(countIn(tab, 'a')).toBe(3)
    browser.wire.isCut = false
    tab.wake()
    await settled()
    expect(shop.count('a')).toBe(3)
  })
})

describe('a push', () => {
  it('that is too large is halved, and one command that never fits is set aside', async () => {
    const { shop, browser, tab } = await openShop()
    const port = browser.port()
    const server = {
      ...port,
      push: async (request: Parameters<typeof port.push>[0]) => {
        if (JSON.stringify(request).length > 2_000)
          throw new ServerProblem('refused', 'This is too much at once.', { status: 413, code: 'TOO_LARGE' })
        return port.push(request)
      },
    }
    tab.stop()
    const other = await browser.tab({ ports: { server } })
    for (let i = 0; i < 30; i++) await other.run(addTo, { id: `n${i}`, by: 1, pad: 'x'.repeat(i === 7 ? 3_000 : 100) })
    startSyncing(other)
    await settled()
    expect(other.board.status.get()).toMatchObject({ waiting: 0, needsAttention: 1, trouble: null })
    const [held] = other.board.pending.get()
    expect(held).toMatchObject({ state: 'attention', result: { code: 'TOO_LARGE' } })
    expect(shop.count('n29')).toBe(1)
    expect(shop.count('n7')).toBeUndefined()
    expect(countIn(other, 'n7')).toBe(1)
    await dismissPending(other, held?.id as string)
    expect(countIn(other, 'n7')).toBeUndefined()
  })

  it('is sent in order, in batches of the size that the server accepts', async () => {
    const { shop, browser, tab } = await openShop()
    for (let i = 0; i < 250; i++) await tab.run(addTo, { id: 'a', by: 1 })
    const ids = tab.replica.entries.map(({ id }) => id)
    startSyncing(tab)
    await settled()
    expect(browser.wire.pushes.map((push) => push.length)).toEqual([100, 100, 50])
    expect(browser.wire.pushes.flat()).toEqual(ids)
    expect(shop.count('a')).toBe(250)
    expect(MAX_PUSH_BYTES).toBeGreaterThan(0)
  })
})

describe('a pull', () => {
  it('of many pages shows all of them at once', async () => {
    const { shop, browser, tab } = await openShop(7)
    startSyncing(tab)
    await settled()
    browser.wire.isCut = true
    for (let i = 0; i < 100; i++) shop.server.write(notes, note(`n${i}`, i), `n${i}`)
    const sizes = new Set<number>()
    tab.onChange(() => void sizes.add(tab.replica.view.count(notes)))
    browser.wire.isCut = false
    tab.wake()
    await settled()
    expect([...sizes]).toEqual([100])
    expect(tab.replica.view.where(notes, 'tag', 't1').length).toBe(33)
  })

  it('leaves out an unreadable row, and the daily audit fetches its collection again', async () => {
    const { shop, browser, tab } = await openShop()
    startSyncing(tab)
    await settled()
    shop.server.write(notes, { id: 'bad', tag: 5, count: 'x' } as never, 'bad')
    shop.server.write(notes, note('good', 1), 'good')
    await settled()
    expect([countIn(tab, 'bad'), countIn(tab, 'good')]).toEqual([undefined, 1])
    await shop.clock.pass(25 * 3_600_000)
    await settled()
    expect(browser.wire.drifted).toEqual(['notes'])
    expect(tab.replica.view.count(notes)).toBe(2)
    expect(tab.replica.state.drifted).toEqual([])
  })

  it('after a role change starts afresh and keeps the outbox', async () => {
    const { shop, browser, tab } = await openShop()
    startSyncing(tab)
    await settled()
    browser.wire.isCut = true
    await tab.run(addTo, { id: 'a', by: 1 })
    const user = {
      ...EMPTY_PROFILE,
      id: 'u1',
      email: 'a@b.c',
      displayName: '',
      role: 'admin',
      createdAtMs: 0,
    }
    shop.server.write(users, user as never, 'u1')
    browser.wire.isCut = false
    tab.wake()
    await settled()
    expect(browser.wire.starts).toBe(2)
    expect(shop.count('a')).toBe(1)
    expect(tab.replica.entries).toEqual([])
  })
})

describe('the overlay of rows that changed since the last packing', () => {
  it('is folded into pages when nobody works, and tabs that are behind load everything again', async () => {
    const { shop, browser, tab } = await openShop(1_000, { packing })
    const quiet = await browser.tab({
      ports: { channel: { post: () => undefined, subscribe: () => () => undefined, close: () => undefined } },
    })
    startSyncing(tab)
    await settled()
    await quiet.catchUp()
    browser.wire.isCut = true
    for (let i = 0; i <= packing.foldRows; i++) shop.server.write(notes, note(`n${i}`, i), `n${i}`)
    browser.wire.isCut = false
    tab.wake()
    await settled()
    shop.server.write(notes, null, 'n3')
    await settled()
    expect(browser.disk.tables.get('overlay')?.size).toBeLessThan(5)
    expect(browser.disk.tables.get('pages')?.size).toBe(1)
    expect(quiet.replica.view.count(notes)).toBe(0)
    await quiet.run(addTo, { id: 'n5', by: 100 })
    expect([quiet.replica.view.count(notes), countIn(quiet, 'n5'), countIn(quiet, 'n3')]).toEqual([packing.foldRows, 105, undefined])
    expect((await browser.tab()).replica.view.count(notes)).toBe(packing.foldRows)
  })

  it('is bypassed by a pull of very many rows', async () => {
    const { shop, browser, tab } = await openShop(2_000, { packing })
    shop.server.write(notes, note('kept', 1), 'kept')
    startSyncing(tab)
    await settled()
    browser.wire.isCut = true
    for (let i = 0; i < 600; i++) shop.server.write(notes, note(`n${i}`, i), `n${i}`)
    browser.wire.isCut = false
    tab.wake()
    await settled()
    expect(browser.disk.tables.get('overlay')?.size).toBe(0)
    expect([tab.replica.view.count(notes), (await browser.tab()).replica.view.count(notes)]).toEqual([601, 601])
  })
})

describe('pending work', () => {
  it('goes to another device as a file, and takes effect once although both devices send it', async () => {
    const { shop, tab } = await openShop()
    await tab.run(addTo, { id: 'a', by: 1 })
    await tab.run(saveNote, { id: 'c', tag: 'cart', count: 4 })
    const file = JSON.stringify(await exportPending(tab))
    const other = await shop.browser().tab()
    expect(await importPending(other, file)).toEqual({ added: 2, known: 0 })
    expect(await importPending(other, file)).toEqual({ added: 0, known: 2 })
    expect([countIn(other, 'a'), countIn(other, 'c')]).toEqual([1, 4])
    startSyncing(other)
    await settled()
    startSyncing(tab)
    await settled()
    expect([shop.count('a'), shop.count('c')]).toEqual([1, 4])
    expect([tab.replica.entries, other.replica.entries]).toEqual([[], []])
    await expect(importPending(other, '{"format":"x"}')).rejects.toMatchObject({ code: 'IMPORT_INVALID' })
    const stranger = await shop.browser('u2').tab()
    await expect(importPending(stranger, file)).rejects.toMatchObject({ code: 'IMPORT_FOREIGN' })
  })

  it('with a command that this app does not know is not imported', async () => {
    const { shop, tab } = await openShop()
    await tab.run(addTo, { id: 'a', by: 1 })
    const file = await exportPending(tab)
    const other = await shop.browser().tab()
    const newer = (change: object) => JSON.stringify({ ...file, commands: file.commands.map((command) => ({ ...command, ...change })) })
    await expect(importPending(other, newer({ name: 'notes.beyond' }))).rejects.toMatchObject({ code: 'IMPORT_NEWER' })
    await expect(importPending(other, newer({ version: 2 }))).rejects.toMatchObject({ code: 'IMPORT_NEWER' })
    expect(other.replica.entries).toEqual([])
  })

  it('is exported as a file although the storage can no longer be read', async () => {
    const { browser, tab } = await openShop()
    const { commandId } = await tab.run(addTo, { id: 'a', by: 1 })
    browser.disk.problem = 'blocked'
    expect((await exportPending(tab)).commands.map(({ id }) => id)).toEqual([commandId])
    expect(tab.board.status.get().storage).toBe('blocked')
  })
})
