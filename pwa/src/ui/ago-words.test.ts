import { expect, it } from 'vitest'
import { agoWords, oldestWords } from './ago-words.ts'

const HOUR_MS = 3_600_000

it('says how long ago something was', () => {
  const now = 100 * 24 * HOUR_MS
  const ago = (ms: number) => agoWords(now - ms, now)
  expect([
    ago(-5),
    ago(59_999),
    ago(60_000),
    ago(59 * 60_000),
    ago(HOUR_MS),
    ago(23 * HOUR_MS),
    ago(24 * HOUR_MS),
    ago(72 * HOUR_MS),
  ]).toEqual(['just now', 'just now', '1 minute ago', '59 minutes ago', '1 hour ago', '23 hours ago', 'yesterday', '3 days ago'])
})

it('says since when the first of several things waits', () => {
  const now = 100 * 24 * HOUR_MS
  expect(oldestWords([now, now - 72 * HOUR_MS, now - HOUR_MS], now)).toBe('the oldest 3 days ago')
})
