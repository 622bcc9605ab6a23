import type { Cart } from '@shop/shared/pos/schema.ts'
import { describe, expect, it } from 'vitest'
import { withDraft } from './cart-draft.ts'

const cart = (id: string, more: Partial<Cart> = {}): Cart =>
  ({ id, status: 'open', clientId: 'here', byUid: 'ann', lines: [], updatedAtMs: 5, ...more }) as unknown as Cart

describe('withDraft', () => {
  const row = cart('a')
  it('replaces a row with its later draft', () => {
    const draft = cart('a', { updatedAtMs: 6, label: 'later' })
    expect(withDraft([row, cart('b')], draft, 'here', 'ann')).toEqual([draft, cart('b')])
    expect(withDraft([row], cart('a', { updatedAtMs: 4 }), 'here', 'ann')).toEqual([row])
  })

  it('brings back a cart that was never saved', () => {
    expect(withDraft([], cart('n'), 'here', 'ann')).toEqual([cart('n')])
  })

  it('ignores a draft whose cart ended, moved elsewhere, or belongs to another person', () => {
    const draft = cart('a', { updatedAtMs: 9 })
    for (const ended of [cart('a', { status: 'completed' }), cart('a', { status: 'parked' }), cart('a', { clientId: 'there' })])
      expect(withDraft([ended], draft, 'here', 'ann')).toEqual([ended])
    expect(withDraft([row], draft, 'here', 'bob')).toEqual([row])
    expect(withDraft([row], draft, 'there', 'ann')).toEqual([row])
    expect(withDraft([row], null, 'here', 'ann')).toEqual([row])
  })
})
