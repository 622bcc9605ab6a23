import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expandUpcE } from '@shop/shared/inventory/rules/barcodes.ts'
import { guessColumns } from '@shop/shared/inventory/rules/import-columns.ts'
import { ImportChecker } from '@shop/shared/inventory/rules/import-rows.ts'
import type { Item } from '@shop/shared/inventory/schema.ts'
import { csvFile } from '@shop/shared/kernel/csv.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { cents } from '@shop/shared/kernel/money.ts'
import { describe, expect, test } from 'vitest'
import { categoriesOf } from '../../ui/use-categories.ts'
import { exportRows } from '../export-csv.ts'
import { checkRows } from './check-rows.ts'
import { CHUNK_BYTES, encodingOf, readCsvFile } from './read-file.ts'
import { type ImportProgress, type MakeCall, runImport } from './run-import.ts'

const LAMPS = { id: '01900000-0000-7000-8000-0000000000aa', name: '=Lamps, “big”', list: 'shop' } as const
const CATEGORIES = categoriesOf([LAMPS])
const NAMES = { ownerName: () => '', categoryName: CATEGORIES.nameOf }

const never = new AbortController().signal
const read = (...parts: BlobPart[]) => readCsvFile(new File(parts, 'goods.csv'), () => undefined, never)
const check = async (text: string, changes: { defaultQuantity?: number; knownBarcodes?: Set<string> } = {}) => {
  const { headers, rows } = await read(text)
  return checkRows(rows, {
    mapping: guessColumns(headers),
    defaultQuantity: 0,
    knownBarcodes: new Set(),
    categories: CATEGORIES,
    signal: never,
    ...changes,
  })
}

describe('reading a file', () => {
  test('counts the lines that quoted cells span', async () => {
    const { rows } = await read('name,barcode\r\n"two\r\nlines",1\r\nplain,2\r\n"a\nb","c\nd"\r\n\r\nlast,3\r\n')
    expect(rows.map((row) => row.line)).toEqual([2, 4, 5, 9])
  })

  test.each([
    ['utf-8', (text: string) => new TextEncoder().encode(text)],
    ['utf-16', (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))],
  ])('keeps letters and line breaks whole wherever a chunk of the file ends (%s)', async (_name, encode) => {
    const name = 'ชา 👩‍👩‍👧 ✓'
    for (const padding of ['', '1', '12', '123']) {
      const lines = Array.from({ length: 9_000 }, (_, index) => `${name} ${index},${index}`)
      const bytes = encode(`name,barcode${padding}\r\n${lines.join('\r\n')}\r\n`)
      expect(bytes.length).toBeGreaterThan(CHUNK_BYTES)
      const { headers, rows } = await read(bytes)
      expect(headers).toEqual(['name', `barcode${padding}`])
      expect(rows.map(({ line, cells }) => `${line}:${cells.join()}`)).toEqual(lines.map((line, index) => `${index + 2}:${line}`))
    }
  })

  test('accepts every kind of line break, even mixed in one file', async () => {
    const { rows } = await read('name,barcode\nTea,1\r\n"Two\r\nlines",2\rPen,3\n')
    expect(rows).toEqual([
      { line: 2, cells: ['Tea', '1'] },
      { line: 3, cells: ['Two\nlines', '2'] },
      { line: 5, cells: ['Pen', '3'] },
    ])
  })

  test.each([';', '\t', '|'])('detects the separator %j', async (separator) => {
    const { headers, rows } = await read(
      [
        ['name', 'ean', 'price'],
        ['Tea, green, loose, 100 g', '1', '2,50'],
        ['Pen', '2', ''],
      ]
        .map((cells) => cells.join(separator))
        .join('\n'),
    )
    expect([headers, ...rows.map(({ cells }) => cells)]).toEqual([
      ['name', 'ean', 'price'],
      ['Tea, green, loose, 100 g', '1', '2,50'],
      ['Pen', '2', ''],
    ])
  })

  test('refuses a file without a table, and an unclosed quotation mark in the headers or in a large file', async () => {
    await expect(read('')).rejects.toThrow('This file is empty.')
    await expect(read('name,barcode\n')).rejects.toThrow('This file has headers but no rows.')
    await expect(read('\u00d0\u00cf\u0011\u00e0\u0000"xl')).rejects.toThrow('This is no CSV or Excel (.xlsx) file, or it has a password.')
    await expect(read(`name,barcode\nTea,1\n"Pen,2\n${'Cup,3\n'.repeat(400_000)}`)).rejects.toThrow(
      'A quotation mark in the row of line 3 is never closed.',
    )
    await expect(read('name,barcode,"place\nTea,1,A\n')).rejects.toThrow('A quotation mark in the row of line 1 is never closed.')
  })

  test('distinguishes windows-1252 from UTF-8 and UTF-16', async () => {
    expect(await encodingOf(new Blob(['naïve café']))).toBe('utf-8')
    expect(await encodingOf(new Blob([new Uint8Array([0x63, 0x61, 0x66, 0xe9])]))).toBe('windows-1252')
    expect(await encodingOf(new Blob([new Uint8Array([0xff, 0xfe, 0x61, 0x00])]))).toBe('utf-16le')
  })
})

