import type { Item } from '@shop/shared/inventory/schema.ts'
import { describe, expect, it } from 'vitest'
import { answered, ask, judgeScan, MAX_QUESTIONS, type ScanQuestion, stale, withoutStale } from './scan-questions.ts'

const item = (id: string, consignorId: string | null, stockCount = 1) => ({ id, consignorId, stockCount }) as Item

describe('a scan', () => {
  it('adds the only item with the code', () => {
    expect(judgeScan('123', [item('a', null)], null)).toMatchObject({ kind: 'add', item: { id: 'a' } })
  })

  it('asks about an unknown code', () => {
    expect(judgeScan('123', [], null)).toEqual({ kind: 'unknown', code: '123', count: 1 })
  })

  it('asks which item is meant, and lists the items with the most pieces first', () => {
    expect(judgeScan('123', [item('a', null, 0), item('b', 'ann', 3), item('c', 'bob', 3)], null)).toMatchObject({
      itemIds: ['b', 'c', 'a'],
    })
  })

  it('needs no answer when only one item belongs to the chosen consignor', () => {
    const found = [item('a', null), item('b', 'ann'), item('c', 'bob'), item('d', 'bob')]
    expect(judgeScan('123', found, 'ann')).toMatchObject({ kind: 'add', item: { id: 'b' } })
    expect(judgeScan('123', found, 'bob')).toMatchObject({ kind: 'which' })
    expect(judgeScan('123', found, 'eve')).toMatchObject({ kind: 'which' })
  })

  it('is counted while a question about the same code is open', () => {
    const which: ScanQuestion = { kind: 'which', code: '1', count: 1, itemIds: ['a', 'b'] }
    const unknown: ScanQuestion = { kind: 'unknown', code: '2', count: 1 }
    const open = [unknown, which, unknown].reduce<readonly ScanQuestion[]>(ask, [which])
    expect(open).toEqual([
      { ...which, count: 2 },
      { ...unknown, count: 2 },
    ])
    expect(answered(open, '1')).toEqual([{ ...unknown, count: 2 }])
  })

  it('drops the oldest question about an unknown code when too many questions are open', () => {
    const which: ScanQuestion = { kind: 'which', code: 'w', count: 1, itemIds: ['a', 'b'] }
    const many = Array.from({ length: 80 }, (_, n): ScanQuestion => ({ kind: 'unknown', code: `${n}`, count: 1 }))
    const open = many.reduce<readonly ScanQuestion[]>(ask, [which])
    expect(open).toHaveLength(MAX_QUESTIONS)
    expect(open[0]).toEqual(which)
    expect(open.at(-1)?.code).toBe('79')
  })

  it('of a completed sale goes with the next sale, which begins with its own questions', () => {
    const unknown = (code: string): ScanQuestion => ({ kind: 'unknown', code, count: 1 })
    const sold = stale([unknown('1'), unknown('2')])
    expect(sold).toHaveLength(2)
    expect(withoutStale(sold)).toEqual([])
    expect(ask(sold, unknown('1'))).toEqual([unknown('1')])
    const open = [unknown('3')]
    expect(withoutStale(open)).toBe(open)
  })
})
