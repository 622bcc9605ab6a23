import { describe, expect, it } from 'vitest'
import { NewestCommits } from './newest-commits.ts'

describe('the newest commit that audiences were poked about', () => {
  it('is the newest over all the audiences asked for, in whatever order the pokes came', () => {
    const commits = new NewestCommits()
    expect(commits.of(['admins', 'user:a'])).toBe(0)
    commits.note(new Set(['admins', 'user:a']), 7)
    commits.note(new Set(['admins']), 9)
    commits.note(new Set(['admins']), 8)
    expect([commits.of(['user:a']), commits.of(['user:a', 'admins']), commits.of(['user:b'])]).toEqual([7, 9, 0])
  })

  it('is never older than the true one when there are too many audiences to remember', () => {
    const commits = new NewestCommits()
    for (let n = 1; n <= 50_010; n++) commits.note(new Set([`user:${n}`]), n)
    expect(commits.of(['user:50010'])).toBe(50_010)
    // forgotten audiences count as poked about the newest forgotten commit
    expect(commits.of(['user:1'])).toBe(10)
    expect(commits.of(['user:unknown'])).toBe(10)
  })
})
