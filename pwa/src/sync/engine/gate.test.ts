import { describe, expect, it } from 'vitest'
import { note, notes, settled, TestShop } from '../testing/shop.ts'
import { startSyncing } from './sync-loop.ts'

describe('a device that the server turns away', () => {
  it('syncs without the daily audit of its rows while the server refuses audits, and asks for an audit again after the wait', async () => {
    const shop = new TestShop()
    const browser = shop.browser()
    const tab = await browser.tab()
    startSyncing(tab)
    await settled()
    browser.wire.auditWaitSeconds = 900
    await shop.clock.pass(25 * 3_600_000)
    await settled()
    expect(browser.wire.auditsAsked).toBe(1)
    shop.server.write(notes, note('news', 7), 'news')
    await settled()
    expect([tab.replica.view.get(notes, 'news')?.count, browser.wire.auditsAsked, tab.board.status.get().trouble]).toEqual([7, 1, null])
    browser.wire.auditWaitSeconds = 0
    await shop.clock.pass(901_000)
    await settled()
    expect(browser.wire.auditsAsked).toBe(2)
    await shop.clock.pass(901_000)
    await settled()
    expect(browser.wire.auditsAsked).toBe(2)
  })

  it('asks for a new sign-in, long before the next pull, when its session ends', async () => {
    const shop = new TestShop()
    const browser = shop.browser()
    const tab = await browser.tab()
    startSyncing(tab)
    await settled()
    browser.wire.isSignedOut = true
    for (const end of shop.streamEnds) end()
    await settled()
    // the stream is opened again after a second or two, long before the next pull is due
    await shop.clock.pass(2_000)
    await settled()
    expect(tab.board.status.get().signInNeeded).toBe(true)
  })
})
