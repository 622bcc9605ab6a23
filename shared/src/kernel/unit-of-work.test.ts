import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { defineCollection } from './define-collection.ts'
import { byField, byId, defineCommand } from './define-command.ts'
import { defineRefusals, refusal } from './errors.ts'
import { derivedId } from './ids.ts'
import { asksForProof, mayRun, type RowReader, readArgs, runOver, WriteLayer } from './unit-of-work.ts'

const noteSchema = z.object({ id: z.string(), tag: z.string(), count: z.number() })
const notes = defineCollection({ name: 'notes', schema: noteSchema, indexes: ['tag'] })
const traces = defineCollection({ name: 'traces', schema: noteSchema, reach: 'server-only' })
const refusals = defineRefusals({ NOTE_FULL: { status: 409, message: 'The note is full' } })

const admin = { uid: 'a', role: 'admin', wasAdmin: false } as const
const context = { commandId: '01900000-0000-7000-8000-000000000001', nowMs: 5, receivedAtMs: 5, isReturned: false, actor: admin }

const rowsOf = (...rows: z.infer<typeof noteSchema>[]): RowReader => ({
  get: (_collection, id) => rows.find((row) => row.id === id),
  where: (_collection, field, value) => rows.filter((row) => (row as Record<string, unknown>)[field] === value),
})

const addTo = defineCommand({
  name: 'notes.addTo',
  args: z.object({ tag: z.string(), by: z.number() }),
  roles: ['admin'],
  refusals: ['NOTE_FULL'],
  touches: ({ tag }) => [byField(notes, 'tag', tag), byId(notes, 'total')],
  run(tx, { tag, by }, ctx) {
    for (const note of tx.where(notes, 'tag', tag)) {
      tx.put(notes, { ...note, count: note.count + by })
      if (note.count + by > 10) throw refusal(refusals, 'NOTE_FULL', { message: `Only ${10 - note.count} left` })
    }
    tx.put(traces, { id: ctx.newId(), tag, count: by })
    const total = tx.get(notes, 'total')
    tx.put(notes, { id: 'total', tag: '', count: (total?.count ?? 0) + by })
  },
})

describe('runOver', () => {
  it('buffers writes and leaves the rows unchanged', () => {
    const rows = rowsOf({ id: '1', tag: 'x', count: 1 })
    const outcome = runOver(rows, addTo, { tag: 'x', by: 2 }, context)
    expect(outcome.status === 'done' && outcome.writes.get('notes')?.get('1')).toEqual({ id: '1', tag: 'x', count: 3 })
    expect(rows.get(notes, '1')).toEqual({ id: '1', tag: 'x', count: 1 })
  })

  it('writes nothing when a rule refuses half-way', () => {
    const layer = new WriteLayer(rowsOf({ id: '1', tag: 'x', count: 1 }, { id: '2', tag: 'x', count: 10 }))
    const outcome = runOver(layer, addTo, { tag: 'x', by: 2 }, context)
    expect(outcome).toMatchObject({ status: 'refused', refusal: { code: 'NOTE_FULL', status: 409, message: 'Only 0 left' } })
    expect(layer.writes.size).toBe(0)
  })

  it('lets a command see its own writes and earlier buffered writes', () => {
    const layer = new WriteLayer(rowsOf())
    layer.write('notes', 'new', { id: 'new', tag: 'x', count: 4 } as never)
    const outcome = runOver(layer, addTo, { tag: 'x', by: 2 }, context)
    if (outcome.status !== 'done') throw outcome.refusal
    layer.absorb(outcome.writes)
    expect(layer.get(notes, 'new')).toMatchObject({ count: 6 })
    layer.write('notes', 'new', null)
    expect(layer.get(notes, 'new')).toBeUndefined()
    expect([...layer.where(notes, 'tag', 'x')]).toEqual([])
  })

  it('gives the same outcome at every run', () => {
    const once = () => runOver(rowsOf({ id: '1', tag: 'x', count: 1 }), addTo, { tag: 'x', by: 2 }, context)
    expect(once()).toEqual(once())
  })

  it('finds written rows by the value that they have now, and each row once', () => {
    const layer = new WriteLayer(rowsOf({ id: '1', tag: 'x', count: 1 }))
    const tagged = (tag: string) => [...layer.where(notes, 'tag', tag)].map(({ id }) => id).sort()
    layer.write('notes', '2', { id: '2', tag: 'x', count: 1 } as never)
    expect(tagged('x')).toEqual(['1', '2'])
    layer.write('notes', '2', { id: '2', tag: 'y', count: 1 } as never)
    layer.write('notes', '1', { id: '1', tag: 'y', count: 1 } as never)
    layer.write('notes', '3', { id: '3', tag: 'z', count: 1 } as never)
    expect([tagged('x'), tagged('y'), tagged('z'), tagged('w')]).toEqual([[], ['1', '2'], ['3'], []])
    layer.write('notes', '2', null)
    expect(tagged('y')).toEqual(['1'])
  })

  it('finds no row that was removed before anybody looked, and sorts what it finds by id', () => {
    const layer = new WriteLayer(rowsOf({ id: '3', tag: 'x', count: 1 }, { id: '1', tag: 'x', count: 1 }, { id: '2', tag: 'x', count: 1 }))
    layer.write('notes', '2', null)
    expect([...layer.where(notes, 'tag', 'x')].map(({ id }) => id)).toEqual(['3', '1'])
    let found: string[] = []
    const look = defineCommand({
      name: 'n.look',
      args: z.unknown(),
      roles: ['admin'],
      touches: () => [byField(notes, 'tag', 'x')],
      run: (tx) => void (found = tx.where(notes, 'tag', 'x').map(({ id }) => id)),
    })
    runOver(layer, look, {}, context)
    expect(found).toEqual(['1', '3'])
  })

  it('lets a command read a row by id whose field its touches name, and no row of another value', () => {
    const read = (id: string) =>
      runOver(
        rowsOf({ id: '1', tag: 'x', count: 1 }, { id: '2', tag: 'y', count: 1 }),
        defineCommand({
          name: 'n.read',
          args: z.unknown(),
          roles: ['admin'],
          touches: () => [byField(notes, 'tag', 'x')],
          run: (tx) => void tx.get(notes, id),
        }),
        {},
        context,
      )
    expect(read('1').status).toBe('done')
    expect(() => read('2')).toThrow(/touches/)
    expect(() => read('3')).toThrow(/touches/)
  })

  it('forgets the arguments of a command that asks for it, and of no other', () => {
    const once = (isForgotten: boolean) =>
      runOver(
        rowsOf(),
        defineCommand({
          name: 'n.forget',
          args: z.unknown(),
          roles: ['admin'],
          touches: () => [],
          run: (tx) => isForgotten && tx.forgetArgs(),
        }),
        {},
        context,
      )
    expect([once(true), once(false)]).toMatchObject([{ forgetsArgs: true }, { forgetsArgs: false }])
  })

  it('derives a sequence of different ids from the command’s id', () => {
    const ids: string[] = []
    const mint = defineCommand({
      name: 'n.mint',
      args: z.unknown(),
      roles: ['admin'],
      touches: () => [],
      run: (_tx, _args, ctx) => void ids.push(ctx.newId(), ctx.newId()),
    })
    runOver(rowsOf(), mint, {}, context)
    expect(ids).toEqual([derivedId(context.commandId, 0), derivedId(context.commandId, 1)])
  })

  it('throws when a command reads a server-only row or a row that its touches do not name', () => {
    const sneaky = (run: Parameters<typeof defineCommand>[0]['run']) =>
      runOver(
        rowsOf({ id: '1', tag: 'x', count: 1 }),
        defineCommand({ name: 'n.s', args: z.unknown(), roles: ['admin'], touches: () => [byId(notes, 'else')], run }),
        {},
        context,
      )
    expect(() => sneaky((tx) => void tx.get(notes, '1'))).toThrow(/touches/)
    expect(() => sneaky((tx) => void tx.where(notes, 'tag', 'x'))).toThrow(/touches/)
    expect(() => sneaky((tx) => void tx.get(traces, '1'))).toThrow(/never read/)
    expect(() => sneaky((tx) => void tx.where(traces, 'tag', 'x'))).toThrow(/never read/)
    expect(() => sneaky((tx) => tx.remove(notes, '1'))).toThrow(/touches/)
  })
})

