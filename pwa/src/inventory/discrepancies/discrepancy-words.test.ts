import { expect, it } from 'vitest'
import { momentsIn } from '../../ui/moments.ts'
import { effectOf, receivedWords, settlementLabel, subjectOf, whatHappened } from './discrepancy-words.ts'

it('the words about a waiting sale say when the server received it, if that was much later than the sale by the device’s clock', () => {
  const { moment } = momentsIn('UTC')
  const soldAtMs = Date.parse('2026-11-21T15:00:00Z')
  const received = (afterMs: number) => receivedWords({ soldAtMs, receivedAtMs: soldAtMs + afterMs }, moment)
  expect(received(86_400_000)).toMatch(/^That is the device’s own time\. The shop’s server received the sale on Nov 22, 2026, 3:00\sPM\.$/)
  expect([received(60_000), received(-60_000), receivedWords({ soldAtMs, receivedAtMs: null }, moment)]).toEqual([null, null, null])
})

it('the words about a fact that waits call its author a former admin only if the shop knows that person', () => {
  const words = (isKnown: boolean) =>
    (['role_withdrawn', 'sale_suspended', 'void_withdrawn'] as const).map((kind) =>
      whatHappened({ kind, quantity: 0, note: '', settlement: null }, isKnown),
    )
  expect(words(true)).toEqual([
    'Sold on a device whose user was no admin any more',
    'It pays nobody until you accept it: sold on a device whose user was no admin any more',
    'Undone on a device whose user was no admin any more. It stands until you undo it',
  ])
  expect(words(false)).toEqual([
    'Sold on a device whose user this shop does not know',
    'It pays nobody until you accept it: sold on a device whose user this shop does not know',
    'Undone on a device whose user this shop does not know. It stands until you undo it',
  ])
})

it('the words about a settled fact no longer say that it waits', () => {
  const settled = (kind: 'sale_suspended' | 'void_withdrawn') => whatHappened({ kind, quantity: 0, note: '', settlement: 'accepted' }, true)
  expect([settled('sale_suspended'), settled('void_withdrawn')]).toEqual([
    'Sold on a device whose user was no admin any more',
    'Undone on a device whose user was no admin any more',
  ])
})

it('the words about a return without its sale say that it waits, and afterwards that the sale arrived or that the shop kept the loss', () => {
  const words = (settlement: 'accepted' | null, settledByUid: string | null) => {
    const told = { kind: 'refund_without_sale', quantity: 0, note: '$18.00 on receipt A-1: Belt', settlement, settledByUid } as const
    return [whatHappened(told, true), settlementLabel(told)]
  }
  const unknown = 'Money was given back for a sale that this shop did not know: $18.00 on receipt A-1: Belt.'
  const loss = 'shop bears the loss, and the stock does not have the goods'
  expect(words(null, null)).toEqual([`${unknown} Until the sale arrives, the ${loss}`, ''])
  expect(words('accepted', 'an admin')).toEqual([`${unknown} The ${loss}`, 'Accepted'])
  expect(words('accepted', 'system')).toEqual([
    'Money was given back before the sale arrived: $18.00 on receipt A-1: Belt. The return belongs to that sale now',
    'Sale arrived',
  ])
  expect(effectOf('accept', { kind: 'refund_without_sale', quantity: 0 })).toBe(
    'The shop keeps the loss, even when the sale arrives later.',
  )
})

it('a discrepancy is named after its item, its sale, or the drawer whose cash a former admin handled', () => {
  expect(subjectOf({ kind: 'missing_item', itemName: 'Vase' }, 'A1-0001')).toBe('Vase')
  expect(subjectOf({ kind: 'void_withdrawn', itemName: '' }, 'A1-0001')).toBe('Sale A1-0001')
  expect(subjectOf({ kind: 'shift_withdrawn', itemName: '' }, '')).toBe('Cash drawer')
  expect(subjectOf({ kind: 'drawer_twice', itemName: 'Front' }, '')).toBe('Front')
})

it('the words about a drawer opened twice say what to do while the question is open, and that both shifts stand', () => {
  const words = (settlement: 'accepted' | null) => whatHappened({ kind: 'drawer_twice', quantity: 0, note: '', settlement }, true)
  expect(words(null)).toContain('Close one shift with all the cash, then the other with what stays in the drawer')
  expect(words('accepted')).toBe('Two devices opened this drawer')
  expect(effectOf('accept', { kind: 'drawer_twice', quantity: 0 })).toBe('Both shifts stand, each with its own count.')
})
