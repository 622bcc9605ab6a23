import type { Item } from '@shop/shared/inventory/schema.ts'
import { commands } from '@shop/shared/registry.ts'
import { expect, test } from 'vitest'
import type { View } from '../../sync/api.ts'
import { commandWords } from './command-words.ts'

const teapot = { id: 'a', itemName: 'Blue teapot' } as Item
const view = { get: (_collection: unknown, id: string) => (id === 'a' ? teapot : undefined) } as Pick<View, 'get'>

test('a sale names its number, its total and its goods', () => {
  const args = {
    displayId: 'POS-7',
    lines: [
      { itemName: 'Blue teapot', unitPriceCents: 1_250, quantity: 2 },
      { itemName: 'Cup', unitPriceCents: 300, quantity: 1 },
    ],
  }
  expect(commandWords({ name: 'sales.completePosSale', args }, view)).toEqual({
    title: 'POS sale',
    detail: 'POS-7 · $28.00 · Blue teapot, Cup',
  })
})

test('an item is named by the texts in the command, or else by its row', () => {
  expect(commandWords({ name: 'inventory.addMaster', args: { id: 'z', texts: { itemName: 'Lamp' } } }, view).detail).toBe('Lamp')
  expect(commandWords({ name: 'inventory.edit', args: { id: 'a', changes: {} } }, view).detail).toBe('Blue teapot')
  expect(commandWords({ name: 'inventory.remove', args: { id: 'gone' } }, view).detail).toBe('')
})

test('what needs a proof says what it changes, and whom it pays', () => {
  const changes = { shopName: 'Loft', offlineDays: 365 }
  expect(commandWords({ name: 'settings.change', args: { changes } }, view).detail).toBe('Shop name: Loft · Days offline: 365 days')
  const payout = { uid: 'b', amountCents: 4_000, method: 'cashapp', handle: '$thief' }
  expect(commandWords({ name: 'payouts.request', args: payout }, view).detail).toBe('$40.00 · CashApp · $thief')
})

test('an entry of a drawer says the drawer and the amounts, which a refused one leaves nowhere else', () => {
  const detailOf = (name: string, args: unknown) => commandWords({ name, args }, view).detail
  expect(detailOf('pos.openShift', { drawer: 'Front', openingCents: 20_000 })).toBe('Front · opened with $200.00')
  expect(detailOf('pos.moveCash', { kind: 'out', amountCents: 1_250, reason: 'milk' })).toBe('out · $12.50 · milk')
  expect(detailOf('pos.closeShift', { countedCents: 15_000, leftCents: 10_000, note: 'short' })).toBe(
    'counted $150.00 · left $100.00 · short',
  )
})

test('arguments of any shape are accepted', () => {
  for (const args of [null, undefined, 7, 'x', [], { lines: 'x' }, { lines: [null, { unitPriceCents: 0.5, quantity: Number.NaN }] }])
    for (const name of [
      'sales.completePosSale',
      'pos.saveCart',
      'inventory.edit',
      'settings.change',
      'payouts.request',
      'pos.moveCash',
      'newer.command',
    ])
      expect(commandWords({ name, args }, view).title).not.toBe('')
})

test('every command that a device queues has a human-readable name', () => {
  const queued = commands.filter(({ channel }) => channel === 'device')
  expect(queued.length).toBeGreaterThan(20)
  expect(queued.filter(({ name }) => commandWords({ name, args: {} }, view).title === name).map(({ name }) => name)).toEqual([])
})
