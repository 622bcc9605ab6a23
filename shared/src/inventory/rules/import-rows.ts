import { readCsvCell } from '../../kernel/csv.ts'
import { FIELD_NAMES } from '../field-names.ts'
import { type ItemFieldName, STORED_FIELDS, type StoredFieldName } from '../fields.ts'
import { type ItemTexts, quantitySchema } from '../schema.ts'
import { barcodeKeys, barcodeWarning, enteredBarcode, isSpreadsheetNumber } from './barcodes.ts'
import type { CategoryIds } from './categories.ts'
import { conditionIn } from './conditions.ts'
import { readTexts } from './entered-texts.ts'
import type { ColumnMapping } from './import-columns.ts'

/** Problem of a row of a file; an error rejects the row, a warning does not. `line`: first line of the row, from 1; `column`: the field's label, or
 *  "Row". */
export type ImportProblem = {
  readonly line: number
  readonly column: string
  readonly value: string
  readonly message: string
  readonly severity: 'error' | 'warning'
}

/** A row that the import can add. */
export type CheckedImportRow = { readonly line: number; readonly texts: ItemTexts; readonly quantity: number }

/** A row from the parser, with cells as text, so that leading zeros stay. `isMisquoted`: its quotation marks do not match, so its cells may contain
 *  later lines. */
export type RawImportRow = { readonly line: number; readonly cells: readonly string[]; readonly isMisquoted?: true }

/** Checks the rows of one file in order, and remembers their barcodes to warn of repeated ones. */
export class ImportChecker {
  private readonly firstLineOf = new Map<string, number>()

  /** `defaultQuantity`: the quantity of rows without a quantity, 0 or more. */
  constructor(
    private readonly mapping: ColumnMapping,
    private readonly categoryId: CategoryIds,
    private readonly defaultQuantity = 0,
  ) {}

  /** Checks a row. Returns its problems, and the row itself unless an error rejects it; a row without any text is skipped. `isRepeated`: true when an
   *  earlier row that comes in has the same barcode. */
  check({ line, cells, isMisquoted }: RawImportRow): { row?: CheckedImportRow; problems: ImportProblem[]; isRepeated?: boolean } {
    const problems: ImportProblem[] = []
    if (cells.every((cell) => cell.trim() === '')) return { problems }
    if (isMisquoted) {
      const problem = misquoted(line, cells)
      problems.push(problem)
      if (problem.severity === 'error') return { problems }
    }
    const entered = this.cellsOf(cells)
    const tell = (field: ItemFieldName, message: string, severity: ImportProblem['severity'] = 'error') =>
      problems.push({ line, column: FIELD_NAMES[field].label, value: entered[field], message, severity })

    const quantity = this.readQuantity(entered.quantity, (message) => tell('quantity', message))
    if (conditionIn(entered.condition) === undefined) {
      tell('condition', UNKNOWN_CONDITION, 'warning')
      entered.condition = ''
    }
    const { texts, problems: wrong } = readTexts(entered, this.categoryId)
    for (const { name, message } of wrong) tell(name, message)
    for (const { name, isBarcode } of STORED_FIELDS)
      if (isBarcode) this.checkBarcode(entered[name], (message, severity) => tell(name, message, severity))
    if (!texts || quantity === undefined || problems.some(({ severity }) => severity === 'error')) return { problems }
    const first = this.earlierLine(entered.barcode1, line)
    if (first !== undefined) tell('barcode1', repeatedFrom(first), 'warning')
    return { row: { line, texts, quantity }, problems, isRepeated: first !== undefined }
  }

  private cellsOf(cells: readonly string[]): Record<ItemFieldName, string> {
    const cellOf = (field: ItemFieldName) => readCsvCell((cells[this.mapping[field] ?? -1] ?? '').trim()).trim()
    const stored = STORED_FIELDS.map(({ name, isBarcode }) => [name, isBarcode ? enteredBarcode(cellOf(name)) : cellOf(name)])
    return { ...(Object.fromEntries(stored) as Record<StoredFieldName, string>), quantity: cellOf('quantity') }
  }

  private readQuantity(text: string, refuse: (message: string) => void): number | undefined {
    if (text === '') return this.defaultQuantity
    const plain = /^\d{1,3}(?:,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text
    const quantity = quantitySchema.safeParse(/^-?\d+(?:\.0+)?$/.test(plain) ? Number(plain) : Number.NaN)
    if (!quantity.success) refuse(quantity.error.issues[0]?.message ?? 'Please enter a whole number')
    return quantity.data
  }

  private checkBarcode(code: string, tell: (message: string, severity: ImportProblem['severity']) => void): void {
    if (isSpreadsheetNumber(code)) {
      tell('A spreadsheet has shortened this number and its digits are lost. Format the column as text and export it again', 'error')
      return
    }
    const warning = barcodeWarning(code)
    if (warning !== null) tell(warning, 'warning')
  }

  /** Finds the line that brought this barcode in, or remembers this one. */
  private earlierLine(code: string, line: number): number | undefined {
    const keys = barcodeKeys(code)
    const first = keys.map((key) => this.firstLineOf.get(key)).find((known) => known !== undefined)
    if (first === undefined) for (const key of keys) this.firstLineOf.set(key, line)
    return first
  }
}

const UNKNOWN_CONDITION = 'This is none of New, Like new, Good, Fair, For parts or repair. The item gets no condition'

const repeatedFrom = (line: number): string =>
  `The same barcode stands in line ${line}. With Skip this row is left out, with Update its quantity is added to line ${line}, with Add it is a second item`

function misquoted(line: number, cells: readonly string[]): ImportProblem {
  const lastLine = cells.reduce((at, cell) => at + cell.split('\n').length - 1, line)
  const about = { line, column: 'Row', value: (cells[0] ?? '').trim() }
  return lastLine === line
    ? { ...about, message: 'A quotation mark within quotation marks is not doubled. Look at how this row was read', severity: 'warning' }
    : { ...about, message: `A quotation mark is not closed: everything up to line ${lastLine} was read as this one row`, severity: 'error' }
}
