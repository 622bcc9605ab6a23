import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  barcodeKeys,
  barcodeWarning,
  enteredBarcode,
  expandUpcE,
  gtinCheckDigit,
  isSpreadsheetNumber,
  isValidGtin,
  sameBarcode,
} from './barcodes.ts'

const digits = (length: number) => fc.array(fc.nat(9), { minLength: length, maxLength: length }).map((list) => list.join(''))
const gtin = (length: number) => digits(length - 1).map((body) => body + gtinCheckDigit(body))

describe('check digits', () => {
  it.each(['96385074', '036000291452', '4006381333931', '8413000065504', '10614141000415'])('fit the code %s', (code) =>
    expect(isValidGtin(code)).toBe(true),
  )
  it.each(['4006381333932', '12345', '', 'ABCDEFGHIJKL', '40063813339310', '096385074'])('do not fit the code %j', (code) =>
    expect(isValidGtin(code)).toBe(false),
  )

  it('reveal any one wrong digit', () => {
    fc.assert(
      fc.property(fc.constantFrom(8, 12, 13, 14).chain(gtin), fc.nat(13), fc.integer({ min: 1, max: 9 }), (code, at, by) => {
        const place = at % code.length
        const wrong = code.slice(0, place) + ((Number(code[place]) + by) % 10) + code.slice(place + 1)
        expect(isValidGtin(wrong)).toBe(false)
      }),
    )
  })
})

describe('UPC-E', () => {
  it.each([
    ['01234565', '012345000065'],
    ['04252614', '042100005264'],
    ['01240136', '012400000016'],
  ])('%s is %s', (short, long) => {
    expect(expandUpcE(short)).toBe(long)
    expect(sameBarcode(short, long)).toBe(true)
    expect(sameBarcode(long, short)).toBe(true)
  })
  it.each(['01234564', '11234562', '21234565', '1234565', '901234565', '012345659'])('%s is not a UPC-E code', (code) =>
    expect(expandUpcE(code)).toBeUndefined(),
  )
})

describe('the last digit of a UPC-E', () => {
  it.each([
    ['01234505', '012000003455'],
    ['01234523', '012200003453'],
    ['01234531', '012300000451'],
    ['01231542', '012310000052'],
    ['01234152', '012341000052'],
    ['01234190', '012341000090'],
  ])('of %s says which digits of %s it leaves out', (short, long) => {
    expect(expandUpcE(short)).toBe(long)
    expect(barcodeKeys(long)).toContain(short)
  })
  it.each(['01204534', '01224532', '01230545', '01234053', '01234091'])(
    'of %s would say so of a product that has another short form',
    (code) => expect(expandUpcE(code)).toBeUndefined(),
  )
})

describe('spellings of one product', () => {
  it('include the UPC-A, the EAN-13 and the GTIN-14', () => {
    expect(sameBarcode('036000291452', '0036000291452')).toBe(true)
    expect(sameBarcode('036000291452', '00036000291452')).toBe(true)
    expect(sameBarcode('036000291452', '4006381333931')).toBe(false)
    expect(barcodeKeys(' 4006381333931 ')).toEqual(['4006381333931', '04006381333931'])
  })

  it('are only the code itself for in-house and damaged codes', () => {
    for (const code of ['SHELF-17', '0012', '12', '4006381333932']) expect(barcodeKeys(code)).toEqual([code])
  })

  it('of a case have no short form, even when the end of its number is a UPC-A that has one', () =>
    expect(barcodeKeys('31042100005264')).toEqual(['31042100005264']))

  it('do not mix an EAN-8 with a UPC-E of the same digits', () => {
    expect(barcodeKeys('10001363')).toEqual(['10001363'])
  })

  it('are the same for each of the spellings', () => {
    const code = fc.oneof(
      fc.constantFrom(8, 12, 13, 14).chain(gtin),
      gtin(12).map((upc) => `0${upc}`),
      digits(8),
      digits(6).map((body) => `0${body}0`),
      fc.string(),
    )
    fc.assert(
      fc.property(code, (one) => {
        for (const other of barcodeKeys(one)) expect(barcodeKeys(other).sort()).toEqual(barcodeKeys(one).sort())
      }),
      { numRuns: 2_000 },
    )
  })
})

it('an entered code loses invisible characters and gets plain digits', () => {
  const entered = ['\u202a4006381333931\u202c', '4006381333931\u200b', '４００６３８１３３３９３１', '\ufeff4006381333931\u00a0\r']
  for (const text of entered) expect(enteredBarcode(text)).toBe('4006381333931')
  expect(enteredBarcode(' Shelf 7 ')).toBe('Shelf 7')
})

describe('warnings', () => {
  it.each([
    ['4006381333932', 'The check digit of this barcode is wrong'],
    ['36000291452', 'A leading zero seems to be lost: 036000291452'],
    ['3600029143', 'A leading zero seems to be lost: 003600029143'],
    ['360002911', '9 digits are no usual barcode length (8, 12, 13 or 14)'],
    ['12345678901', '11 digits are no usual barcode length (8, 12, 13 or 14)'],
    ['123456789012345', '15 digits are no usual barcode length (8, 12, 13 or 14)'],
    ['96385075', 'The check digit of this barcode is wrong'],
    ['036000291453', 'The check digit of this barcode is wrong'],
    ['10614141000416', 'The check digit of this barcode is wrong'],
    ['8.02E+12', 'A spreadsheet has shortened this number: the digits are lost'],
    ['0007203116', 'The check digit of this ISBN-10 is wrong'],
    ['16023', '5 digits are no usual barcode length (8, 12, 13 or 14)'],
    ['5 013248 004537 >', 'This barcode contains other characters than digits; scanners send digits only'],
  ])('%s: %s', (code, warning) => expect(barcodeWarning(code)).toBe(warning))
  it.each(['4006381333931', '01234565', '0306406152', '080442957X', '080442957x', '', 'X001ABC', 'SHELF-17', 'SHELF-1234567890'])(
    'say nothing about %j',
    (code) => expect(barcodeWarning(code)).toBeNull(),
  )
  it.each(['8,02E+12', '9.7803109198e+12', '1E5', '+1E5', '-1E5', '12.5E+13', ' 1E5 '])(
    'recognise %s as a number that a spreadsheet shortened',
    (code) => expect(isSpreadsheetNumber(code)).toBe(true),
  )
  it.each(['E12', '12E', 'ABC1E5', '8.02', '1E5X', 'xE5', '1Ex'])('do not take %s for a shortened number', (code) =>
    expect(isSpreadsheetNumber(code)).toBe(false),
  )
})
