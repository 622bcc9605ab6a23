import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOSTILE_STRINGS } from '../testing/hostile-strings.ts'
import { csvCell, csvFile, readCsvCell } from './csv.ts'

describe('csvCell', () => {
  it.each([
    ['plain', 'plain'],
    ['0012', '0012'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-5', "'-5"],
    ['@x', "'@x"],
    ['\tx', "'\tx"],
    ['\rx', `"'\rx"`],
    ['\n=x', `"'\n=x"`],
    ['＝1+1', "'＝1+1"],
    ['＠x', "'＠x"],
  ])('writes %j as %j', (value, cell) => expect(csvCell(value)).toBe(cell))
  it('leaves numbers as numbers', () => expect([csvCell(-5), csvCell(2.5), csvCell(null)]).toEqual(['-5', '2.5', '']))

  const unquoted = (cell: string) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
  it('never writes a formula, and reads back what it wrote', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom(...HOSTILE_STRINGS, "'=1", "''-1", "'a")), (text) => {
        const cell = unquoted(csvCell(text))
        expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
        expect(readCsvCell(cell)).toBe(text)
      }),
    )
  })
  it('writes a file that spreadsheets read as UTF-8', () =>
    expect(
      csvFile([
        ['Name', 'Qty'],
        ['Ä', 1],
      ]),
    ).toBe('\ufeffName,Qty\r\nÄ,1\r\n'))
})
