import type { Row } from '@shop/shared/kernel/define-collection.ts'
import { PACKED_PAGE_ROWS, PAGE_BYTES } from '@shop/shared/kernel/limits.ts'
import { unpackPage } from '@shop/shared/kernel/packed-page.ts'
import { expect, it } from 'vitest'
import { packCollections, packLargePull } from './fold.ts'
import { BaseRows } from './rows.ts'

type Note = Row & { readonly text: string }
const SMALL = 'x'
const THIRD = 'x'.repeat(PAGE_BYTES / 3)
const TOO_LONG = 'x'.repeat(PAGE_BYTES + 1)
const note = (nth: number, text: string): Note => ({ id: `note-${String(nth).padStart(5, '0')}`, text })

const baseOf = (rows: readonly Note[]): BaseRows => {
  const base = new BaseRows()
  base.of('notes').fill(rows)
  return base
}
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)

it('packs rows into pages that are no longer than the limit, in their order', () => {
  const rows = Array.from({ length: PACKED_PAGE_ROWS + 10 }, (_, nth) => note(nth, nth % 300 === 7 ? THIRD : SMALL))
  const pages = packCollections(baseOf(rows), ['notes']).flatMap((packed) => packed.pages)
  expect(pages.length).toBeGreaterThan(2)
  for (const page of pages) expect(page.length).toBeLessThanOrEqual(PAGE_BYTES)
  expect(idsOf(pages.flatMap((page) => unpackPage(page)))).toEqual(idsOf(rows))
})

it('gives a row that alone is longer than the limit a page of its own', () => {
  const rows = [note(1, SMALL), note(2, TOO_LONG), note(3, SMALL)]
  const pages = packCollections(baseOf(rows), ['notes']).flatMap((packed) => packed.pages)
  const contents = pages.map((page) => idsOf(unpackPage(page)))
  expect(contents).toContainEqual([note(2, '').id])
  expect(contents.flat()).toEqual(idsOf(rows))
})

it('packs a large pull together with the rows that stay', () => {
  const base = baseOf([note(1, 'old'), note(2, 'stays'), note(3, 'goes')])
  const pulled = [
    { collection: 'notes', id: note(1, '').id, row: note(1, 'new') },
    { collection: 'notes', id: note(3, '').id, row: null },
    { collection: 'notes', id: note(4, '').id, row: note(4, 'added') },
    { collection: 'others', id: 'one', row: { id: 'one' } },
  ]
  const [notes, ...others] = packLargePull(base, pulled, 3)
  expect(others).toEqual([])
  expect(notes?.pages.flatMap((page) => unpackPage<Note>(page))).toEqual([note(1, 'new'), note(2, 'stays'), note(4, 'added')])
})
