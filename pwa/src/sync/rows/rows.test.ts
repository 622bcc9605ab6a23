import type { Row } from '@shop/shared/kernel/define-collection.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CollectionRows } from './rows.ts'

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
type Tagged = Row & { readonly tag: number }

const ids = fc.constantFrom(...Array.from({ length: 30 }, (_, n) => `id-${n}`))
const row = fc.record({ id: ids, tag: fc.nat({ max: 3 }) })
const step = fc.oneof(
  fc.record({ do: fc.constant('put' as const), row }),
  fc.record({ do: fc.constant('remove' as const), id: ids }),
  fc.record({ do: fc.constant('get' as const), id: ids }),
  fc.record({ do: fc.constant('look' as const), tag: fc.nat({ max: 3 }) }),
)
const inOrder = fc.uniqueArray(row, { selector: ({ id }) => id }).map((rows) => rows.sort((a, b) => (a.id < b.id ? -1 : 1)))

it(`a collection answers as a map does, in any order of its pages (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.oneof(inOrder, fc.array(row)), fc.nat({ max: 9 }), fc.array(step, { maxLength: 40 }), (first, cut, steps) => {
      const rows = new CollectionRows()
      const model = new Map<string, Tagged>(first.map((one) => [one.id, one]))
      rows.fill(first.slice(0, cut))
      rows.fill(first.slice(cut))
      for (const one of steps) {
        if (one.do === 'put') {
          rows.put(one.row)
          model.set(one.row.id, one.row)
        } else if (one.do === 'remove') {
          rows.remove(one.id)
          model.delete(one.id)
        } else if (one.do === 'get') {
          expect(rows.get(one.id)).toBe(model.get(one.id))
          expect(rows.has(one.id)).toBe(model.has(one.id))
        } else {
          const found = [...rows.where('tag', one.tag)] as Tagged[]
          expect(new Set(found)).toEqual(new Set([...model.values()].filter(({ tag }) => tag === one.tag)))
        }
        expect(rows.all()).toEqual([...model.values()])
      }
    }),
    { seed, numRuns: 500 },
  )
})

it('a collection leaves out rows without an id', () => {
  const rows = new CollectionRows()
  rows.fill([{ id: 'a' }, null as never, { id: 7 } as never, { id: 'b' }])
  expect([rows.all().map(({ id }) => id), rows.get('b')?.id]).toEqual([['a', 'b'], 'b'])
})
