import { describe, expect, it } from 'vitest'
import { AddressLimiter, RateLimiter } from './rate-limiter.ts'

describe('a rate limiter', () => {
  it('allows a burst, then one request at a time, separately for each key', () => {
    let nowMs = 0
    const limiter = new RateLimiter(3, 60, () => nowMs)
    expect([1, 2, 3, 4].map(() => limiter.take('a'))).toEqual([0, 0, 0, 1])
    expect(limiter.take('b')).toBe(0)
    nowMs += 999
    expect(limiter.take('a')).toBe(1)
    nowMs += 1
    expect(limiter.take('a')).toBe(0)
    expect(limiter.take('a')).toBe(1)
    nowMs += 3_600_000
    expect([1, 2, 3, 4].map(() => limiter.take('a'))).toEqual([0, 0, 0, 1])
  })

  it('answers the seconds to wait, and takes tokens back', () => {
    const limiter = new RateLimiter(1, 2, () => 0)
    expect(limiter.take('a')).toBe(0)
    expect(limiter.take('a')).toBe(30)
    limiter.giveBack('a')
    limiter.giveBack('a')
    expect([limiter.take('a'), limiter.take('a')]).toEqual([0, 30])
  })

  it('forgets the least recently used key when there are too many', () => {
    const limiter = new RateLimiter(1, 1, () => 0)
    limiter.take('first')
    limiter.take('second')
    for (let n = 0; n < 49_999; n++) limiter.take(`x${n}`)
    expect(limiter.take('second')).toBeGreaterThan(0)
    expect(limiter.take('first')).toBe(0)
  })
})

it('an address limiter counts a network as one address, separately for each purpose', () => {
  const limiter = new AddressLimiter(1, 1, () => 0)
  expect(limiter.take('2001:db8::1', { of: 'ann' })).toBe(0)
  expect(limiter.take('2001:db8::2', { of: 'ann' })).toBe(60)
  expect([limiter.take('2001:db8::2', { of: 'bob' }), limiter.take('2001:db8:0:1::1', { of: 'ann' }), limiter.take('2001:db8::2')]).toEqual(
    [0, 0, 0],
  )
  limiter.giveBack('2001:db8::3', { of: 'ann' })
  expect(limiter.take('2001:db8::4', { of: 'ann' })).toBe(0)
})
