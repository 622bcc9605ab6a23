import { expect, it } from 'vitest'
import { momentsIn } from '../../ui/moments.ts'
import { ACTIONS, effectOf, receivedWords, whatHappened } from './discrepancy-words.ts'

it('the words about a waiting sale say when the server received it, if that was much later than the sale by the device’s clock', () => {
  const { moment } = momentsIn('UTC')
  const soldAtMs = Date.parse('2026-11-21T15:00:00Z')
  const received = (afterMs: number) => receivedWords({ soldAtMs, receivedAtMs: soldAtMs + afterMs }, moment)
  expect(received(86_400_000)).toMatch(/^That is the device’s own time\. The shop’s server received the sale on Nov 22, 2026, 3:00\sPM\.$/)
  expect([received(60_000), received(-60_000), receivedWords({ soldAtMs, receivedAtMs: null }, moment)]).toEqual([null, null, null])
})

it('the words about a write-off of oversold pieces say how many the stock still lacks', () => {
  const words = (missing: number) => effectOf('write_off', { kind: 'negative_stock', quantity: 3 }, missing)
  expect(words(1)).toBe('The pieces were there without being in the books: the stock takes in what it still lacks, 1 piece.')
  expect(words(0)).toBe('Pieces have come in since, and the stock lacks none any more: it stays as it is.')
  const other = (quantity: number) => effectOf('write_off', { kind: 'moved_before_recount', quantity }, quantity)
  expect([other(3), other(-3)]).toEqual([ACTIONS.write_off.effect, 'The count had these pieces already: the stock gives them back.'])
})

it('the words about a fact that waits call its author a former admin only if the shop knows that person', () => {
  const words = (isKnown: boolean) =>
    (['role_withdrawn', 'sale_suspended', 'void_withdrawn'] as const).map((kind) => whatHappened({ kind, quantity: 0, note: '' }, isKnown))
  expect(words(true)).toEqual([
    'Sold on a device whose user was no admin any more',
    'Sold on a device whose user was no admin any more. It pays nobody until you accept it',
    'Undone on a device whose user was no admin any more. It stands until you undo it',
  ])
  expect(words(false)).toEqual([
    'Sold on a device whose user this shop does not know',
    'Sold on a device whose user this shop does not know. It pays nobody until you accept it',
    'Undone on a device whose user this shop does not know. It stands until you undo it',
  ])
})