describe('checking a file', () => {
  test('preserves leading zeros, counts errors and warnings separately, and skips empty lines', async () => {
    const checked = await check('barcode,name,qty\n0012345678905,Tea,2\n4006381333930,Pen,\n,No code,1\n\n5.05E+12,Crisps,x\n')
    expect(checked.rows.map(({ line, texts, quantity }) => [line, texts.barcode1, quantity])).toEqual([
      [2, '0012345678905', 2],
      [3, '4006381333930', 0],
    ])
    expect([checked.errorRows, checked.warningRows]).toEqual([2, 1])
    expect(checked.problems.filter((one) => one.line === 6).map((one) => one.column)).toEqual(['Quantity', 'Barcode 1'])
  })

  test('excludes a row that swallowed others through an unclosed quotation mark', async () => {
    const checked = await check('barcode,name,shelf\n1,Tea,"A\n2,Pen,B\n3,"5" lamp",C\n4,Cup,D\n')
    expect(checked.rows.map(({ line }) => line)).toEqual([5])
    expect(checked.problems.filter(({ severity }) => severity === 'error').map(({ line }) => line)).toEqual([2])
    const atEnd = await check('barcode,name,shelf\n4006381333931,Tea,A\n2,Pen,"B\n3,Cup,C\n')
    expect(atEnd.rows.map(({ line }) => line)).toEqual([2])
    const torn = await check('barcode,name,shelf\n1,Tea,"A"\n2,Pen,"B\n3,Cup,C\n4,Pot,"D"\n5,Jar,E\n')
    expect(torn.rows.map(({ line }) => line)).toEqual([2, 6])
    expect(torn.problems.filter(({ severity }) => severity === 'error')).toEqual([
      expect.objectContaining({ line: 3, message: 'A quotation mark is not closed: everything up to line 5 was read as this one row' }),
    ])
  })

  test('accepts, with a warning, an undoubled quotation mark inside a cell', async () => {
    const checked = await check('barcode,name\n4006381333931,"5" lamp"\n')
    expect(checked.rows.map(({ texts }) => texts.itemName)).toEqual(['5" lamp'])
    expect(checked.problems.map(({ line, severity }) => [line, severity])).toEqual([[2, 'warning']])
  })

  test('counts rows whose barcode is known in another spelling', async () => {
    const checked = await check('barcode,name\n012345678905,Tea\n4006381333931,Pen\n', { knownBarcodes: new Set(['0012345678905']) })
    expect(checked.knownRows).toBe(1)
  })

  test('counts the rows that repeat an earlier row of the file, unless this inventory has their barcode already', async () => {
    const text = 'name,barcode,quantity\nTea,1,1\nTea again,1,2\nPen,2,1\nPen again,2,1\nCup,3,x\nCup again,3,1\n'
    const checked = await check(text, { knownBarcodes: new Set(['2']) })
    expect([checked.rows.length, checked.knownRows, checked.repeatedRows]).toEqual([5, 2, 1])
  })

  test('names the new categories of the rows that come in, each once', async () => {
    const text = 'name,barcode,category\nTea,1,Drinks\nMilk,2,drinks\nLamp,3,"=LAMPS, “big”"\n,4,Nothing\nPen,5,\n'
    const checked = await check(text)
    expect(checked.newCategories).toEqual([{ id: CATEGORIES.idOf('Drinks'), name: 'Drinks' }])
    expect(checked.rows.map((row) => row.texts.categoryId)).toEqual([CATEGORIES.idOf('Drinks'), CATEGORIES.idOf('Drinks'), LAMPS.id, ''])
  })

  test('stops when aborted', async () => {
    const stop = new AbortController()
    stop.abort(new Error('given up'))
    const { headers, rows } = await read('barcode,name\n1,Tea\n')
    const options = {
      mapping: guessColumns(headers),
      defaultQuantity: 0,
      knownBarcodes: new Set<string>(),
      categories: CATEGORIES,
      signal: stop.signal,
    }
    await expect(checkRows(rows, options)).rejects.toThrow('given up')
  })
})