describe('asksForProof', () => {
  const proved = defineCommand({
    name: 'n.proved',
    args: z.object({ tag: z.string() }),
    roles: ['admin'],
    touches: ({ tag }) => [byField(notes, 'tag', tag)],
    proofIf: (tx, { tag }, { uid }) => uid === 'a' && tx.where(notes, 'tag', tag).length > 0,
    run: () => {},
  })
  it('asks the command, with its rows and who runs it', () => {
    const rows = rowsOf({ id: '1', tag: 'x', count: 1 })
    const other = { ...admin, uid: 'b' }
    const asks = [asksForProof(rows, proved, { tag: 'x' }, admin), asksForProof(rows, proved, { tag: 'y' }, admin)]
    expect([...asks, asksForProof(rows, proved, { tag: 'x' }, other), asksForProof(rows, addTo, { tag: 'x', by: 1 }, admin)]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})

describe('mayRun', () => {
  const fact = defineCommand({ name: 'n.fact', args: z.unknown(), roles: ['admin'], isFact: true, touches: () => [], run: () => {} })
  it('lets a former admin record facts only', () => {
    const former = { uid: 'f', role: 'user', wasAdmin: true } as const
    const never = { uid: 'n', role: 'user', wasAdmin: false } as const
    expect(mayRun({ ...fact, roles: ['system'] }, former)).toBe(false)
    expect([mayRun(fact, former), mayRun(fact, never), mayRun(addTo, former), mayRun(addTo, admin)]).toEqual([true, false, false, true])
  })
})

describe('readArgs', () => {
  it('upgrades the arguments of an old command version by version', () => {
    const third = defineCommand({
      name: 'n.v',
      version: 3,
      args: z.object({ priceCents: z.int(), note: z.string() }),
      roles: ['admin'],
      touches: () => [],
      run: () => {},
      upgrades: {
        1: (args) => ({ priceCents: Math.round((args as { price: number }).price * 100) }),
        2: (args) => ({ ...(args as object), note: '' }),
      },
    })
    expect(readArgs(third, 1, { price: 1.5 }).data).toEqual({ priceCents: 150, note: '' })
    expect(readArgs(third, 3, { price: 1.5 }).success).toBe(false)
    const kept = defineCommand({ ...third, version: 2, upgrades: {} })
    expect(readArgs(kept, 1, { priceCents: 150, note: '' }).data).toEqual({ priceCents: 150, note: '' })
    expect(readArgs({ ...third, upgrades: { 3: () => ({}) } }, 3, { priceCents: 150, note: '' }).success).toBe(true)
  })
})
