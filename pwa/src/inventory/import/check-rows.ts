import { barcodeKeys } from '@shop/shared/inventory/rules/barcodes.ts'
import type { ColumnMapping } from '@shop/shared/inventory/rules/import-columns.ts'
import { type CheckedImportRow, ImportChecker, type ImportProblem, type RawImportRow } from '@shop/shared/inventory/rules/import-rows.ts'
import type { Categories } from '../../ui/use-categories.ts'

export type CheckedFile = {
  /** Importable rows. */
  readonly rows: readonly CheckedImportRow[]
  readonly problems: readonly ImportProblem[]
  /** Number of rows that an error excludes. */
  readonly errorRows: number
  /** Number of importable rows with a warning. */
  readonly warningRows: number
  /** Number of importable rows whose barcode already exists in the target inventory. */
  readonly knownRows: number
  /** Number of importable rows whose barcode an earlier row of the file brings in. */
  readonly repeatedRows: number
  /** Categories that the importable rows name and the shop does not have. */
  readonly newCategories: readonly NewCategory[]
}

export type NewCategory = { readonly id: string; readonly name: string }

/** Number of rows checked before the page may draw and handle input. */
const SLICE_ROWS = 2_000

const yieldToPage = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

export type CheckOptions = {
  readonly mapping: ColumnMapping
  /** Quantity of rows without one. */
  readonly defaultQuantity: number
  /** The barcodes in the target inventory, as they are stored. */
  readonly knownBarcodes: ReadonlySet<string>
  readonly categories: Pick<Categories, 'nameOf' | 'idOf'>
  readonly onProgress?: (part: number) => void
  readonly signal: AbortSignal
}

/** Checks every row of a file, in slices. Rejects with the signal's reason when aborted. */
export async function checkRows(
  raw: readonly RawImportRow[],
  { mapping, defaultQuantity, knownBarcodes, categories, onProgress, signal }: CheckOptions,
): Promise<CheckedFile> {
  const named = new Map<string, string>()
  const categoryId = (name: string) => {
    const id = categories.idOf(name)
    if (!named.has(id)) named.set(id, name)
    return id
  }
  const checker = new ImportChecker(mapping, categoryId, defaultQuantity)
  const rows: CheckedImportRow[] = []
  const problems: ImportProblem[] = []
  let errorRows = 0
  let warningRows = 0
  let knownRows = 0
  let repeatedRows = 0
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
      else if (checked.isRepeated) repeatedRows += 1
    }
    onProgress?.(Math.min(1, (at + SLICE_ROWS) / raw.length))
    await yieldToPage()
    signal.throwIfAborted()
  }
  const used = new Set(rows.map(({ texts }) => texts.categoryId))
  const newCategories = [...named].flatMap(([id, name]) => (used.has(id) && categories.nameOf(id) === '' ? [{ id, name }] : []))
  return { rows, problems, errorRows, warningRows, knownRows, repeatedRows, newCategories }
}
