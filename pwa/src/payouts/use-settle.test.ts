import { cents } from '@shop/shared/kernel/money.ts'
import type { Payout } from '@shop/shared/payouts/schema.ts'
import { expect, it } from 'vitest'
import { settledWords } from './use-settle.tsx'

const [uid, adminUid] = ['0190a0b0-0000-7000-8000-000000000001', '0190a0b0-0000-7000-8000-000000000002']
const pending: Payout = {
  id: '0190a0b0-0000-7000-8000-000000000003',
  uid,
  amountCents: cents(1_000),
  method: 'venmo',
  handle: '@ann',
  status: 'pending',
  requestedAtMs: 1,
  settledAtMs: null,
  settledByUid: null,
}
const words = (payout: Payout | undefined) =>
  settledWords(
    payout,
    (id) => (id === adminUid ? 'Ada' : '?'),
    (atMs) => `day ${atMs}`,
  )

it('a pending payout gets no message that it is settled', () => expect(words(pending)).toBeNull())

it('the message about a settled payout says who settled it first, and when', () => {
  const settled = { ...pending, settledAtMs: 2, settledByUid: adminUid }
  expect(words({ ...settled, status: 'paid' })).toBe('Error: This payout was already paid by Ada on day 2.')
  expect(words({ ...settled, status: 'deleted' })).toBe(
    'Error: This payout request was already deleted by Ada on day 2, and its amount was given back.',
  )
  expect(words(undefined)).toBe('Error: This payout request does not exist (any more).')
})
