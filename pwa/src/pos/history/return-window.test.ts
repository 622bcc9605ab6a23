import { expect, test } from 'vitest'
import { lateReturnWords } from './return-window.ts'

const settings = { returnWindowDays: 30, timeZone: 'America/Chicago' }
// late in the evening of October 1 in Chicago, October 2 elsewhere
const soldAtMs = Date.parse('2026-10-02T04:30:00Z')

test('a return is late on the day after the last one of the shop’s calendar', () => {
  expect(lateReturnWords(soldAtMs, '2026-10-31', settings)).toBeNull()
  expect(lateReturnWords(soldAtMs, '2026-11-01', settings)).toBe('Sold 31 days ago. This shop takes goods back for 30 days.')
})

test('a shop may take goods back for one day, or on the day of the sale alone', () => {
  expect(lateReturnWords(soldAtMs, '2026-10-03', { ...settings, returnWindowDays: 1 })).toBe(
    'Sold 2 days ago. This shop takes goods back for 1 day.',
  )
  expect(lateReturnWords(soldAtMs, '2026-10-01', { ...settings, returnWindowDays: 0 })).toBeNull()
  expect(lateReturnWords(soldAtMs, '2026-10-02', { ...settings, returnWindowDays: 0 })).toBe(
    'Sold 1 day ago. This shop takes goods back only on the day of the sale.',
  )
})
