import { describe, expect, it } from 'vitest'
import { testId } from '../../testing/memory-shop.ts'
import { categoryIds } from './categories.ts'
import { guessColumns, missingColumns } from './import-columns.ts'
import { ImportChecker } from './import-rows.ts'

const headers = ['Barcode', 'Name', 'Qty', 'Price', 'Link', 'Shelf']
const check = (...cells: string[]) => new ImportChecker(guessColumns(headers), categoryIds([])).check({ line: 7, cells })

const REPEATED_FROM_3 =
  'The same barcode stands in line 3. With Skip this row is left out, with Update its quantity is added to line 3, with Add it is a second item'

describe('guessColumns', () => {
  it('maps common headers', () => {
    expect(guessColumns(headers)).toEqual({ barcode1: 0, itemName: 1, quantity: 2, price: 3, link: 4, location: 5 })
    expect(guessColumns(['Item Name', 'Listing Title', 'Barcode 1', 'Barcode 2', 'Location', 'Quantity', 'Link'])).toEqual({
      itemName: 0,
      listingTitle: 1,
      barcode1: 2,
      barcode2: 3,
      location: 4,
      quantity: 5,
      link: 6,
    })
    expect(guessColumns(['\ufeffUPC', 'product_name', 'ON HAND', 'image_url'])).toEqual({
      barcode1: 0,
      itemName: 1,
      quantity: 2,
      imageUrl: 3,
    })
  })
  it('uses each field and each column at most once', () => {
    expect(guessColumns(['title', 'title', 'ean', 'upc'])).toEqual({ itemName: 0, listingTitle: 1, barcode1: 3 })
  })
  it('leaves a column to the field whose own name it has', () => {
    expect(guessColumns(['Listing Title', 'Title'])).toEqual({ listingTitle: 0, itemName: 1 })
    expect(guessColumns(['Title', 'Item name', 'Listing'])).toEqual({ itemName: 1, listingTitle: 2 })
  })
  it('names a required field that no column fills', () => expect(missingColumns(guessColumns(['foo', 'name']))).toEqual(['Barcode 1']))
})

