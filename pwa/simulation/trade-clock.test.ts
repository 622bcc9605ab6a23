import { describe, expect, it } from 'vitest'
import { TradeClock } from './oracle/trade-clock.ts'

const HOUR_MS = 3_600_000
const asked = { fromMs: 0, toMs: 1 }
const forgotten = { state: 'open', isReminded: false } as const

describe('the clock of trades', () => {
  it('of a model finds a trade that went on, and one without a reminder, when the simulation let hours pass', () => {
    const clock = new TradeClock(false)
    clock.keep(61 * HOUR_MS)
    expect(clock.wrong([asked], forgotten)).toEqual(['nobody was reminded'])
    clock.keep(80 * HOUR_MS)
    expect(clock.wrong([asked], forgotten)).toEqual(['nobody was reminded', 'nobody acted in time, and it went on'])
  })

  it('of a real server finds neither, because that server goes by a clock of its own, and may have looked at any time', () => {
    const clock = new TradeClock(true)
    for (const hours of [61, 80]) clock.keep(hours * HOUR_MS)
    expect(clock.wrong([asked], forgotten)).toEqual([])
    expect(clock.isKeptAfter(asked)).toEqual({ maybe: true, surely: false })
    expect(clock.mayEnd([asked])).toBe(false)
  })
})
