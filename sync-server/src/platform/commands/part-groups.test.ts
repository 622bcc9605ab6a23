import { describe, expect, it } from 'vitest'
import { PartGroups } from './part-groups.ts'

const groups = () => {
  const made = new PartGroups()
  made.add(['a', 'b'])
  made.add(['c'])
  made.add(['b', 'd'])
  made.add(['d', 'e'])
  return made
}

describe('parts that named a changed row', () => {
  it('are found with every part that shares a row with them, directly or through others', () => {
    expect([...groups().among(['e'], [])]).toEqual([0, 2, 3])
    expect([...groups().among(['c', 'unknown'], [])]).toEqual([1])
    expect([...groups().among([], [2])]).toEqual([0, 2, 3])
    expect([...groups().among([], [])]).toEqual([])
  })
})
