import { csvFile, readCsvCell } from '@shop/shared/kernel/csv.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readCsv } from './read-csv.ts'

const cellsOf = (text: string) => readCsv(text).records.map(({ cells }) => cells)

it('reads cells in quotes, every kind of line end, and three separators', () => {
  expect(cellsOf('a,b\r\n"x, ""y""","1\n2"\n')).toEqual([
    ['a', 'b'],
    ['x, "y"', '1\n2'],
  ])
  expect(cellsOf('\ufeffa;b\rc;d')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
  expect(cellsOf('a\tb\tc,d')).toEqual([['a', 'b', 'c,d']])
  expect(cellsOf('a,b,\n\n , \nc')).toEqual([['a', 'b', ''], ['c']])
  expect(cellsOf('')).toEqual([])
})

it('answers the line on which a record begins, and the line of an unclosed quotation mark', () => {
  expect(readCsv('a\n"x\ny",1\n\nz').records.map(({ line }) => line)).toEqual([1, 2, 5])
  expect(readCsv('a,b\nc,"d\n').unclosed).toBe(2)
  expect(readCsv('a\n"x\ny","d\n').unclosed).toBe(3)
})

it('treats a stray quotation mark as text unless it swallows the lines below', () => {
  expect(cellsOf('a,b\n"5" lamp",1\nc,2')).toEqual([
    ['a', 'b'],
    ['5" lamp', '1'],
    ['c', '2'],
  ])
  expect(cellsOf('a,b\n5" lamp,1')).toEqual([
    ['a', 'b'],
    ['5" lamp', '1'],
  ])
  expect(readCsv('a,b\n1,2\n"5" lamp,1\nc,"2"').unclosed).toBe(3)
})

it('reads the cells that were written', () => {
  // excludes texts that begin with an apostrophe before a formula, because reading removes the apostrophe as an escape
  const cell = fc.string({ unit: 'binary' }).filter((text) => readCsvCell(text) === text && !text.includes('\r'))
  const row = fc.array(cell, { minLength: 1, maxLength: 4 }).filter((cells) => cells.some((text) => text.trim() !== ''))
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
      const [, ...read] = cellsOf(csvFile([['h1', 'h2', 'h3', 'h4'], ...rows]))
      expect(read.map((cells) => cells.map(readCsvCell))).toEqual(rows)
    }),
    { verbose: 1 },
  )
})
