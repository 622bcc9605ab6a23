import { expect, test } from 'vitest'
import { type Column, tableGrid } from './data-table-columns.ts'

const column = (key: string, more: Partial<Column<string>> = {}): Column<string> => ({ key, header: key, cell: (row) => row, ...more })

test('a table of one line has a track for each column and one for the buttons', () => {
  const { rowTracks, headTracks, places } = tableGrid([column('name', { width: '2fr' }), column('count')], '9rem')
  expect(rowTracks).toBe('2fr minmax(6rem, 1fr) 9rem')
  expect(headTracks).toBe(rowTracks)
  expect(places.size).toBe(0)
})

test('cells below a column share its width in the order of their positions, and the head shows them beside it', () => {
  const { rowTracks, headTracks, places } = tableGrid(
    [
      column('picture', { width: '3rem', isHeaderHidden: true }),
      column('name'),
      column('title', { below: 1 }),
      column('code', { below: 0 }),
      column('count', { width: '4rem' }),
    ],
    null,
  )
  expect(rowTracks).toBe('3rem auto auto minmax(0, 1fr) 4rem')
  expect(headTracks).toBe('auto auto minmax(0, 1fr) 4rem')
  expect(Object.fromEntries(places)).toEqual({
    picture: { gridColumn: '1', gridRow: '1 / span 2' },
    name: { gridColumn: '2 / span 3', gridRow: '1' },
    title: { gridColumn: '3', gridRow: '2' },
    code: { gridColumn: '2', gridRow: '2' },
    count: { gridColumn: '5', gridRow: '1 / span 2' },
  })
})
