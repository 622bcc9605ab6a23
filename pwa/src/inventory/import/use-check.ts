import type { ColumnMapping } from '@shop/shared/inventory/rules/import-columns.ts'
import { missingColumns } from '@shop/shared/inventory/rules/import-columns.ts'
import { items } from '@shop/shared/inventory/schema.ts'
import { useEffect, useMemo, useState } from 'react'
import { useLive } from '../../sync/api.ts'
import { useCategories } from '../../ui/use-categories.ts'
import { type CheckedFile, checkRows } from './check-rows.ts'
import type { FileContent } from './read-file.ts'

/** Checks the rows whenever file, mapping, quantity or target change. `checked` is null during a check, or while required columns are missing. */
export function useCheck(
  content: FileContent,
  mapping: ColumnMapping,
  defaultQuantity: number,
  consignorId: string | null,
): { checked: CheckedFile | null; part: number } {
  // `useLive` compares the elements of the list, so a changed barcode restarts the check, but a sale at the till does not
  const known = useLive(
    (view) =>
      view
        .all(items)
        .filter((item) => item.consignorId === consignorId)
        .map((item) => item.barcode1.trim()),
    [consignorId],
  )
  const categories = useCategories()
  const knownBarcodes = useMemo(() => new Set(known), [known])
  const [state, setState] = useState<{ checked: CheckedFile | null; part: number }>({ checked: null, part: 0 })

  useEffect(() => {
    setState({ checked: null, part: 0 })
    if (missingColumns(mapping).length > 0) return
    const stop = new AbortController()
    const onProgress = (part: number) => setState((before) => (stop.signal.aborted ? before : { checked: null, part }))
    checkRows(content.rows, { mapping, defaultQuantity, knownBarcodes, categories, onProgress, signal: stop.signal }).then(
      (checked) => setState({ checked, part: 1 }),
      (thrown: unknown) => {
        if (!stop.signal.aborted) throw thrown
      },
    )
    return () => stop.abort()
  }, [content, mapping, defaultQuantity, knownBarcodes, categories])
  return state
}