test('an exported file is read back unchanged, including formulas and line breaks', async () => {
  const odd = [
    '=HYPERLINK("http://x")',
    '+1',
    '-1',
    '@SUM(A1)',
    'a "quoted", one',
    'two\nlines',
    '田中さん',
    '‮abc',
    '👩‍👩‍👧',
    "l'été",
    ' inner  spaces',
  ]
  const items: Item[] = odd.map((text, index) => ({
    id: `01900000-0000-7000-8000-${index.toString().padStart(12, '0')}`,
    source: 'MasterInventory',
    consignorId: null,
    itemName: text.trim(),
    listingTitle: text.trim(),
    barcode1: `00${index}`,
    barcode2: index % 2 === 0 ? '-7' : '',
    location: text.trim(),
    link: 'https://shop.test/?a=1,2',
    imageUrl: '',
    priceCents: index === 0 ? null : (cents(index * 101) as Item['priceCents']),
    categoryId: index % 2 === 0 ? LAMPS.id : '',
    condition: index % 3 === 0 ? 'poor' : '',
    stockCount: index,
    recountedAtMs: null,
    createdAtMs: 0,
    updatedAtMs: 0,
  }))
  const checked = await check(csvFile(exportRows(items, NAMES)))
  expect(checked.errorRows).toBe(0)
  expect(checked.rows.map(({ texts, quantity }) => ({ ...texts, quantity }))).toEqual(
    items.map(
      ({ itemName, listingTitle, barcode1, barcode2, location, link, imageUrl, priceCents, categoryId, condition, stockCount }) => ({
        itemName,
        listingTitle,
        barcode1,
        barcode2,
        location,
        link,
        imageUrl,
        priceCents,
        categoryId,
        condition,
        quantity: stockCount,
      }),
    ),
  )
})

describe('running an import', () => {
  const job = {
    id: 'import-1',
    consignorId: null,
    mode: 'skip' as const,
    fileName: 'tea.csv',
    rows: Array.from({ length: 2_500 }, (_, index) => ({ id: `${index}`, line: index + 2, quantity: 0, texts: {} as never })),
  }
  const recorder = (failAt = Number.POSITIVE_INFINITY) => {
    const made: { name: string; input: { params?: { n?: number }; body?: { rows?: unknown[] } } }[] = []
    const call = (async (one: { name: string }, input: never) => {
      if (made.length >= failAt) throw new Refusal('OFFLINE', 503, 'No answer')
      made.push({ name: one.name, input })
      return { added: 2_500, updated: 0, skipped: 0 }
    }) as unknown as MakeCall
    return { made, call }
  }

  test('stages all rows in chunks and commits last', async () => {
    const { made, call } = recorder()
    const seen: ImportProgress[] = []
    expect(await runImport(job, call, (progress) => seen.push(progress), never)).toEqual({ added: 2_500, updated: 0, skipped: 0 })
    expect(made.map((one) => one.name.replace('inventory.', ''))).toEqual([
      'startImport',
      'stageImportChunk',
      'stageImportChunk',
      'stageImportChunk',
      'commitImport',
    ])
    expect(made.slice(1, 4).map((one) => [one.input.params?.n, one.input.body?.rows?.length])).toEqual([
      [1, 1000],
      [2, 1000],
      [3, 500],
    ])
    expect(seen.at(-1)).toEqual({ phase: 'committing', sentRows: 2_500, rows: 2_500 })
  })

  test('never commits an aborted or incomplete import', async () => {
    const failing = recorder(2)
    await expect(runImport(job, failing.call, () => undefined, never)).rejects.toThrow('No answer')
    expect(failing.made.some((one) => one.name === 'inventory.commitImport')).toBe(false)
    const stop = new AbortController()
    const stopped = recorder()
    await expect(
      runImport(job, stopped.call, ({ sentRows }) => sentRows === 1_000 && stop.abort(new Error('given up')), stop.signal),
    ).rejects.toThrow('given up')
    expect(stopped.made.some((one) => one.name === 'inventory.commitImport')).toBe(false)
  })
})

test('the exported headers map to the same fields again', () => {
  const [headers = []] = exportRows([], NAMES)
  expect(guessColumns(headers.map(String))).toEqual({
    itemName: 0,
    listingTitle: 1,
    barcode1: 2,
    barcode2: 3,
    location: 4,
    quantity: 5,
    price: 6,
    link: 8,
    imageUrl: 9,
    categoryId: 10,
    condition: 11,
  })
})

const samples = process.env.DATA_SAMPLES
/** DATA_SAMPLES=folder adds whole files of real products. */
if (samples)
  describe('the sample files', () => {
    const checked = async (file: string) => {
      const { headers, rows } = await read(readFileSync(join(samples, file)))
      const checker = new ImportChecker(guessColumns(headers), CATEGORIES.idOf)
      return rows.map((raw) => ({ raw, ...checker.check(raw) }))
    }
    test('have no refused row and no problem with a first barcode', async () => {
      const rows = await checked('products.csv')
      expect(rows.filter(({ row }) => !row).map(({ problems }) => problems)).toEqual([])
      expect(rows.flatMap(({ problems }) => problems).filter(({ column }) => column === 'Barcode 1')).toEqual([])
      expect(rows.length).toBe(37_621)
    })
    test('have each broken barcode reported, except valid codes of another kind and codes with letters', async () => {
      const rows = await checked('products-invalid-barcodes.csv')
      const silent = rows.filter(({ problems }) => problems.every(({ column }) => column !== 'Barcode 1'))
      // an invalid code of one kind may be a valid code of another kind, and a code with letters is the shop’s own
      expect(
        silent
          .map(({ raw }) => raw.cells[0] ?? '')
          .filter((code) => !expandUpcE(code) && !/^\d{9}[\dX]$/.test(code) && !/\p{L}/u.test(code)),
      ).toEqual([])
      expect(silent.length).toBeLessThan(rows.length / 10)
    })
  })
