import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayBounds, wallClock } from './shop-day.ts'

const HOUR_MS = 3_600_000
const iso = (text: string) => Date.parse(text)

describe('dayBounds', () => {
  it.each([
    ['America/Chicago', '2026-11-21T05:59:59Z', '2026-11-20', 24],
    ['America/Chicago', '2026-11-21T06:00:00Z', '2026-11-21', 24],
    ['America/Chicago', '2026-11-01T12:00:00Z', '2026-11-01', 25],
    ['America/Chicago', '2026-03-08T12:00:00Z', '2026-03-08', 23],
    ['Asia/Kathmandu', '2026-06-01T18:15:00Z', '2026-06-02', 24],
    ['UTC', '2026-06-01T00:00:00Z', '2026-06-01', 24],
  ])('of %s put %s on %s, a day of %d hours', (zone, moment, date, hours) => {
    const bounds = dayBounds(iso(moment), zone)
    expect(bounds.date).toBe(date)
    expect((bounds.toMs - bounds.fromMs) / HOUR_MS).toBe(hours)
    expect(wallClock(bounds.fromMs, zone)).toEqual({ date, time: '00:00:00' })
  })

  it('contain the given moment, and end where the next day begins', () => {
    const zone = fc.constantFrom('America/Chicago', 'America/Sao_Paulo', 'Africa/Cairo', 'Pacific/Apia', 'Australia/Lord_Howe', 'UTC')
    fc.assert(
      fc.property(fc.integer({ min: iso('2000-01-01'), max: iso('2040-01-01') }), zone, (now, timeZone) => {
        const { fromMs, toMs } = dayBounds(now, timeZone)
        expect(fromMs <= now && now < toMs).toBe(true)
        expect(dayBounds(toMs, timeZone).fromMs).toBe(toMs)
      }),
      { numRuns: 200 },
    )
  })
})
