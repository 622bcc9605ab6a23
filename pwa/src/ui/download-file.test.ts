import { afterEach, expect, it, vi } from 'vitest'
import { dated } from './download-file.ts'

afterEach(() => void vi.useRealTimers())

it('a file is named after the shop’s day', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T02:30:00Z') })
  expect(dated('statement', 'csv', 'America/Chicago')).toBe('statement-2026-11-21.csv')
  expect(dated('statement', 'csv', 'Asia/Tokyo')).toBe('statement-2026-11-22.csv')
  expect(dated('pos-sales', 'csv', 'America/Chicago', Date.parse('2026-12-24T12:00:00Z'))).toBe('pos-sales-2026-12-24.csv')
  // in the hour that repeats when daylight saving time ends
  vi.setSystemTime(Date.parse('2026-11-01T07:30:00Z'))
  expect(dated('ledger', 'csv', 'America/Chicago')).toBe('ledger-2026-11-01.csv')
})
