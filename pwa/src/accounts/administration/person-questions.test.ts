import { cents } from '@shop/shared/kernel/money.ts'
import { expect, it } from 'vitest'
import { holdingsWords } from './person-questions.tsx'

it('the holdings of an account are put into words: goods, balance and held amounts', () => {
  const words = (items: number, available: number, held: number) =>
    holdingsWords(items, { availableCents: cents(available), heldCents: cents(held) })
  expect(words(0, 0, 0)).toBeNull()
  expect(words(1, 0, 0)).toBe('1 item in stock')
  expect(words(0, -500, 0)).toBe('a balance of -$5.00')
  expect(words(0, 0, 1500)).toBe('a balance of $0.00 and $15.00 held for payouts and trades')
  expect(words(0, 1200, 1500)).toBe('a balance of $12.00 and $15.00 held for payouts and trades')
  expect(words(3, 1200, 1500)).toBe('3 items in stock, a balance of $12.00 and $15.00 held for payouts and trades')
})
