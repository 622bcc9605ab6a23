import { normaliseSearchText, storableText } from '../../kernel/text.ts'

/** Computes the GS1 check digit (mod 10). `digits`: the code without its last digit. */
export function gtinCheckDigit(digits: string): number {
  let sum = 0
  for (let i = 0; i < digits.length; i++) sum += Number(digits[digits.length - 1 - i]) * (i % 2 === 0 ? 3 : 1)
  return (10 - (sum % 10)) % 10
}

/** True when the code is an EAN-8, UPC-A, EAN-13 or GTIN-14 with the right check digit. */
export function isValidGtin(code: string): boolean {
  return /^(?:\d{8}|\d{12,14})$/.test(code) && gtinCheckDigit(code.slice(0, -1)) === Number(code.at(-1))
}

/** Expands a UPC-E code, which has 8 digits and begins with 0, to its 12-digit UPC-A. Returns undefined for any other code. */
export function expandUpcE(code: string): string | undefined {
  if (!/^0\d{7}$/.test(code)) return undefined
  const [a, b, c, d, e, last, check] = [...code.slice(1)] as [string, string, string, string, string, string, string]
  // each UPC-A has only one valid short form
  if ((last === '3' && c <= '2') || (last === '4' && d === '0') || (last >= '5' && e === '0')) return undefined
  const middle = ((): string => {
    if (last <= '2') return `${a}${b}${last}0000${c}${d}${e}`
    if (last === '3') return `${a}${b}${c}00000${d}${e}`
    if (last === '4') return `${a}${b}${c}${d}00000${e}`
    return `${a}${b}${c}${d}${e}0000${last}`
  })()
  const expanded = `0${middle}${check}`
  return isValidGtin(expanded) ? expanded : undefined
}

/** Shortens a UPC-A to its 8-digit UPC-E; undefined when it has none. */
function compressUpcA(upcA: string): string | undefined {
  const [maker, product, check] = [upcA.slice(1, 6), upcA.slice(6, 11), upcA.slice(11)]
  const bodies = [
    `${maker.slice(0, 2)}${product.slice(2)}${maker[2]}`,
    `${maker.slice(0, 3)}${product.slice(3)}3`,
    `${maker.slice(0, 4)}${product[4]}4`,
    `${maker}${product[4]}`,
  ]
  return bodies.map((body) => `0${body}${check}`).find((code) => expandUpcE(code) === upcA)
}

/** Trims a code for comparison. Letters and leading zeros stay. */
const scanned = (code: string): string => code.trim()

/** Cleans a typed, pasted or imported barcode: removes invisible characters and replaces full-width digits. */
export const enteredBarcode = (text: string): string => normaliseSearchText(storableText(text))

/** Lists every spelling under which this product may be stored, the code itself first: UPC-A, EAN-13, GTIN-14 and UPC-E. An EAN-8 has one
 *  spelling, and so has a code that is neither a valid GTIN nor a UPC-E. */
export function barcodeKeys(code: string): string[] {
  const own = scanned(code)
  const keys = new Set([own])
  const gtin = own.length === 8 ? expandUpcE(own) : own
  if (gtin === undefined || !isValidGtin(gtin)) return [own]
  const padded = gtin.padStart(14, '0')
  for (const length of [14, 13, 12]) if (/^0*$/.test(padded.slice(0, 14 - length))) keys.add(padded.slice(14 - length))
  const upcE = padded.startsWith('00') ? compressUpcA(padded.slice(2)) : undefined
  if (upcE !== undefined) keys.add(upcE)
  return [...keys]
}

/** True when two codes mean the same product. */
export function sameBarcode(a: string, b: string): boolean {
  return barcodeKeys(a).includes(scanned(b))
}

/** True for a number that a spreadsheet shortened, such as `8.02E+12`. Its digits are lost. */
export function isSpreadsheetNumber(code: string): boolean {
  return /^[+-]?\d+(?:[.,]\d+)?[eE]\+?\d+$/.test(code.trim())
}

/** Returns a warning about a suspicious barcode, or null. It only warns, because shops make their own codes. */
export function barcodeWarning(code: string): string | null {
  const own = scanned(code)
  if (own === '' || isValidGtin(own) || expandUpcE(own)) return null
  if (isSpreadsheetNumber(own)) return 'A spreadsheet has shortened this number: the digits are lost'
  if (/^\d{9}[\dXx]$/.test(own)) return isIsbn10(own) ? null : (withLostZeros(own) ?? 'The check digit of this ISBN-10 is wrong')
  if (!/^\d+$/.test(own)) return /\p{L}/u.test(own) ? null : 'This barcode contains other characters than digits; scanners send digits only'
  const lost = withLostZeros(own)
  if (lost) return lost
  if (own.length === 8 || (own.length >= 12 && own.length <= 14)) return 'The check digit of this barcode is wrong'
  return `${own.length} digits are no usual barcode length (8, 12, 13 or 14)`
}

function withLostZeros(digits: string): string | null {
  const upcA = digits.padStart(12, '0')
  return digits.length >= 10 && isValidGtin(upcA) ? `A leading zero seems to be lost: ${upcA}` : null
}

function isIsbn10(code: string): boolean {
  let sum = 0
  for (let i = 0; i < 10; i++) sum += (code[i]?.toUpperCase() === 'X' ? 10 : Number(code[i])) * (10 - i)
  return sum % 11 === 0
}
