import { describe, expect, it } from 'vitest'
import { OUT_OF_SIGHT_MS, SteadyReads } from './steady-reads.ts'

describe('SteadyReads', () => {
  it('takes a code when two frames agree, and only once while the code stays in sight', () => {
    const reads = new SteadyReads()
    expect(reads.frame(['8413000065504'], 0)).toEqual([])
    expect(reads.frame(['8413000065504'], 100)).toEqual(['8413000065504'])
    for (let atMs = 200; atMs < 5_000; atMs += 100) expect(reads.frame(['8413000065504'], atMs)).toEqual([])
  })

  it('takes a code again after it was out of sight', () => {
    const reads = new SteadyReads()
    reads.frame(['1'], 0)
    expect(reads.frame(['1'], 100)).toEqual(['1'])
    reads.frame([], 150)
    expect(reads.frame(['1'], 101 + OUT_OF_SIGHT_MS)).toEqual([])
    expect(reads.frame(['1'], 201 + OUT_OF_SIGHT_MS)).toEqual(['1'])
  })

  it('ignores a misread of a single frame', () => {
    const reads = new SteadyReads()
    expect(reads.frame(['7034759003930'], 0)).toEqual([])
    expect(reads.frame([], 100)).toEqual([])
    expect(reads.frame(['7034759003930'], 9_000)).toEqual([])
  })

  it('counts a code once per frame, even if the frame shows it several times', () => {
    expect(new SteadyReads().frame(['1', '1', '1'], 0)).toEqual([])
  })
})
