import { barcodeKeys } from '@shop/shared/inventory/rules/barcodes.ts'
import type { ColumnMapping } from '@shop/shared/inventory/rules/import-columns.ts'
import { type CheckedImportRow, ImportChecker, type ImportProblem, type RawImportRow } from '@shop/shared/inventory/rules/import-rows.ts'

/** What checking a file found. */
export type CheckedFile = {
  /** Rows that can be imported. */
  readonly rows: readonly CheckedImportRow[]
  readonly problems: readonly ImportProblem[]
  /** Rows that an error keeps out. */
  readonly errorRows: number
  /** Rows that can be imported, with something to look at. */
  readonly warningRows: number
  /** Rows that can be imported and whose barcode the target inventory already holds. */
  readonly knownRows: number
}

/** Rows checked between two breaths of the page. */
const SLICE_ROWS = 2_000

const breathe = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

export type CheckOptions = {
  readonly mapping: ColumnMapping
  /** Quantity of rows that name none. */
  readonly defaultQuantity: number
  /** Every spelling of the barcodes the target inventory holds. */
  readonly knownBarcodes: ReadonlySet<string>
  readonly onProgress?: (part: number) => void
  readonly signal: AbortSignal
}

/** Checks every row of a file, in slices. Rejects with the signal's reason when it was given up. */
export async function checkRows(
  raw: readonly RawImportRow[],
  { mapping, defaultQuantity, knownBarcodes, onProgress, signal }: CheckOptions,
): Promise<CheckedFile> {
  const checker = new ImportChecker(mapping, defaultQuantity)
  const rows: CheckedImportRow[] = []
  const problems: ImportProblem[] = []
  let errorRows = 0
  let warningRows = 0
  let knownRows = 0
  for (let at = 0; at < raw.length; at += SLICE_ROWS) {
    for (const one of raw.slice(at, at + SLICE_ROWS)) {
      const checked = checker.check(one)
      problems.push(...checked.problems)
      if (!checked.row) {
        errorRows += 1
        continue
      }
      rows.push(checked.row)
      if (checked.problems.length > 0) warningRows += 1
      if (knownBarcodes.size > 0 && barcodeKeys(checked.row.texts.barcode1).some((key) => knownBarcodes.has(key))) knownRows += 1
    }
    onProgress?.(Math.min(1, (at + SLICE_ROWS) / raw.length))
    await breathe()
    signal.throwIfAborted()
  }
  return { rows, problems, errorRows, warningRows, knownRows }
}
