import { MAX_IMPORT_ROWS } from '@shop/shared/inventory/commands/import-items.ts'
import { describe, expect, it } from 'vitest'
import { excelFile, nothing, number, text } from '../testing/excel-file.ts'
import { readSheetFile } from './read-file.ts'
import { sheetCells } from './sheet-cells.ts'

const never = new AbortController().signal
const read = (bytes: BlobPart) => readSheetFile(new File([bytes], 'goods.xlsx'), never, sheetCells)
const headers = [text('Name'), text('UPC'), text('Price')]

describe('an Excel file', () => {
  it('is read as the texts of its first sheet, with the lines of a spreadsheet', async () => {
    const { headers: found, rows } = await read(
      excelFile([
        [nothing, nothing],
        headers,
        [text(' Tea & <b>ชา</b> 👩‍👩‍👧\nloose'), text('0036000291452'), number('2.5')],
        [nothing, nothing, nothing],
        [text('Pen'), number('4006381333931'), number('24.499999999999996')],
        [text('Cup'), number('5.05E+12'), nothing],
        [text('Long'), number('1.2345678901234499E+16'), nothing],
        [text('Yes'), 't="b"><v>1</v>', 't="e"><v>#N/A</v>'],
      ]),
    )
    expect(found).toEqual(['Name', 'UPC', 'Price'])
    expect(rows).toEqual([
      { line: 3, cells: [' Tea & <b>ชา</b> 👩‍👩‍👧\nloose', '0036000291452', '2.5'] },
      { line: 5, cells: ['Pen', '4006381333931', '24.5'] },
      { line: 6, cells: ['Cup', '5050000000000', ''] },
      { line: 7, cells: ['Long', '1.23456789012345E+16', ''] },
      { line: 8, cells: ['Yes', 'TRUE', ''] },
    ])
  })

  it('is recognised as another program’s export', async () => {
    const square = ['Item Name', 'Variation Name', 'SKU', 'Price', 'GTIN'].map(text)
    const { known, rows } = await read(excelFile([square, [text('Lamp'), text('Regular'), text('L-1'), number('12'), nothing]]))
    expect([known?.program, rows.length]).toEqual(['Square', 1])
  })

  it('is refused with a reason when it is damaged, empty or too long', async () => {
    const whole = excelFile([headers, [text('Tea'), text('1'), nothing]])
    for (const broken of [whole.slice(0, 300), 'PK\u0003\u0004 nothing else', new Uint8Array(22)])
      await expect(read(broken)).rejects.toThrow('This Excel file cannot be read.')
    await expect(read(excelFile([[nothing], [nothing]]))).rejects.toThrow('This file is empty.')
    await expect(read(excelFile([headers]))).rejects.toThrow('This file has headers but no rows.')
    await expect(readSheetFile(new File([], 'goods.xlsx'), never, async () => Array(MAX_IMPORT_ROWS + 2).fill(['x']))).rejects.toThrow(
      'This file has more than 200,000 rows.',
    )
  })
})