describe('ImportChecker', () => {
  it('accepts a valid row and keeps leading zeros', () => {
    expect(check('036000291452', 'Tea', '1,200', '$2.50', 'https://example.org/a', 'B2')).toEqual({
      isRepeated: false,
      row: {
        line: 7,
        quantity: 1200,
        texts: {
          itemName: 'Tea',
          listingTitle: '',
          barcode1: '036000291452',
          barcode2: '',
          location: 'B2',
          link: 'https://example.org/a',
          imageUrl: '',
          priceCents: 250,
          categoryId: '',
          condition: '',
        },
      },
      problems: [],
    })
  })

  it.each([
    [['', 'Tea'], 'Barcode 1', 'Please enter a barcode'],
    [['036000291452', ' '], 'Item name', 'Please enter an item name'],
    [
      ['8.02E+12', 'Tea'],
      'Barcode 1',
      'A spreadsheet has shortened this number and its digits are lost. Format the column as text and export it again',
    ],
    [['036000291452', 'Tea', '-5'], 'Quantity', 'Quantity must be 0 or more'],
    [['036000291452', 'Tea', 'many'], 'Quantity', 'Please enter a whole number'],
    [['036000291452', 'Tea', '1.5'], 'Quantity', 'Please enter a whole number'],
    [['036000291452', 'Tea', '-1,200'], 'Quantity', 'Please enter a whole number'],
    [['036000291452', 'Tea', '1234,567'], 'Quantity', 'Please enter a whole number'],
    [['036000291452', 'Tea', '1,2005'], 'Quantity', 'Please enter a whole number'],
    [['036000291452', 'Tea', '1e5'], 'Quantity', 'Please enter a whole number'],
    [['036000291452', 'Tea', '1', 'free'], 'Price', 'Please enter a price such as 12.50'],
    [['036000291452', 'Tea', '1', '0'], 'Price', 'The price must be greater than 0'],
    [['036000291452', 'Tea', '1', '', 'javascript:x'], 'Link', 'Please enter a valid link (http:// or https://)'],
    [['036000291452', 'x'.repeat(501)], 'Item name', 'At most 500 characters'],
  ])('rejects %j', (cells, column, message) => {
    const { row, problems } = check(...cells)
    expect(row).toBeUndefined()
    expect(problems).toContainEqual({ line: 7, column, message, severity: 'error', value: expect.any(String) })
  })

  it.each([
    ['12,000', 12_000],
    ['1,000,000', 1_000_000],
    ['20.00', 20],
    ["'\t5", 5],
    ['', 0],
  ])('reads the quantity %j', (cell, quantity) =>
    expect(check('036000291452', 'Tea', cell)).toMatchObject({ row: { quantity }, problems: [] }),
  )

  it('gives rows without a quantity the one that was chosen for them', () =>
    expect(
      new ImportChecker(guessColumns(headers), categoryIds([]), 4).check({ line: 7, cells: ['036000291452', 'Tea'] }).row?.quantity,
    ).toBe(4))

  it('accepts a suspicious row, with a warning', () => {
    const checker = new ImportChecker(guessColumns(headers), categoryIds([]))
    expect(checker.check({ line: 2, cells: ['4006381333932', 'Tea', '1.0'] })).toMatchObject({
      row: { quantity: 1 },
      problems: [{ line: 2, severity: 'warning', message: 'The check digit of this barcode is wrong' }],
    })
    checker.check({ line: 3, cells: ['036000291452', 'Tea'] })
    expect(checker.check({ line: 4, cells: ['0036000291452', 'Tea'] })).toMatchObject({
      row: { quantity: 0 },
      problems: [{ line: 4, severity: 'warning', message: REPEATED_FROM_3 }],
      isRepeated: true,
    })
  })

  it('warns of a repeated barcode only if the earlier row comes in', () => {
    const checker = new ImportChecker(guessColumns(headers), categoryIds([]))
    checker.check({ line: 2, cells: ['036000291452', 'Tea', 'many'] })
    expect(checker.check({ line: 3, cells: ['036000291452', 'Tea', '1'] })).toMatchObject({ problems: [], isRepeated: false })
    expect(checker.check({ line: 4, cells: ['036000291452', 'Tea', '1'] }).problems).toMatchObject([{ message: REPEATED_FROM_3 }])
  })

  it('removes invisible characters from barcodes, but from no other text', () => {
    expect(check('\u202a036000291452\u202c', 'Tea\u200b')).toMatchObject({
      row: { texts: { barcode1: '036000291452', itemName: 'Tea\u200b' } },
      problems: [],
    })
  })

  it('rejects a misquoted row that contains later lines, and warns of a misquoted row on a single line', () => {
    const checker = new ImportChecker(guessColumns(headers), categoryIds([]))
    expect(checker.check({ line: 7, cells: [' 036000291452 ', 'Tea,1\n4006381333931,Pen\n'], isMisquoted: true })).toEqual({
      problems: [
        {
          line: 7,
          column: 'Row',
          value: '036000291452',
          message: 'A quotation mark is not closed: everything up to line 9 was read as this one row',
          severity: 'error',
        },
      ],
    })
    expect(checker.check({ line: 10, cells: ['4006381333931', '5" lamp'], isMisquoted: true })).toMatchObject({
      row: { texts: { itemName: '5" lamp' } },
      problems: [{ line: 10, severity: 'warning' }],
    })
  })

  it('skips blank rows and removes the apostrophe that an export adds', () => {
    expect(check('', ' ', '')).toEqual({ problems: [] })
    expect(check("'=1+1", "'-Tea").row?.texts).toMatchObject({ barcode1: '=1+1', itemName: '-Tea' })
    expect(check("'=1+1", " '-Tea").row?.texts).toMatchObject({ itemName: '-Tea' })
  })
})

describe('category and condition of a row', () => {
  const columns = guessColumns(['Name', 'Barcode', 'Category', 'Condition'])
  const shoes = { id: testId(1), name: 'Shoes', list: 'shop' } as const
  const read = (category: string, condition: string) =>
    new ImportChecker(columns, categoryIds([shoes])).check({ line: 2, cells: ['Boots', '036000291452', category, condition] })

  it('are read in people’s words', () => {
    expect(read('SHOES', 'Like new').row?.texts).toMatchObject({ categoryId: shoes.id, condition: 'like_new' })
    expect(read('', 'NWT').row?.texts).toMatchObject({ categoryId: '', condition: 'new' })
    expect(read('Hats', 'For parts or repair').row?.texts).toMatchObject({ categoryId: categoryIds([])('Hats'), condition: 'poor' })
  })
  it('warn of a condition that is none, and refuse too long a name', () => {
    const shiny = read('Shoes', 'shiny')
    expect(shiny.row?.texts).toMatchObject({ categoryId: shoes.id, condition: '' })
    expect(shiny.problems).toMatchObject([{ column: 'Condition', value: 'shiny', severity: 'warning' }])
    expect(read('x'.repeat(61), '').problems).toMatchObject([{ column: 'Category', message: 'At most 60 characters', severity: 'error' }])
  })
})
