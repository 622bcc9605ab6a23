import { Refusal } from '@shop/shared/kernel/errors.ts'
import { MAX_PUSH_COMMANDS } from '@shop/shared/kernel/limits.ts'
import { describe, expect, it } from 'vitest'
import { ServerProblem } from '../ports/ports.ts'
import { addTo, fromTheFuture, notes, registry, saveNote, sellAt, settled, TestShop } from '../testing/shop.ts'
import type { SyncEngine } from './engine.ts'
import { dismissPending, retryPending } from './pending-work.ts'
import { POLL_MS, startSyncing } from './sync-loop.ts'

const countIn = (tab: SyncEngine, id: string) => tab.replica.view.get(notes, id)?.count

async function openShop(pageRows?: number) {
  const shop = new TestShop(pageRows)
  const browser = shop.browser()
  const tab = await browser.tab()
  return { shop, browser, tab }
}

describe('a device', () => {
  it('shows a command at once, sends it, and removes it from the outbox when acknowledged', async () => {
    const { shop, browser, tab } = await openShop()
    browser.wire.isCut = true
    startSyncing(tab)
    await settled()
    const { commandId } = await tab.run(addTo, { id: 'a', by: 3 })
    expect(countIn(tab, 'a')).toBe(3)
    expect(tab.board.stateOf(commandId)).toBe('saved')
    await settled()
    expect(tab.board.status.get()).toMatchObject({ online: false, waiting: 1, hasRows: false })
    browser.wire.isCut = false
    tab.wake()
    await settled()
    expect(shop.count('a')).toBe(3)
    expect(countIn(tab, 'a')).toBe(3)
    expect(tab.board.stateOf(commandId)).toBe('synced')
    expect(tab.board.status.get()).toMatchObject({ online: true, waiting: 0, hasRows: true, phase: 'idle' })
  })

  it('syncs again, before the next poll is due, when asked for a sync while another sync is under way', async () => {
    const { tab } = await openShop()
    startSyncing(tab)
    await settled()
    const [first, second] = [tab.syncNow(), tab.syncNow()]
    await Promise.resolve()
    const third = tab.syncNow()
    await settled()
    // the clock does not move, so none of them waited for the next poll
    const isOver = await Promise.race([Promise.all([first, second, third]).then(() => true), settled().then(() => false)])
    expect(isOver).toBe(true)
  })

  it('refuses a command immediately when a rule refuses it, and stores nothing', async () => {
    const { tab } = await openShop()
    await expect(tab.run(addTo, { id: 'a', by: 1_001 })).rejects.toMatchObject({ code: 'NOTE_FULL' })
    await expect(tab.run(addTo, { id: 'a', by: 0.5 })).rejects.toBeInstanceOf(Refusal)
    expect(tab.replica.entries).toEqual([])
  })

  it('runs a new command without running the pending ones again, and sees what another tab has changed', async () => {
    const { browser } = await openShop()
    let runs = 0
    const run: typeof addTo.run = (...given) => {
      runs += 1
      addTo.run(...given)
    }
    const counted = { ...addTo, run }
    const findCommand = (name: string) => (name === addTo.name ? counted : registry.findCommand(name))
    const tab = await browser.tab({ options: { registry: { ...registry, findCommand } } })
    for (let nth = 1; nth <= 3; nth++) {
      await tab.run(counted, { id: 'a', by: 1 })
      expect([runs, countIn(tab, 'a')]).toEqual([nth, nth])
    }
    await (await browser.tab()).run(addTo, { id: 'b', by: 5 })
    await tab.run(counted, { id: 'b', by: 1 })
    expect(countIn(tab, 'b')).toBe(6)
  })

  it('treats a double tap as one command, and refuses a different command under the same id', async () => {
    const { shop, tab } = await openShop()
    const id = tab.newId()
    await Promise.all([tab.run(addTo, { id: 'a', by: 600 }, { id }), tab.run(addTo, { id: 'a', by: 600 }, { id })])
    expect(countIn(tab, 'a')).toBe(600)
    // no rule would refuse a second run of this command
    const small = tab.newId()
    await Promise.all([tab.run(addTo, { id: 'b', by: 6 }, { id: small }), tab.run(addTo, { id: 'b', by: 6 }, { id: small })])
    await expect(tab.run(addTo, { id: 'b', by: 7 }, { id: small })).rejects.toMatchObject({ code: 'ID_REUSED' })
    expect([countIn(tab, 'b'), tab.replica.entries.length]).toEqual([6, 2])
    startSyncing(tab)
    await settled()
    // the rule would refuse a second run, but this command has already run under this id
    await expect(tab.run(addTo, { id: 'a', by: 600 }, { id })).resolves.toEqual({ commandId: id })
    await expect(tab.run(addTo, { id: 'a', by: 2 }, { id })).rejects.toMatchObject({ code: 'ID_REUSED' })
    expect([shop.count('a'), shop.count('b')]).toEqual([600, 6])
  })

  it('runs a command once although its first answers are lost', async () => {
    const { shop, browser, tab } = await openShop()
    startSyncing(tab)
    await settled()
    browser.wire.loseAnswers = 5
    await tab.run(addTo, { id: 'a', by: 3 })
    await settled()
    for (let i = 0; i < 8; i++) await shop.clock.pass(120_000)
    expect(shop.count('a')).toBe(3)
    expect(tab.replica.entries).toEqual([])
    expect(browser.wire.pushes.length).toBeGreaterThan(1)
  })

  it('keeps a rejected command until a person deals with it, and resends it under a new id', async () => {
    const { shop, tab } = await openShop()
    startSyncing(tab)
    await settled()
    shop.server.write(notes, { id: 'a', tag: '', count: 999 } as never, 'a')
    // the device does not know the new count yet
    const blocked = tab.run(addTo, { id: 'a', by: 5 })
    const { commandId } = await blocked
    await settled()
    expect(tab.board.status.get()).toMatchObject({ waiting: 0, needsAttention: 1 })
    expect(tab.board.pending.get()).toMatchObject([{ id: commandId, state: 'attention', result: { code: 'NOTE_FULL' } }])
    expect(countIn(tab, 'a')).toBe(999)
    shop.server.write(notes, { id: 'a', tag: '', count: 1 } as never, 'a')
    await settled()
    // under the rejected command's id the outcome stays the same, even though the command would succeed now
    await expect(tab.run(addTo, { id: 'a', by: 1 }, { id: commandId })).rejects.toMatchObject({ code: 'ID_REUSED' })
    await expect(tab.run(addTo, { id: 'a', by: 5 }, { id: commandId })).rejects.toMatchObject({ code: 'NOTE_FULL' })
    const again = await retryPending(tab, commandId)
    expect(again.commandId).not.toBe(commandId)
    await settled()
    expect(shop.count('a')).toBe(6)
    expect(tab.board.pending.get()).toEqual([])
  })

  it.each(['NOTE_FULL', 'PROOF_NEEDED'])(
    'resends a command refused with %s at its old time, unless only a later command can be proved',
    async (code) => {
      const { shop, browser, tab } = await openShop()
      startSyncing(tab)
      await settled()
      shop.server.write(notes, { id: 'a', tag: '', count: 999 } as never, 'a')
      const { commandId } = await tab.run(addTo, { id: 'a', by: 5 })
      await settled()
      await tab.ports.database.transact('write', ['results'], async (tx) => {
        const refused = await tx.get('results', commandId)
        if (refused) await tx.put('results', [{ ...refused, result: { ...refused.result, code } }])
      })
      await tab.catchUp()
      const [{ at } = { at: 0 }] = tab.board.pending.get()
      browser.wire.isCut = true
      await shop.clock.pass(3_600_000)
      await retryPending(tab, commandId)
      expect(tab.replica.entries.map((entry) => entry.at - at)).toEqual([code === 'PROOF_NEEDED' ? 3_600_000 : 0])
    },
  )

  it('sends a refused replay again as new work, without the mark and the seal of a replay', async () => {
    const { shop, browser } = await openShop()
    const port = browser.port()
    const sent: (readonly unknown[])[] = []
    const push: typeof port.push = (request, signal) => {
      sent.push(...request.commands.map(({ replay, seal }) => [replay, typeof seal]))
      return port.push(request, signal)
    }
    const tab = await browser.tab({ ports: { server: { ...port, push } } })
    startSyncing(tab)
    await settled()
    const backup = shop.server.backup()
    const { commandId } = await tab.run(addTo, { id: 'a', by: 5 })
    await settled()
    shop.server.restore(backup)
    shop.server.write(notes, { id: 'a', tag: '', count: 999 } as never, 'a')
    await settled()
    expect(tab.board.pending.get()).toMatchObject([{ id: commandId, result: { code: 'NOTE_FULL' } }])
    await retryPending(tab, commandId)
    await settled()
    expect(sent).toEqual([
      [undefined, 'undefined'],
      [true, 'string'],
      [undefined, 'undefined'],
    ])
  })

  it('dismisses a rejected command, but no waiting command', async () => {
    const { shop, browser, tab } = await openShop()
    startSyncing(tab)
    await settled()
    browser.wire.isCut = true
    const { commandId } = await tab.run(addTo, { id: 'a', by: 5 })
    await expect(dismissPending(tab, commandId)).rejects.toMatchObject({ code: 'NOT_PENDING' })
    shop.server.write(notes, { id: 'a', tag: '', count: 999 } as never, 'a')
    browser.wire.isCut = false
    tab.wake()
    await settled()
    await dismissPending(tab, commandId)
    expect(tab.board.pending.get()).toEqual([])
  })

  it('replaces an unsent save of the same note, but not a save that is being sent', async () => {
    const { shop, browser, tab } = await openShop()
    for (let count = 1; count <= 5; count++) await tab.run(saveNote, { id: 'c', tag: 'cart', count })
    expect(tab.replica.entries.map(({ args }) => args)).toEqual([{ id: 'c', tag: 'cart', count: 5 }])
    let wentOn = () => {}
    browser.wire.onPush = () => new Promise<void>((resolve) => (wentOn = resolve))
    startSyncing(tab)
    await settled()
    await tab.run(saveNote, { id: 'c', tag: 'cart', count: 6 })
    expect(tab.replica.entries.length).toBe(2)
    browser.wire.onPush = () => undefined
    wentOn()
    await settled()
    expect(shop.count('c')).toBe(6)
    expect(tab.replica.entries).toEqual([])
  })

  it('keeps back only what may depend on a command that the server does not know, and shows why it waits', async () => {
    const { shop, browser, tab } = await openShop()
    startSyncing(tab)
    await settled()
    browser.wire.isCut = true
    await tab.run(addTo, { id: 'b', by: 1 })
    await tab.run(fromTheFuture, { id: 'a' })
    await tab.run(addTo, { id: 'a', by: 1 })
    await tab.run(addTo, { id: 'b', by: 2 })
    await tab.run(saveNote, { id: 'a', tag: 'a fact', count: 40 })
    browser.wire.isCut = false
    tab.wake()
    await settled()
    expect([shop.count('a'), shop.count('b')]).toEqual([40, 3])
    expect(tab.board.status.get()).toMatchObject({ online: true, waiting: 2, trouble: { code: 'COMMAND_UNKNOWN' } })
    // pulls still bring changes
    shop.server.write(notes, { id: 'n', tag: '', count: 7 } as never, 'n')
    await shop.clock.pass(120_000)
    expect(countIn(tab, 'n')).toBe(7)
    shop.server.release = { ...shop.server.release, commands: [...shop.server.release.commands, fromTheFuture] }
    await shop.clock.pass(120_000)
    expect(shop.count('a')).toBe(41)
    expect(tab.board.status.get()).toMatchObject({ waiting: 0, trouble: null })
    expect(browser.wire.pushes.at(-1)?.length).toBe(2)
  })

  it('finds unknown commands in a full push with few requests', async () => {
    const { shop, browser, tab } = await openShop()
    startSyncing(tab)
    await settled()
    browser.wire.isCut = true
    for (let n = 1; n <= MAX_PUSH_COMMANDS; n++) await tab.run(addTo, { id: `${n}`, by: 1 })
    for (let n = 1; n <= 3; n++) await tab.run(fromTheFuture, { id: `future ${n}` })
    browser.wire.isCut = false
    const before = browser.wire.pushes.length
    tab.wake()
    await settled()
    expect(Array.from({ length: MAX_PUSH_COMMANDS }, (_, n) => shop.count(`${n + 1}`))).toEqual(Array(MAX_PUSH_COMMANDS).fill(1))
    expect(tab.board.status.get()).toMatchObject({ waiting: 3, trouble: { code: 'COMMAND_UNKNOWN' } })
    expect(browser.wire.pushes.length - before).toBeLessThan(2 * Math.log2(MAX_PUSH_COMMANDS) + 2)
  })

  it('waits for a new sign-in and goes on after it', async () => {
    const { shop, browser, tab } = await openShop()
    browser.wire.isSignedOut = true
    startSyncing(tab)
    await tab.run(addTo, { id: 'a', by: 1 })
    await settled()
    expect(tab.board.status.get()).toMatchObject({ online: true, signInNeeded: true, waiting: 1 })
    browser.wire.isSignedOut = false
    tab.wake()
    await settled()
    expect(tab.board.status.get()).toMatchObject({ signInNeeded: false, waiting: 0 })
    expect(shop.count('a')).toBe(1)
  })

  it('corrects its clock by the server’s clock', async () => {
    const { shop, tab } = await openShop()
    tab.clockOffsetMs = -10 * 365 * 86_400_000
    expect(tab.nowMs()).toBeLessThan(shop.clock.nowMs() - 9 * 365 * 86_400_000)
    startSyncing(tab)
    await settled()
    expect(tab.nowMs()).toBe(shop.clock.nowMs())
  })

  it('says in a sentence for shopkeepers that an answer cannot be read', async () => {
    const { browser } = await openShop()
    const port = browser.port()
    const start: typeof port.start = () => {
      throw new ServerProblem('broken', 'a first sync without a header')
    }
    const tab = await browser.tab({ ports: { server: { ...port, start } } })
    startSyncing(tab)
    await settled()
    const message = 'The shop’s server gave an answer that this app cannot read. Your work is kept; the app tries again by itself.'
    expect(tab.board.status.get().trouble).toEqual({ code: 'FAILED', message })
  })

  it('keeps its work while the server refuses it as too much, and sends it later', async () => {
    const { shop, browser } = await openShop()
    const port = browser.port()
    let isFull = true
    let asked = 0
    const push: typeof port.push = async (request, signal) => {
      asked += 1
      if (isFull) throw new ServerProblem('broken', 'Too much today.', { status: 429, code: 'TOO_MANY_REQUESTS', retryAfterMs: 600_000 })
      return port.push(request, signal)
    }
    const tab = await browser.tab({ ports: { server: { ...port, push } } })
    startSyncing(tab)
    await settled()
    for (let n = 0; n < 3; n++) await tab.run(addTo, { id: 'a', by: 1 })
    await settled()
    expect(tab.board.status.get()).toMatchObject({ waiting: 3, trouble: { code: 'TOO_MANY_REQUESTS', message: 'Too much today.' } })
    expect(countIn(tab, 'a')).toBe(3)
    isFull = false
    await shop.clock.pass(600_000)
    expect([shop.count('a'), tab.board.status.get()]).toMatchObject([3, { waiting: 0, trouble: null }])
    expect(asked).toBeLessThan(10)
  })

  it('polls while the server has no room for another event stream, and listens later', async () => {
    const { shop, browser } = await openShop()
    const port = browser.port()
    let asked = 0
    const events: typeof port.events = async (heard, signal) => {
      asked += 1
      if (asked === 1) throw new ServerProblem('broken', 'no room', { status: 429, code: 'TOO_MANY_STREAMS', retryAfterMs: 60_000 })
      return port.events(heard, signal)
    }
    const tab = await browser.tab({ ports: { server: { ...port, events } } })
    startSyncing(tab)
    await settled()
    const other = await shop.browser('u2').tab()
    startSyncing(other)
    await settled()
    await other.run(addTo, { id: 'a', by: 3 })
    await settled()
    expect([countIn(tab, 'a'), asked]).toEqual([undefined, 1])
    await shop.clock.pass(POLL_MS)
    expect([countIn(tab, 'a'), asked]).toEqual([3, 1])
    expect(tab.board.status.get()).toMatchObject({ online: true, listening: false, trouble: null })
    await shop.clock.pass(60_000)
    expect(asked).toBe(2)
    await other.run(addTo, { id: 'a', by: 1 })
    await settled()
    expect(countIn(tab, 'a')).toBe(4)
    // a tab without a stream of its own learns the status from the leading tab
    const follower = await browser.tab()
    startSyncing(follower)
    await settled()
    expect([tab, follower].map(({ board }) => board.status.get().listening)).toEqual([true, true])
  })
})

