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

it('an address limiter lets all networks of a site take four times as much as one, and a refused request takes nothing', () => {
  const limiter = new AddressLimiter(2, 1, () => 0)
  const from = (network: number, site = 'db8:1') => limiter.take(`2001:${site}:${network.toString(16)}::1`)
  expect(Array.from({ length: 8 }, (_, network) => from(network))).toEqual(Array.from({ length: 8 }, () => 0))
  // the site waits for a quarter of the time that one network waits
  expect([from(100), from(100), from(100)]).toEqual([15, 15, 15])
  expect([from(0, 'db8:2'), limiter.take('192.0.2.7')]).toEqual([0, 0])
  // network 100 was refused by its site, and has all its requests when the site has room
  limiter.giveBack('2001:db8:1:0::1')
  limiter.giveBack('2001:db8:1:1::1')
  expect([from(100), from(100), from(100)]).toEqual([0, 0, 60])
})

it('an address limiter gives an IPv4 network no site', () => {
  const limiter = new AddressLimiter(1, 1, () => 0)
  for (let host = 0; host < 50; host++) expect(limiter.take(`192.0.2.${host}`)).toBe(0)
})
