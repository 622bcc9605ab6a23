import { expect, it } from 'vitest'
import { visitSession, wantsNoTracking } from './send-visit.ts'

const DAY_MS = 86_400_000

function store() {
  const kept = new Map<string, string>()
  return { kept, getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
}

it('a browser keeps its visitor id, and gets a new one after a long absence', () => {
  const own = store()
  const first = visitSession(() => own, 1_000) ?? ''
  expect(first).toMatch(/^[0-9a-z]{8,64}$/)
  expect(visitSession(() => own, 1_000 + 29 * DAY_MS)).toBe(first)
  // each visit restarts the 30 days
  expect(visitSession(() => own, 1_000 + 58 * DAY_MS)).toBe(first)
  expect(visitSession(() => own, 1_000 + 90 * DAY_MS)).not.toBe(first)
  expect(visitSession(store, 1_000)).not.toBe(first)
})

it('a stored visitor id of another format is replaced', () => {
  for (const strange of ['', ' ', 'short 1000', `${'x'.repeat(65)} 1000`, '<script> 1000', 'has-no-time-at-all', 'a-good-looking-id NaN']) {
    const own = store()
    own.kept.set('visit-session', strange)
    expect(visitSession(() => own, 1_000)).toMatch(/^[0-9a-z]{8,64}$/)
  }
})

it('a browser that stores nothing has no visitor id', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  expect(visitSession(refuse, 1_000)).toBeUndefined()
  expect(visitSession(() => ({ getItem: () => null, setItem: refuse }), 1_000)).toBeUndefined()
})

it('Do Not Track and Global Privacy Control mean that a browser wants no tracking', () => {
  expect(wantsNoTracking({ doNotTrack: '1' })).toBe(true)
  expect(wantsNoTracking({ globalPrivacyControl: true })).toBe(true)
  for (const wishes of [{}, { doNotTrack: null }, { doNotTrack: '0' }, { doNotTrack: 'unspecified' }, { globalPrivacyControl: false }])
    expect(wantsNoTracking(wishes)).toBe(false)
})
