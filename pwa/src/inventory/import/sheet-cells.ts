import { InvalidInputError, InvalidSpreadsheetError, readSheet, SheetNotFoundError } from 'read-excel-file/web-worker'

/** Number of digits that a spreadsheet keeps of a number. Further digits come from the calculation with binary fractions. */
const KEPT_DIGITS = 15

/** Writes a number as a spreadsheet shows it: barcodes without an exponent, prices without the traces of binary fractions. */
const numberText = (text: string) => {
  const value = Number(text)
  return Number.isFinite(value) ? String(Number(value.toPrecision(KEPT_DIGITS))) : text
}

const textOf = (cell: unknown) => {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell)
}

/** Reads the first sheet of an Excel file (.xlsx) as the texts that a CSV file of it would have, blank rows included. Answers null for a file that is
 *  no spreadsheet or is damaged. */
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
