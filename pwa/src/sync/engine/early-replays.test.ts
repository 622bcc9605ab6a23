import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { CommandResult, QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { describe, expect, it } from 'vitest'
import { MemoryDatabase } from '../ports/memory-database.ts'
import { addTo, notes, settled, TestShop } from '../testing/shop.ts'
import { leftBehind } from './pending-work.ts'
import { startSyncing } from './sync-loop.ts'

const WAITS: Omit<CommandResult, 'id'> = { status: 'failed', code: 'REPLAY_WAITS', message: 'This waits for another device.' }

/** A device whose command came back to a restored server, which keeps it for another device's work. */
async function withEarlyReplay() {
  const shop = new TestShop()
  const browser = shop.browser()
  const port = browser.port()
  const returned: QueuedCommand[] = []
  let isEarly = true
  const push: typeof port.push = async (request, signal) => {
    const early = isEarly ? request.commands.filter(({ replay }) => replay) : []
    if (early.length === 0) return port.push(request, signal)
    returned.push(...early)
    return { results: early.map(({ id }) => ({ id, ...WAITS })), serverNowMs: shop.clock.nowMs() }
  }
  const open = async () => {
    const tab = await browser.tab({ ports: { server: { ...port, push } } })
    startSyncing(tab)
    await settled()
    return tab
  }
  const tab = await open()
  const backup = shop.server.backup()
  const { commandId } = await tab.run(addTo, { id: 'a', by: 5 })
  await settled()
  shop.server.restore(backup)
  tab.wake()
  await settled()
  const takeAll = () => shop.server.push('u1', { clientId: tab.clientId, protocol: PROTOCOL_VERSION, commands: returned })
  return { shop, browser, backup, tab, open, commandId, returned, takeAll, arrive: () => void (isEarly = false) }
}

describe('a command that a restored server keeps for another device', () => {
  it('stays on its device through any number of pulls, neither refused nor sent again, until the server has taken it', async () => {
    const { shop, browser, tab, commandId, returned, takeAll } = await withEarlyReplay()
    const pulls = browser.wire.pulls
    for (let nth = 0; nth < 25; nth++) {
      tab.wake()
      await settled()
    }
    expect(browser.wire.pulls - pulls).toBeGreaterThanOrEqual(25)
    expect(returned.map(({ id }) => id)).toEqual([commandId])
    expect(tab.board.pending.get()).toMatchObject([{ id: commandId, state: 'waits' }])
    expect(tab.board.status.get()).toMatchObject({ waiting: 0, needsAttention: 0, trouble: null })
    await takeAll()
    tab.wake()
    await settled()
    expect([tab.board.pending.get(), shop.count('a')]).toEqual([[], 5])
    expect(tab.replica.state.newestDone).toBe(commandId)
  })

  it('does not count as work that a sign-out leaves behind', async () => {
    const { tab } = await withEarlyReplay()
    expect(await leftBehind(tab)).toEqual({ unsynced: 0, unstored: 0 })
  })

  it('is offered again once an hour and at each start of the app, because a later restore may have lost it', async () => {
    const { shop, tab, open, commandId, returned, arrive } = await withEarlyReplay()
    for (let hour = 1; hour <= 25; hour++) {
      await shop.clock.pass(60 * 60_000)
      tab.wake()
      await settled()
      expect(returned).toHaveLength(1 + hour)
    }
    expect(tab.board.pending.get()).toMatchObject([{ id: commandId, state: 'waits' }])
    tab.stop()
    arrive()
    const again = await open()
    expect([again.board.pending.get(), shop.count('a')]).toEqual([[], 5])
  })

  it('is refused when the server ends its wait', async () => {
    const { shop, tab, commandId, takeAll } = await withEarlyReplay()
    shop.server.write(notes, { id: 'a', tag: '', count: 1_000 } as never, 'a')
    await takeAll()
    tab.wake()
    await settled()
    expect(tab.board.pending.get()).toMatchObject([{ id: commandId, state: 'attention', result: { code: 'NOTE_FULL' } }])
  })

  it('is sent again to a server that was restored once more', async () => {
    const { shop, backup, tab, arrive } = await withEarlyReplay()
    arrive()
    shop.server.restore(backup)
    tab.wake()
    await settled()
    expect([tab.board.pending.get(), shop.count('a')]).toEqual([[], 5])
  })

  it('leaves the list of refusals, where an earlier version of the app has put it, once the server has taken it', async () => {
    const { browser, tab, commandId, returned, takeAll } = await withEarlyReplay()
    const [command] = returned as [QueuedCommand]
    const database = new MemoryDatabase(browser.disk)
    await database.transact('write', ['outbox', 'results', 'meta'], async (tx) => {
      const state = await tx.get('meta', 'state')
      if (!state) throw new Error('the device has no state')
      const outboxVersion = state.outboxVersion + 1
      const [entry] = await tx.equal('outbox', 'id', commandId)
      if (entry) await tx.remove('outbox', [entry.seq])
      await tx.put('results', [{ id: commandId, command, result: { id: commandId, ...WAITS }, endedAtMs: 1 }])
      await tx.put('meta', [{ ...state, outboxVersion, outboxRemovedVersion: outboxVersion, resultsVersion: outboxVersion }])
    })
    await tab.catchUp()
    expect(tab.board.pending.get()).toMatchObject([{ id: commandId, state: 'attention' }])
    await takeAll()
    tab.wake()
    await settled()
    expect(tab.board.pending.get()).toEqual([])
  })
})
