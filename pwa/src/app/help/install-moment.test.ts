import { afterEach, expect, it, vi } from 'vitest'
import { countUse, declineInstall, isInstallMoment } from './install-moment.ts'

const DAY_MS = 86_400_000
const NOW = 20_000 * DAY_MS + 5

function storage(): void {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  })
}

afterEach(() => vi.unstubAllGlobals())

it('the offer to install comes with the first sale or on the second day, not before', () => {
  storage()
  expect([countUse(NOW), countUse(NOW + 1_000)]).toEqual([1, 1])
  expect(isInstallMoment({ days: 1, hasSold: false, nowMs: NOW })).toBe(false)
  expect(isInstallMoment({ days: 1, hasSold: true, nowMs: NOW })).toBe(true)
  const days = countUse(NOW + DAY_MS)
  expect(days).toBe(2)
  expect(isInstallMoment({ days, hasSold: false, nowMs: NOW })).toBe(true)
})

it('the offer to install pauses for two months after one refusal, and stops after two', () => {
  storage()
  const at = (nowMs: number) => isInstallMoment({ days: 5, hasSold: true, nowMs })
  declineInstall(NOW)
  expect([at(NOW + DAY_MS), at(NOW + 61 * DAY_MS)]).toEqual([false, true])
  declineInstall(NOW + 61 * DAY_MS)
  expect(at(NOW + 1_000 * DAY_MS)).toBe(false)
})

it('the offer to install tolerates missing storage, and stored values of another shape', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('blocked')
    },
    setItem: () => {
      throw new Error('blocked')
    },
  })
  expect(countUse(NOW)).toBe(1)
  declineInstall(NOW)
  vi.stubGlobal('localStorage', { getItem: () => '{not json', setItem: () => undefined })
  expect(countUse(NOW)).toBe(1)
  vi.stubGlobal('localStorage', { getItem: () => '"text"', setItem: () => undefined })
  expect(isInstallMoment({ days: 1, hasSold: true, nowMs: NOW })).toBe(true)
})
