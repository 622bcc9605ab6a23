import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Row } from './define-collection.ts'
import { packPage, unpackPage } from './packed-page.ts'

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
// Any JSON value. A field may have any name but `__proto__`, which would set the row's prototype, and `id`, which every row has.
const value = fc.jsonValue().map((one) => JSON.parse(JSON.stringify(one)) as unknown)
const fieldName = fc.string().filter((name) => name !== '__proto__' && name !== 'id')

it(`unpacks the same rows that were packed, with any fields (seed ${seed})`, () => {
  const rows = fc.oneof(
    // the same fields in every row
    fc
      .uniqueArray(fieldName, { maxLength: 6 })
      .chain((fields) =>
        fc.array(fc.record({ id: fc.string(), ...Object.fromEntries(fields.map((field) => [field, value])) }), { maxLength: 20 }),
      ),
    fc.array(
      fc.record({ id: fc.string(), rest: fc.dictionary(fieldName, value, { maxKeys: 4 }) }).map(({ id, rest }) => ({ ...rest, id })),
      { maxLength: 20 },
    ),
  )
  fc.assert(
    fc.property(rows, (packed) => {
      expect(unpackPage(packPage(packed as Row[]))).toEqual(packed)
    }),
    { seed },
  )
})

it('writes each field name once, and once each value that all rows share', () => {
  const rows = [
    { id: 'a', itemName: 'Teapot', location: '' },
    { id: 'b', itemName: 'Vase', location: '' },
  ]
  const text = packPage(rows)
  expect(text).toBe('{"fields":["id","itemName","location"],"columns":[["a","b"],["Teapot","Vase"],{"all":""}]}')
})

it('writes a plain array of rows that differ in their fields, by number or by name', () => {
  for (const rows of [
    [{ id: 'a' }, { id: 'b', note: 1 }],
    [{ id: 'a', note: 1 }, { id: 'b' }],
    [
      { id: 'a', n: 1 },
      { id: 'b', m: 1 },
    ],
    [],
  ])
    expect(packPage(rows)).toBe(JSON.stringify(rows))
})

it('lists each id, each object and each value that differs, also of a single row', () => {
  expect(packPage([{ id: 'a' }])).toBe('{"fields":["id"],"columns":[["a"]]}')
  const tags = { red: true }
  const rows = [
    { id: 'a', tags, price: null, n: 1 },
    { id: 'b', tags, price: null, n: 2 },
  ]
  expect(packPage(rows as Row[])).toBe(
    '{"fields":["id","tags","price","n"],"columns":[["a","b"],[{"red":true},{"red":true}],{"all":null},[1,2]]}',
  )
  const [first, second] = unpackPage<Row & { tags: object }>(packPage(rows as Row[]))
  // an object that two rows shared would change in both
  expect(first?.tags).not.toBe(second?.tags)
})

it('reads a page of no rows', () => expect(unpackPage('{"fields":["id"],"columns":[[]]}')).toEqual([]))

it('reads the columns of earlier releases, which repeat a value that all rows share', () => {
  expect(unpackPage('{"fields":["id","n"],"columns":[["a","b"],[1,1]]}')).toEqual([
    { id: 'a', n: 1 },
    { id: 'b', n: 1 },
  ])
})

it('reads the plain arrays of rows that earlier releases stored', () => {
  expect(unpackPage('[{"id":"a"},{"id":"b","note":1}]')).toEqual([{ id: 'a' }, { id: 'b', note: 1 }])
})

it.each(['{"fields":["id"],"columns":[["a"],["b"]]}', '{"fields":["id","n"],"columns":[["a","b"],[1]]}', '{}', '"text"', 'null', '{'])(
  'throws for a text that is no packed page: %s',
  (text) => expect(() => unpackPage(text)).toThrow(),
)
