import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { derivedId, hash32, idSchema, mintedAtMs, uuidv7 } from './ids.ts'

const random = fc.uint8Array({ minLength: 10, maxLength: 10 })
const moment = fc.integer({ min: 0, max: 2 ** 48 - 1 })
const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('ids', () => {
  it('are version 7 UUIDs that contain the time of their making and sort by it', () => {
    fc.assert(
      fc.property(moment, moment, random, random, (a, b, randomA, randomB) => {
        const [first, second] = [uuidv7(a, randomA), uuidv7(b, randomB)]
        expect(first).toMatch(V7)
        expect(mintedAtMs(first)).toBe(a)
        if (a < b) expect(first < second).toBe(true)
      }),
    )
  })

  it('derived from one parent are distinct, and the same at every run', () => {
    const parent = uuidv7(1_700_000_000_000, new Uint8Array(10).fill(7))
    const ids = Array.from({ length: 5_000 }, (_, index) => derivedId(parent, index))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every((id) => V7.test(id) && mintedAtMs(id) === 1_700_000_000_000)).toBe(true)
    expect(derivedId(parent, 42)).toBe(ids[42])
  })

  it('and hashes are those of every earlier release, because devices of different releases derive the same', () => {
    const parent = '0190a0b0-1234-7000-8000-00000000abcd'
    expect([0, 7].map((index) => derivedId(parent, index))).toEqual([
      '0190a0b0-1234-7680-9879-fbbe9ec68dc1',
      '0190a0b0-1234-71da-842a-61c1b8c883eb',
    ])
    expect([hash32(''), hash32('teapot'), hash32('teapot', 5)]).toEqual([2_872_998_923, 276_130_473, 545_263_766])
  })

  it('take the nearest time that they can hold, and zeros where random bytes are missing', () => {
    expect(uuidv7(2 ** 50, new Uint8Array(10))).toBe('ffffffff-ffff-7000-8000-000000000000')
    expect(uuidv7(1.9, new Uint8Array(10))).toBe('00000000-0001-7000-8000-000000000000')
    expect(uuidv7(0, new Uint8Array(16).fill(255))).toBe('00000000-0000-7fff-bfff-ffffffffffff')
    expect(uuidv7(-5, Uint8Array.of(1))).toBe('00000000-0000-7100-8000-000000000000')
  })

  it('differ when they are derived from neighbouring parents', () => {
    const seen = new Set<string>()
    for (let parent = 0; parent < 2_000; parent++) {
      const bytes = new Uint8Array(10)
      bytes[8] = parent >> 8
      bytes[9] = parent & 0xff
      for (let index = 0; index < 5; index++) seen.add(derivedId(uuidv7(1_700_000_000_000, bytes), index))
    }
    expect(seen.size).toBe(10_000)
  })

  it('are accepted in upper or lower case, and texts of another form are refused', () => {
    expect(idSchema.parse('0190A0B0-0000-7000-8000-00000000ABCD')).toBe('0190a0b0-0000-7000-8000-00000000abcd')
    for (const bad of ['', 'x', '0190a0b0', "'; drop table items; --", '0190a0b0-0000-7000-8000-00000000abcd '])
      expect(idSchema.safeParse(bad).success).toBe(false)
  })
})
