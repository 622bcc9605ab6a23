import { expect, it } from 'vitest'
import { FailureLimiter } from './failure-limiter.ts'

const SECOND = 1_000

it('a failure limiter makes a caller wait longer after each failure, up to eight minutes, and forgets failures after a while', () => {
  let nowMs = 0
  const limiter = new FailureLimiter(3, () => nowMs)
  const waits: number[] = []
  for (let n = 0; n < 3; n++) expect(limiter.take('ann')).toBe(0)
  for (let n = 0; n < 8; n++) {
    const wait = limiter.take('ann')
    waits.push(wait)
    nowMs += (wait - 1) * SECOND
    expect(limiter.take('ann')).toBe(1)
    nowMs += SECOND
    expect(limiter.take('ann')).toBe(0)
  }
  // the limiter forgets one failure during a wait of 480 seconds, so the waits grow no further
  expect(waits).toEqual([30, 60, 120, 240, 480, 480, 480, 480])
  expect(limiter.take('bob')).toBe(0)
  nowMs += 24 * 3_600 * SECOND
  for (let n = 0; n < 3; n++) expect(limiter.take('ann')).toBe(0)
  expect(limiter.take('ann')).toBe(30)
})

it('a failure limiter can withdraw an attempt, and ignores attempts before a given time', () => {
  let nowMs = 1
  const limiter = new FailureLimiter(2, () => nowMs)
  for (let n = 0; n < 50; n++) {
    expect(limiter.take('ann')).toBe(0)
    limiter.giveBack('ann')
  }
  limiter.take('ann')
  limiter.take('ann')
  expect(limiter.take('ann')).toBe(30)
  nowMs = 2
  expect(limiter.take('ann', 1)).toBe(0)
})

it('a failure limiter forgets nobody’s failures for attempts that are withdrawn', () => {
  const limiter = new FailureLimiter(1, () => 1)
  limiter.take('ann')
  for (let n = 0; n < 60_000; n++) {
    limiter.take(`other ${n}`)
    limiter.giveBack(`other ${n}`)
  }
  expect(limiter.take('ann')).toBe(30)
})

it('a failure limiter remembers a limited number of keys', () => {
  const limiter = new FailureLimiter(1, () => 1)
  limiter.take('first')
  for (let n = 0; n < 50_000; n++) limiter.take(`other ${n}`)
  expect(limiter.take('first')).toBe(0)
  expect(limiter.take('other 49999')).toBe(30)
})
