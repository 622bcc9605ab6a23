import { cents } from '@shop/shared/kernel/money.ts'
import type { Tender } from '@shop/shared/pos/schema.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MAX_TAKEN_CARTS, rememberTaken, takenFor } from './use-taken-payments.ts'

const card = (amountCents: number): Tender => ({ kind: 'card', label: 'Visa', amountCents: cents(amountCents), givenCents: null })

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  })
})
afterEach(() => void vi.unstubAllGlobals())

describe('payments of carts that are not sold yet', () => {
  it('are remembered for each cart, and forgotten when a cart has none left', () => {
    rememberTaken('a', [card(500)])
    rememberTaken('b', [card(100), card(200)])
    expect([takenFor('a'), takenFor('b'), takenFor('c')]).toEqual([[card(500)], [card(100), card(200)], []])
    rememberTaken('a', [])
    expect([takenFor('a'), takenFor('b')]).toEqual([[], [card(100), card(200)]])
    rememberTaken('b', [])
    expect([...kept.values()]).toEqual(['[]'])
  })

  it('are kept for the latest carts only', () => {
    for (let n = 0; n < MAX_TAKEN_CARTS; n++) rememberTaken(`cart ${n}`, [card(n + 1)])
    rememberTaken('cart 0', [card(99)])
    rememberTaken('one more', [card(7)])
    expect([takenFor('cart 0'), takenFor('cart 1'), takenFor('one more')]).toEqual([[card(99)], [], [card(7)]])
  })

  it('count as none when the stored text is unreadable or the browser stores nothing', () => {
    for (const text of ['', 'no JSON', '{}', '[["a",[{"kind":"card","amountCents":-5}]]]']) {
      kept.set('till-taken', text)
      expect(takenFor('a')).toEqual([])
      expect(rememberTaken('a', [card(5)])).toBe(true)
      expect(takenFor('a')).toEqual([card(5)])
    }
    const refuse = () => {
      throw new DOMException('no', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
    expect([takenFor('a'), rememberTaken('a', [card(5)])]).toEqual([[], false])
  })
})
