import { describe, expect, it } from 'vitest'
import { MemoryDatabase } from '../ports/memory-database.ts'
import type { Clock, Database, Durability } from '../ports/ports.ts'
import { addTo, notes, saveNote, settled, TestShop } from '../testing/shop.ts'
import { importPending } from './import-pending.ts'
import { exportPending, leftBehind, retryPending } from './pending-work.ts'
import { clockOffset } from './push.ts'
import { startSyncing } from './sync-loop.ts'

const TEN_YEARS_MS = 10 * 365 * 86_400_000

describe('a clock that is set while a request is under way', () => {
  it('is measured by its new setting', () => {
    expect(clockOffset(1_000, 400, 600)).toBe(500)
    expect(clockOffset(1_000, 400, 400 + TEN_YEARS_MS)).toBe(600 - TEN_YEARS_MS)
    expect(clockOffset(1_000 + TEN_YEARS_MS, 400 + TEN_YEARS_MS, 400)).toBe(600 + TEN_YEARS_MS)
  })

  it('does not make the device forget the commands that it keeps for a restored server', async () => {
    const shop = new TestShop()
    const browser = shop.browser()
    let aheadMs = 0
    const { clock } = shop
    const port = browser.port()
    const tab = await browser.tab({
      ports: {
        clock: { nowMs: () => clock.nowMs() + aheadMs, after: (delayMs, work) => clock.after(delayMs, work), random: clock.random },
        server: {
          ...port,
          pull: async (request) => {
            const answer = await port.pull(request)
            if (shop.count('a')) aheadMs = TEN_YEARS_MS
            return answer
          },
        },
      },
    })
    startSyncing(tab)
    await settled()
    const backup = shop.server.backup()
    await tab.run(addTo, { id: 'a', by: 4 })
    await settled()
    expect([shop.count('a'), tab.replica.entries.length]).toEqual([4, 0])
    shop.server.restore(backup)
    tab.wake()
    await settled()
    expect(shop.count('a')).toBe(4)
    tab.stop()
  })
})

describe('a clock that is set while several tabs are open', () => {
  it('is corrected in all tabs as soon as one tab has measured it', async () => {
    const shop = new TestShop()
    const browser = shop.browser()
    let aheadMs = 0
    const { clock } = shop
    const ownClock: Clock = { nowMs: () => clock.nowMs() + aheadMs, after: clock.after.bind(clock), random: clock.random.bind(clock) }
    const sends = await browser.tab({ ports: { clock: ownClock } })
    const sells = await browser.tab({ ports: { clock: ownClock } })
    startSyncing(sends)
    startSyncing(sells)
    await settled()
    for (aheadMs of [-TEN_YEARS_MS, TEN_YEARS_MS]) {
      sends.wake()
      await settled()
      await sells.run(addTo, { id: 'a', by: 1 })
      expect(sells.replica.entries.at(-1)?.at).toBe(clock.nowMs())
      await settled()
    }
    const opened = await browser.tab({ ports: { clock: ownClock } })
    expect(opened.nowMs()).toBe(clock.nowMs())
    for (const tab of [sends, sells, opened]) tab.stop()
  })
})

describe('a server that is restored between its answer and the acknowledgement', () => {
  it('gets the command again after every restore', async () => {
    const shop = new TestShop()
    const browser = shop.browser()
    const port = browser.port()
    let restores = 0
    const push: typeof port.push = async (request) => {
      const backup = shop.server.backup()
      const answer = await port.push(request)
      if (restores++ < 3) shop.server.restore(backup)
      return answer
    }
    const tab = await browser.tab({ ports: { server: { ...port, push } } })
    startSyncing(tab)
    await settled()
    await tab.run(addTo, { id: 'a', by: 4 })
    await settled()
    expect(restores).toBe(4)
    expect([shop.count('a'), tab.replica.entries.length]).toEqual([4, 0])
    tab.stop()
  })
})

