import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundsOfDate, boundsOfRange, dayBounds, wallClock } from './shop-day.ts'

const HOUR_MS = 3_600_000
const iso = (text: string) => Date.parse(text)

describe('a date of the shop’s calendar', () => {
  it.each([
    ['America/Chicago', '2026-11-01', '2026-11-01T05:00:00Z', '2026-11-02T06:00:00Z'],
    ['Pacific/Kiritimati', '2026-06-01', '2026-05-31T10:00:00Z', '2026-06-01T10:00:00Z'],
    ['Pacific/Apia', '2026-06-01', '2026-05-31T11:00:00Z', '2026-06-01T11:00:00Z'],
    ['Etc/GMT+12', '2026-06-01', '2026-06-01T12:00:00Z', '2026-06-02T12:00:00Z'],
    ['UTC', '2026-06-01', '2026-06-01T00:00:00Z', '2026-06-02T00:00:00Z'],
  ])('in %s begins and ends where its people say: %s', (zone, date, from, to) => {
    expect(boundsOfDate(date, zone)).toMatchObject({ fromMs: iso(from), toMs: iso(to) })
  })

  it('may be missing, or no date', () => {
    // Samoa skipped this day when it crossed the date line
    expect(boundsOfDate('2011-12-30', 'Pacific/Apia')).toBeUndefined()
    for (const text of ['', 'soon', '2026-13-01']) expect(boundsOfDate(text, 'UTC')).toBeUndefined()
  })

  it('bounds a range at the ends that have one', () => {
    const [day, next] = [iso('2026-06-01'), iso('2026-06-03')]
    expect(boundsOfRange({ from: '2026-06-01', to: '2026-06-02' }, 'UTC')).toEqual({ fromMs: day, toMs: next })
    expect(boundsOfRange({ from: '', to: '2026-06-02' }, 'UTC')).toEqual({ fromMs: Number.NEGATIVE_INFINITY, toMs: next })
    expect(boundsOfRange({ from: '2026-06-01', to: '' }, 'UTC')).toEqual({ fromMs: day, toMs: Number.POSITIVE_INFINITY })
  })
})

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
