import { expect, it } from 'vitest'
import { visitSession, wantsNoTracking } from './send-visit.ts'

const DAY_MS = 86_400_000

function store() {
  const kept = new Map<string, string>()
  return { kept, getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
}

it('makes an id up once, and anew after a long absence', () => {
  const own = store()
  const first = visitSession(() => own, 1_000) ?? ''
  expect(first).toMatch(/^[0-9a-z]{8,64}$/)
  expect(visitSession(() => own, 1_000 + 29 * DAY_MS)).toBe(first)
  // each visit begins the time anew
  expect(visitSession(() => own, 1_000 + 58 * DAY_MS)).toBe(first)
  expect(visitSession(() => own, 1_000 + 90 * DAY_MS)).not.toBe(first)
  expect(visitSession(store, 1_000)).not.toBe(first)
})

it('takes no id that somebody else put there', () => {
  for (const strange of ['', ' ', 'short 1000', `${'x'.repeat(65)} 1000`, '<script> 1000', 'has-no-time-at-all', 'a-good-looking-id NaN']) {
    const own = store()
    own.kept.set('visit-session', strange)
    expect(visitSession(() => own, 1_000)).toMatch(/^[0-9a-z]{8,64}$/)
  }
})

it('does without an id where nothing can be kept', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  expect(visitSession(refuse, 1_000)).toBeUndefined()
  expect(visitSession(() => ({ getItem: () => null, setItem: refuse }), 1_000)).toBeUndefined()
})

it('knows both ways of saying no', () => {
  expect(wantsNoTracking({ doNotTrack: '1' })).toBe(true)
  expect(wantsNoTracking({ globalPrivacyControl: true })).toBe(true)
  for (const wishes of [{}, { doNotTrack: null }, { doNotTrack: '0' }, { doNotTrack: 'unspecified' }, { globalPrivacyControl: false }])
    expect(wantsNoTracking(wishes)).toBe(false)
})