describe('a command that a copy of the device hands back to a restored server', () => {
  it('is shown as refused on the original device too if the server now refuses it', async () => {
    const shop = new TestShop()
    const browser = shop.browser()
    const tab = await browser.tab()
    startSyncing(tab)
    await settled()
    const backup = shop.server.backup()
    await tab.run(addTo, { id: 'a', by: 600 })
    await settled()
    expect([shop.count('a'), tab.replica.entries.length]).toEqual([600, 0])
    browser.wire.isCut = true
    const copy = shop.browser('u1', browser.disk.clone())
    shop.server.restore(backup)
    shop.server.write(notes, { id: 'a', tag: 't', count: 900 }, 'a')
    const other = await copy.tab()
    startSyncing(other)
    await settled()
    expect(other.board.status.get().needsAttention).toBe(1)
    browser.wire.isCut = false
    tab.wake()
    await settled()
    expect(tab.board.status.get()).toMatchObject({ waiting: 0, needsAttention: 1 })
    tab.stop()
    other.stop()
  })
})

describe('a device that loses its power right after it said “saved”', () => {
  const entriesAfterPowerCut = async (durability?: Durability) => {
    const browser = new TestShop().browser()
    // the device has its state on the disk before it sells
    ;(await browser.tab()).stop()
    const tab = await browser.tab({ database: new MemoryDatabase(browser.disk, undefined, durability) })
    await tab.run(addTo, { id: 'n', by: 1 })
    tab.stop()
    browser.disk.cutPower()
    return (await browser.tab()).replica.entries.length
  }

  it('has what it said', async () => {
    expect(await entriesAfterPowerCut()).toBe(1)
  })

  it('would have nothing if its writes were relaxed', async () => {
    expect(await entriesAfterPowerCut('relaxed')).toBe(0)
  })
})

describe('a storage that is cleared while a tab is open', () => {
  it('is not mistaken for the old storage, even if it is filled again and all counters are equal', async () => {
    const shop = new TestShop()
    const browser = shop.browser()
    const note = (count: number) => ({ id: 'n', tag: 't', count })
    shop.server.write(notes, note(1), 'n')
    const first = await browser.tab()
    startSyncing(first)
    await settled()
    const deaf = { post: () => undefined, subscribe: () => () => undefined, close: () => undefined }
    const asleep = await browser.tab({ ports: { channel: deaf } })
    expect(asleep.replica.view.get(notes, 'n')?.count).toBe(1)
    first.stop()
    browser.disk.lose()
    shop.server.write(notes, note(2), 'n')
    const next = await browser.tab()
    startSyncing(next)
    await settled()
    expect(next.replica.position).toEqual({ ...asleep.replica.position, clientId: next.replica.state.clientId })
    await asleep.catchUp()
    expect(asleep.replica.view.get(notes, 'n')?.count).toBe(2)
    next.stop()
    asleep.stop()
  })

  it('receives no page of a first sync that began before the clearing', async () => {
    const shop = new TestShop(2)
    const browser = shop.browser()
    const ids = ['a', 'b', 'c', 'd', 'e']
    for (const id of ids) shop.server.write(notes, { id, tag: 't', count: 1 }, id)
    const port = browser.port()
    let lines = 0
    const start = async function* () {
      for await (const line of port.start(null)) {
        yield line
        lines += 1
        if (lines !== 3) continue
        browser.disk.lose()
        for (const id of ids) shop.server.write(notes, null, id)
      }
    }
    const tab = await browser.tab({ ports: { server: { ...port, start } } })
    startSyncing(tab)
    await settled()
    tab.wake()
    await settled()
    expect(tab.replica.view.count(notes)).toBe(0)
    const fresh = await browser.tab()
    expect(fresh.replica.view.count(notes)).toBe(0)
    tab.stop()
    fresh.stop()
  })

  it('loses no pending work if it is cleared again while the tab stores that work', async () => {
    const shop = new TestShop()
    const browser = shop.browser()
    let lossesLeft = 0
    const memory = new MemoryDatabase(browser.disk)
    const database: Database = {
      transact: (mode, tables, work) => {
        if (tables.includes('journal') && lossesLeft > 0) {
          lossesLeft -= 1
          browser.disk.lose()
        }
        return memory.transact(mode, tables, work)
      },
      close: () => undefined,
    }
    const tab = await browser.tab({ database })
    await tab.run(addTo, { id: 'a', by: 1 })
    lossesLeft = 2
    await tab.run(addTo, { id: 'a', by: 2 })
    expect(lossesLeft).toBe(0)
    startSyncing(tab)
    await settled()
    expect(shop.count('a')).toBe(3)
    tab.stop()
  })
})

