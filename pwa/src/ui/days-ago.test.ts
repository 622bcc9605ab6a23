import { expect, test } from 'vitest'
import { daysAgoWords } from './days-ago.ts'

const ZONE = 'America/Chicago'

test.each([
  ['2026-03-10T04:59:00Z', '2026-03-09', 'Today'],
  ['2026-03-10T05:01:00Z', '2026-03-09', 'Today'],
  ['2026-03-09T04:59:00Z', '2026-03-09', 'Yesterday'],
  // across the night in which the clocks go forward
  ['2026-03-07T23:00:00Z', '2026-03-09', '2 days ago'],
  ['2025-03-09T18:00:00Z', '2026-03-09', '365 days ago'],
])('%s was, on %s: %s', (at, today, words) => expect(daysAgoWords(Date.parse(at), today, ZONE)).toBe(words))
