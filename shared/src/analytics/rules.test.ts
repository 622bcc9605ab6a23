import { describe, expect, it } from 'vitest'
import { HOSTILE_STRINGS } from '../testing/hostile-strings.ts'
import { trackVisitCall } from './calls.ts'
import { countedPath } from './rules.ts'

describe('the address of a visit', () => {
  it.each([
    ['/', '/'],
    ['/pos', '/pos'],
    ['/pos/', '/pos'],
    ['/admin/image-backfill', '/admin/image-backfill'],
    ['/marketplace?tab=offers', '/marketplace'],
    ['/reset-password?token=s3cret#x', '/reset-password'],
    ['/discord-callback?token=abc&isNew=true', '/discord-callback'],
    ['/trades/0190a0b0-0000-7000-8000-00000000ffff', '/trades/:id'],
    ['/trades/12345/offers', '/trades/:id/offers'],
    ['/u/Jane', '/u/:id'],
    ['/mail/jane@example.org', '/mail/:id'],
    ['/mail/jane%40example.org', '/mail/:id'],
    ['//evil.example/path', '/:id/path'],
    ['/a/b/c/d/e/f/g', '/a/b/c/d'],
    [`/${'a'.repeat(33)}`, '/:id'],
    ['/..%2f..%2fetc', '/:id'],
  ])('%s counts as %s', (path, counted) => {
    expect(countedPath(path)).toBe(counted)
    expect(countedPath(counted.replaceAll(':id', 'X1'))).toBe(counted)
  })

  it('is counted as at most four parts, each a word or :id, for any input', () => {
    for (const text of HOSTILE_STRINGS) {
      const counted = countedPath(`/${text}`)
      expect(counted).toMatch(/^\/(?:(?:[a-z-]+|:id)(?:\/|$))*$/)
      expect(counted.length).toBeLessThanOrEqual(4 * 33)
    }
  })
})

describe('a visit', () => {
  const parse = (body: unknown) => trackVisitCall.body?.safeParse(body).success
  it('needs an address, and a session id of 8 to 64 characters or none', () => {
    expect(parse({ path: '/' })).toBe(true)
    expect(parse({ path: '/', sessionId: null })).toBe(true)
    expect(parse({ path: '/', sessionId: 'x'.repeat(8) })).toBe(true)
    expect(parse({ path: '/', sessionId: 'x'.repeat(64) })).toBe(true)
    for (const wrong of [{}, { path: 'pos' }, { path: '' }, { path: `/${'x'.repeat(2_000)}` }, { path: 1 }, null])
      expect(parse(wrong)).toBe(false)
    for (const sessionId of ['', 'x'.repeat(7), 'x'.repeat(65), 12345678, {}]) expect(parse({ path: '/', sessionId })).toBe(false)
  })
})
