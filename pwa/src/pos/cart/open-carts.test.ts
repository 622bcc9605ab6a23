import type { Cart } from '@shop/shared/pos/schema.ts'
import { describe, expect, it } from 'vitest'
import { fateOf, resumable, waitingCarts } from './open-carts.ts'

const cart = (id: string, more: Partial<Cart> = {}): Cart =>
  ({ id, status: 'open', clientId: 'here', lines: [{}], updatedAtMs: 1, ...more }) as Cart
const ids = (carts: readonly Cart[]) => carts.map((one) => one.id)

describe('a tab of the till', () => {
  it('resumes its own cart first, then the latest cart of this device', () => {
    const all = [
      cart('old'),
      cart('new', { updatedAtMs: 9 }),
      cart('own', { updatedAtMs: 0, lines: [] }),
      cart('empty', { lines: [] }),
      cart('parked', { status: 'parked' }),
      cart('other', { clientId: 'there' }),
    ]
    expect(ids(resumable(all, 'here', 'own'))).toEqual(['own', 'new', 'old'])
    expect(ids(resumable(all, 'here', null))).toEqual(['new', 'old'])
  })

  it('lists waiting carts: parked, or left open elsewhere', () => {
    const all = [
      cart('mine'),
      cart('parked', { status: 'parked' }),
      cart('other', { clientId: 'there', updatedAtMs: 5 }),
      cart('empty', { status: 'parked', lines: [] }),
      cart('done', { status: 'completed' }),
      cart('away', { status: 'discarded' }),
    ]
    expect(ids(waitingCarts(all, 'mine'))).toEqual(['other', 'parked'])
  })

  it('tells whether another device took a cart over, completed it or discarded it', () => {
    expect(fateOf(undefined, 'here')).toBe('ours')
    expect(fateOf(cart('a'), 'here')).toBe('ours')
    expect(fateOf(cart('a', { clientId: 'there' }), 'here')).toBe('takenOver')
    expect(fateOf(cart('a', { status: 'parked' }), 'here')).toBe('takenOver')
    expect(fateOf(cart('a', { status: 'completed' }), 'here')).toBe('completed')
    expect(fateOf(cart('a', { status: 'discarded' }), 'here')).toBe('gone')
  })
})
