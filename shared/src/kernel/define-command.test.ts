import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { defineCollection } from './define-collection.ts'
import { byField, byId, byReference, defineCommand } from './define-command.ts'

const notes = defineCollection({ name: 'notes', schema: z.object({ id: z.string(), tag: z.string() }) })
const base = { name: 'notes.add', args: z.unknown(), roles: ['admin'], touches: () => [], run: () => {} } as const

it('is queued by devices, no fact, dated by the receipt and pays nobody, unless it says otherwise', () => {
  expect(defineCommand(base)).toMatchObject({
    version: 1,
    upgrades: {},
    channel: 'device',
    isFact: false,
    datedBy: 'receipt',
    paysOut: false,
    refusals: [],
  })
})

it('is dated by the till when it is a fact', () => expect(defineCommand({ ...base, isFact: true }).datedBy).toBe('till'))

it('locks the rows that it names, unless it only reads them', () => {
  const of = { of: notes, id: '1', field: 'tag' } as const
  expect([byId(notes, '1'), byField(notes, 'tag', 'x'), byReference(notes, of)].map(({ lock }) => lock)).toEqual([true, true, true])
  expect([byId(notes, '1', false), byField(notes, 'tag', 'x', false), byReference(notes, of, false)].map(({ lock }) => lock)).toEqual([
    false,
    false,
    false,
  ])
})

it('is about a collection that is synced to admins, by id, unless the collection says otherwise', () => {
  expect(notes).toMatchObject({ indexes: [], reach: 'synced', userFields: [] })
  expect(notes.audience({ id: '1', tag: '' })).toEqual(['admins'])
})