describe('tabs of one browser', () => {
  it('both sell offline at the same moment and see each other’s sales', async () => {
    const { shop, browser, tab } = await openShop()
    const other = await browser.tab()
    await Promise.all(Array.from({ length: 40 }, (_, i) => (i % 2 ? tab : other).run(addTo, { id: 'a', by: 1 })))
    await settled()
    expect([countIn(tab, 'a'), countIn(other, 'a')]).toEqual([40, 40])
    startSyncing(tab)
    startSyncing(other)
    await settled()
    expect(shop.count('a')).toBe(40)
    expect([countIn(tab, 'a'), countIn(other, 'a')]).toEqual([40, 40])
    expect([tab.replica.entries, other.replica.entries]).toEqual([[], []])
    expect(browser.wire.pushes.flat().length).toBe(40)
  })

  it('hand out receipt numbers that never repeat', async () => {
    const { browser, tab } = await openShop()
    const other = await browser.tab()
    const numbers = await Promise.all(Array.from({ length: 50 }, (_, i) => sellAt(i % 2 ? tab : other)))
    expect(new Set(numbers).size).toBe(50)
    expect(numbers[0]).toMatch(/^[2-9A-HJ-NP-Z]{5}-\d{4}$/)
  })

  it('go on sending when the tab that was sending closes', async () => {
    const { shop, browser, tab } = await openShop()
    const other = await browser.tab()
    startSyncing(tab)
    startSyncing(other)
    await settled()
    tab.stop()
    await other.run(addTo, { id: 'a', by: 2 })
    await settled()
    expect(shop.count('a')).toBe(2)
    expect(other.board.status.get()).toMatchObject({ waiting: 0, online: true })
  })

  it('keep their settings for tabs opened later', async () => {
    const { browser, tab } = await openShop()
    await tab.settings.save('lastConsignor', 'c1')
    await settled()
    expect((await browser.tab()).settings.get('lastConsignor').get()).toBe('c1')
  })
})
