import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOSTILE_STRINGS } from '../testing/hostile-strings.ts'
import { csvCell, csvFile, readCsvCell } from './csv.ts'
import { cents } from './money.ts'

describe('the CSV writer', () => {
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
    ['\n=x', `"'\n'=x"`],
    ["Max;=cmd|' /C calc'!A0;", "Max;'=cmd|' /C calc'!A0;"],
    ['Max;"=1+1";', `"Max;""'=1+1"";"`],
    ["a;'-1", "a;''-1"],
    ['a\t+1', "a\t'+1"],
    ['two\r\n＝1', `"two\r\n'＝1"`],
    ['a; b', 'a; b'],
    ['＝1+1', "'＝1+1"],
    ['＠x', "'＠x"],
  ])('writes %j as %j', (value, cell) => expect(csvCell(value)).toBe(cell))
  it('adds no apostrophe to a number', () =>
    expect([csvCell(-5), csvCell(2.5), csvCell(null), csvCell({ cents: cents(-1_250) })]).toEqual(['-5', '2.5', '', '-12.50']))

  const unquoted = (cell: string) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
  it('writes no formula, and its cells read back as the same texts', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom(...HOSTILE_STRINGS, "'=1", "''-1", "'a", 'a;=1', "a;'=1", `a;"'"=1`, 'a;;-1')),
        (text) => {
          const cell = unquoted(csvCell(text))
          expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]|[;\t\r\n]"*[=+\-@＝＋－＠]/)
          expect(readCsvCell(cell)).toBe(text)
        },
      ),
    )
  })
  it('marks a file as UTF-8 for spreadsheets', () =>
    expect(
      csvFile([
        ['Name', 'Qty'],
        ['Ä', 1],
      ]),
    ).toBe('\ufeffName,Qty\r\nÄ,1\r\n'))
})
