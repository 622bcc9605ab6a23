import { InvalidInputError, InvalidSpreadsheetError, readSheet, SheetNotFoundError } from 'read-excel-file/web-worker'

/** Number of digits that a spreadsheet keeps of a number. Further digits come from the calculation with binary fractions. */
const KEPT_DIGITS = 15

/** Writes a number: barcodes without an exponent, prices without the traces of binary fractions. A number that has lost digits keeps its exponent, by
 *  which the check of the rows knows it. */
const numberText = (text: string) => {
  const value = Number(text)
  if (!Number.isFinite(value)) return text
  return Math.abs(value) < 10 ** KEPT_DIGITS ? String(Number(value.toPrecision(KEPT_DIGITS))) : value.toExponential().toUpperCase()
}

const textOf = (cell: unknown) => {
  if (cell === null) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell)
}

/** Reads the cells of an Excel file's (.xlsx) first sheet as texts, blank rows included. Errors and formulas without a result are '', a date is its day,
 *  and number formats count for nothing. Answers null for a file that is no spreadsheet or is damaged. */
export async function sheetCells(file: Blob): Promise<string[][] | null> {
  try {
    const rows = await readSheet<string>(file, { trim: false, parseNumber: numberText })
    return rows.map((cells) => cells.map(textOf))
  } catch (error) {
    const isDamaged = [InvalidInputError, InvalidSpreadsheetError, SheetNotFoundError].some((kind) => error instanceof kind)
    if (isDamaged) return null
    throw error
  }
}
