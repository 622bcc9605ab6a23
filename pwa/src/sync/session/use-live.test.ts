import { users } from '@shop/shared/accounts/schema.ts'
import { describe, expect, it } from 'vitest'
import { whyNotReady } from '../engine/engine-status.ts'
import { startSyncing } from '../engine/sync-loop.ts'
import { Observable } from '../ports/observable.ts'
import { addTo, notes, saveNote, settled, TestShop } from '../testing/shop.ts'
import { LiveRead } from './use-live.ts'

const ready = { persisted: true, secureContext: true, opensOffline: true, updateReady: false }

async function openUser() {
  const shop = new TestShop()
  const browser = shop.browser()
  const engine = await browser.tab({ options: { device: new Observable(ready) } })
  return { shop, browser, engine }
}

describe('a live read', () => {
  it('runs again after a change of a collection that it read, and not before', async () => {
    const { engine } = await openUser()
    let runs = 0
    let heard = 0
    const live = new LiveRead(engine, (view) => {
      runs += 1
      return view.all(notes).map(({ id }) => id)
    })
    const end = live.subscribe(() => void (heard += 1))
    const empty = live.get()
    expect([live.get(), runs]).toEqual([[], 1])
    await engine.run(addTo, { id: 'a', by: 1 })
    expect(live.get()).toEqual(['a'])
    expect([runs, heard]).toEqual([2, 1])
    expect(live.get()).not.toBe(empty)
    const people = new LiveRead(engine, (view) => view.count(users))
    expect(people.get()).toBe(0)
    await engine.run(saveNote, { id: 'a', tag: 'other', count: 9 })
    expect([live.get(), runs, heard]).toEqual([['a'], 3, 2])
    end()
    await engine.run(addTo, { id: 'b', by: 1 })
    expect(live.get()).toEqual(['a', 'b'])
  })

  it('keeps an array whose elements are unchanged', async () => {
    const { engine } = await openUser()
    await engine.run(saveNote, { id: 'a', tag: 'x', count: 1 })
    const live = new LiveRead(engine, (view) => view.where(notes, 'tag', 'x'))
    const before = live.get()
    await engine.run(saveNote, { id: 'b', tag: 'y', count: 1 })
    expect(live.get()).toBe(before)
  })

  it('answers empty results while nobody is signed in', () => {
    const live = new LiveRead(null, (view) => [view.count(notes), view.all(notes).length, view.get(notes, 'x')])
    expect(live.get()).toEqual([0, 0, undefined])
  })
})

describe('the status', () => {
  it('says whether the device can sell offline, and why not', async () => {
    const { engine } = await openUser()
    expect(engine.board.status.get()).toMatchObject({ readyToSell: false, notReadyReasons: ['The shop’s data is not on this device yet.'] })
    startSyncing(engine)
    await settled()
    expect(engine.board.status.get()).toMatchObject({
      readyToSell: true,
      notReadyReasons: [],
      phase: 'idle',
      online: true,
      persisted: true,
    })
    const status = engine.board.status.get()
    expect(whyNotReady(status, { ...ready, secureContext: false })).toHaveLength(1)
    expect(whyNotReady({ ...status, storage: 'full' }, { ...ready, opensOffline: false })).toHaveLength(2)
  })

  it('of a command goes from saved to sending to synced', async () => {
    const { browser, engine } = await openUser()
    const seen: string[] = []
    let wentOn = () => {}
    browser.wire.onPush = () => new Promise<void>((resolve) => (wentOn = resolve))
    const { commandId } = await engine.run(addTo, { id: 'a', by: 1 })
    engine.board.pending.subscribe(() => {
      const state = engine.board.stateOf(commandId)
      if (seen.at(-1) !== state) seen.push(state)
    })
    seen.push(engine.board.stateOf(commandId))
    startSyncing(engine)
    await settled()
    expect(engine.board.status.get()).toMatchObject({ phase: 'pushing', waiting: 1 })
    wentOn()
    await settled()
    expect(seen).toEqual(['saved', 'sending', 'synced'])
  })

  it('of the sending tab reaches the other tabs', async () => {
    const { browser, engine } = await openUser()
    const other = await browser.tab()
    startSyncing(engine)
    startSyncing(other)
    await settled()
    browser.wire.isCut = true
    await other.run(addTo, { id: 'a', by: 1 })
    await settled()
    expect(other.board.status.get()).toMatchObject({ online: false, waiting: 1 })
    browser.wire.isCut = false
    other.wake()
    await settled()
    expect(other.board.status.get()).toMatchObject({ online: true, waiting: 0 })
  })
})
