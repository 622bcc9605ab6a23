import { expect, it } from 'vitest'
import { RowSum } from './row-hash.ts'

const sumOf = (...rows: readonly [id: string, version: number][]) => {
  const sum = new RowSum()
  for (const [id, version] of rows) sum.add(id, version)
  return sum
}

it('is the same for the same rows in any order, and differs with a row, an id or a version', () => {
  const sum = sumOf(['a', 1], ['b', 2])
  expect(sum.count).toBe(2)
  expect(sumOf(['b', 2], ['a', 1])).toEqual(sum)
  for (const other of [sumOf(['a', 1]), sumOf(['a', 1], ['b', 3]), sumOf(['a', 1], ['c', 2]), sumOf(['a', 2], ['b', 1]), sumOf()])
    expect(other.hash).not.toBe(sum.hash)
})

it('stays a safe whole number, 0 or more, however many rows there are', () => {
  const sum = new RowSum()
  sum.hash = 9_007_199_254_740_880
  for (let row = 0; row < 100; row++) {
    sum.add(`row ${row}`, row)
    expect(Number.isSafeInteger(sum.hash) && sum.hash >= 0 && sum.hash < 9_007_199_254_740_881).toBe(true)
  }
})