describe('a tab whose storage is cleared before it has read back its last write', () => {
  /** Opens a tab whose storage is cleared right after each of the next `losses.left` writes to the outbox. */
  async function shakyTab(shop: TestShop) {
    const browser = shop.browser()
    const memory = new MemoryDatabase(browser.disk)
    const losses = { left: 0 }
    const database: Database = {
      transact: async (mode, tables, work) => {
        const result = await memory.transact(mode, tables, work)
        if (mode === 'write' && tables.includes('results') && losses.left > 0) {
          losses.left -= 1
          browser.disk.lose()
        }
        return result
      },
      close: () => undefined,
    }
    return { tab: await browser.tab({ database }), browser, losses }
  }

  it.each([1, 2, 3])('does not lose work imported from a file (cleared %d times)', async (times) => {
    const shop = new TestShop()
    const broken = shop.browser()
    const from = await broken.tab()
    await from.run(addTo, { id: 'a', by: 5 })
    const { tab, losses } = await shakyTab(shop)
    losses.left = times
    await importPending(tab, JSON.stringify(await exportPending(from)))
    expect(losses.left).toBe(0)
    startSyncing(tab)
    await settled()
    expect([shop.count('a'), tab.replica.entries.length]).toEqual([5, 0])
    tab.stop()
    from.stop()
  })

  it.each([1, 2, 3])('does not lose a refused command that is sent again (cleared %d times)', async (times) => {
    const shop = new TestShop()
    shop.server.write(notes, { id: 'a', tag: 't', count: 900 }, 'a')
    const { tab, losses } = await shakyTab(shop)
    const { commandId } = await tab.run(addTo, { id: 'a', by: 600 })
    startSyncing(tab)
    await settled()
    expect(tab.board.status.get().needsAttention).toBe(1)
    shop.server.write(notes, { id: 'a', tag: 't', count: 1 }, 'a')
    losses.left = times
    await retryPending(tab, commandId)
    await settled()
    tab.wake()
    await settled()
    expect([losses.left, shop.count('a'), tab.replica.entries.length]).toEqual([0, 601, 0])
    tab.stop()
  })

  it('does not lose refused work that nobody has dealt with', async () => {
    const shop = new TestShop()
    shop.server.write(notes, { id: 'a', tag: 't', count: 900 }, 'a')
    const { tab, browser } = await shakyTab(shop)
    const { commandId } = await tab.run(addTo, { id: 'a', by: 600 })
    startSyncing(tab)
    await settled()
    const refused = tab.board.pending.get()
    expect(refused).toMatchObject([{ id: commandId, state: 'attention', result: { status: 'rejected' } }])
    browser.disk.lose()
    await tab.run(addTo, { id: 'b', by: 1 })
    await settled()
    expect(tab.board.pending.get()).toEqual(refused)
    expect((await browser.tab()).board.pending.get()).toEqual(refused)
    expect([shop.count('a'), shop.count('b')]).toEqual([900, 1])
    tab.stop()
  })

  it('does not lose work that it stores again after a loss', async () => {
    const shop = new TestShop()
    const { tab, browser, losses } = await shakyTab(shop)
    await tab.run(addTo, { id: 'a', by: 1 })
    browser.disk.lose()
    losses.left = 3
    await tab.run(addTo, { id: 'a', by: 2 })
    startSyncing(tab)
    await settled()
    expect([losses.left, shop.count('a')]).toEqual([0, 3])
    tab.stop()
  })
})

