import { commands } from '@shop/shared/registry.ts'
import { expect, test } from 'vitest'
import type { PendingFile } from '../../sync/api.ts'
import { leftBy } from './left-words.ts'

type Command = PendingFile['commands'][number]

let count = 0
const command = (name: string, more: Partial<Command> = {}): Command => ({ id: `c${count++}`, name, version: 1, args: {}, at: 5, ...more })
const opened = (...parts: Command[][]): PendingFile[] =>
  parts.map((commands) => ({ format: 'consign-pending-work', version: 1, uid: 'eve', clientId: 'x', exportedAtMs: 9, commands }))
const sale = (cents: number, at: number) =>
  command('sales.completePosSale', { args: { lines: [{ unitPriceCents: cents, quantity: 2 }] }, at })

test('all parts of opened work are summed up in a shopkeeper’s words, with the money of the sales and the first and last time', () => {
  const work = opened(
    [sale(1_000, 40), command('sales.voidPosSale'), sale(25, 30), command('newer.command')],
    [command('inventory.addMaster'), command('inventory.addConsignor'), command('sales.custom', { args: { amountCents: 300 }, at: 90 })],
  )
  expect(leftBy(work)).toEqual([
    { uid: 'eve', words: '3 sales, $23.50 · 1 void · 2 items added · 1 other change', firstAtMs: 5, lastAtMs: 90 },
  ])
})

test('work that went through several hands is listed under its first author', () => {
  const work = opened([sale(100, 7), { ...sale(200, 8), madeBy: ['ann', 'bob'] }])
  expect(leftBy(work).map(({ uid, words }) => [uid, words])).toEqual([
    ['eve', '1 sale, $2.00'],
    ['ann', '1 sale, $4.00'],
  ])
})

test('every command that a device queues has words of its own', () => {
  const queued = commands.filter(({ channel }) => channel === 'device').map(({ name }) => name)
  expect(queued.filter((name) => leftBy(opened([command(name)]))[0]?.words.includes('other change'))).toEqual([])
})

test('arguments of any shape are accepted', () => {
  const huge = { unitPriceCents: Number.MAX_SAFE_INTEGER, quantity: 1 }
  for (const args of [
    { lines: [huge, huge] },
    { lines: [{ ...huge, quantity: 7 }] },
    { amountCents: { valueOf: 1, toString: 1 } },
    null,
    7,
    'x',
    { lines: 'x' },
    { lines: [null, { unitPriceCents: 0.5, quantity: 1 }], salePriceCents: 'x' },
  ])
    expect(leftBy(opened([command('sales.completePosSale', { args })]))[0]?.words).toBe('1 sale, $0.00')
})