describe('work that an admin imports from another person’s file', () => {
  const anAdmin = (shop: TestShop, uid: string) => shop.browser(uid).tab({ actor: { uid, role: 'admin', wasAdmin: false } })

  it('names the file’s owner as an author even if the commands name only somebody else', async () => {
    const shop = new TestShop()
    const tab = await shop.browser().tab()
    await tab.run(addTo, { id: 'a', by: 1 })
    const file = await exportPending(tab)
    const commands = file.commands.map((command) => ({ ...command, madeBy: ['boss'] }))
    const admin = await anAdmin(shop, 'boss')
    await importPending(admin, JSON.stringify({ ...file, commands }))
    expect(admin.replica.entries.map(({ madeBy }) => madeBy)).toEqual([['boss', 'u1']])
    tab.stop()
    admin.stop()
  })

  it('keeps its author’s name when one admin after the other imports it', async () => {
    const shop = new TestShop()
    const tab = await shop.browser().tab()
    await tab.run(addTo, { id: 'a', by: 1 })
    const [first, second] = [await anAdmin(shop, 'boss'), await anAdmin(shop, 'other')]
    await importPending(first, JSON.stringify(await exportPending(tab)))
    await importPending(second, JSON.stringify(await exportPending(first)))
    expect(second.replica.entries.map(({ madeBy }) => madeBy)).toEqual([['u1', 'boss']])
    for (const one of [tab, first, second]) one.stop()
  })

  it('is refused when 20 people had it before its owner, since no server would take it; one of them still imports it', async () => {
    const shop = new TestShop()
    const tab = await shop.browser().tab()
    await tab.run(addTo, { id: 'a', by: 1 })
    const file = await exportPending(tab)
    const people = Array.from({ length: 20 }, (_, n) => `p${n}`)
    const textFor = (madeBy: readonly string[]) =>
      JSON.stringify({ ...file, commands: file.commands.map((command) => ({ ...command, madeBy })) })
    const admin = await anAdmin(shop, 'boss')
    await expect(importPending(admin, textFor(people))).rejects.toMatchObject({ code: 'IMPORT_HANDED_ON' })
    expect(admin.replica.entries).toEqual([])
    const owner = await anAdmin(shop, 'u1')
    expect(await importPending(owner, textFor(people))).toMatchObject({ added: 1 })
    await importPending(admin, textFor(people.slice(1)))
    expect(admin.replica.entries.map(({ madeBy }) => madeBy)).toEqual([[...people.slice(1), 'u1']])
    for (const one of [tab, admin, owner]) one.stop()
  })
})

describe('saves that exist only in memory', () => {
  it('never replace newer saves of the same thing', async () => {
    const shop = new TestShop()
    const browser = shop.browser()
    const tab = await browser.tab()
    const save = (id: string, count: number) => tab.run(saveNote, { id, tag: 'cart', count })
    browser.disk.problem = 'full'
    await expect(save('c', 1)).rejects.toMatchObject({ kind: 'full' })
    await expect(save('d', 1)).rejects.toMatchObject({ kind: 'full' })
    browser.disk.problem = null
    // both calls decide what to store before the newer save exists
    const storing = [leftBehind(tab), leftBehind(tab)]
    const saved = save('d', 2)
    tab.wake()
    await Promise.all([...storing, saved])
    await settled()
    const countOf = (id: string) => tab.replica.view.get(notes, id)?.count
    expect([countOf('c'), countOf('d'), tab.replica.draftsByKey.size]).toEqual([1, 2, 0])
    startSyncing(tab)
    await settled()
    expect([shop.count('c'), shop.count('d')]).toEqual([1, 2])
    tab.stop()
  })
})
