import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { grouped } from './counted.ts'

/** Rows chosen for one act on all of them, and the acts. The list owns the choice, so that it survives a search. */
export type Selection<R> = {
  readonly ids: ReadonlySet<string>
  readonly onChange: (ids: ReadonlySet<string>) => void
  /** All rows of the present search, of which the table may show only the first. */
  readonly matching: readonly R[]
  /** Names a row for screen readers. */
  readonly nameOf: (row: R) => string
  /** Names of the rows: "item", "items". */
  readonly nouns: readonly [one: string, many: string]
  /** Buttons of the bar, and the progress of an act under way. */
  readonly actions: ReactNode
}

export const NONE_SELECTED: ReadonlySet<string> = new Set()

/** The selection after a row was ticked or unticked; with `anchorId`, so are all rows from there to this one. */
export function toggled(ids: ReadonlySet<string>, rowIds: readonly string[], index: number, anchorId: string | null): ReadonlySet<string> {
  const id = rowIds[index]
  if (id === undefined) return ids
  const anchor = anchorId === null ? -1 : rowIds.indexOf(anchorId)
  const [from, to] = anchor === -1 ? [index, index] : [Math.min(anchor, index), Math.max(anchor, index)]
  return marked(ids, rowIds.slice(from, to + 1), !ids.has(id))
}

/** The selection with all of these rows, or without them. */
export function marked(ids: ReadonlySet<string>, rowIds: readonly string[], isSelected: boolean): ReadonlySet<string> {
  const next = new Set(ids)
  for (const id of rowIds) {
    if (isSelected) next.add(id)
    else next.delete(id)
  }
  return next
}

/** "3 selected", and how many of them the present search hides. */
export function selectionWords(count: number, hiddenCount: number): string {
  if (hiddenCount === 0) return `${grouped(count)} selected`
  return `${grouped(count)} selected, ${hiddenCount === count ? 'all' : grouped(hiddenCount)} outside this search`
}

/** The selection as the table works with it. */
export type RowSelection = ReturnType<typeof useRowSelection>

/** Ticks single rows and ranges. `toggle` stays the same function, so that only the rows that change render. */
export function useRowSelection<R>(selection: Selection<R> | undefined, rows: readonly R[], rowId: (row: R) => string) {
  const now = useRef({ selection, rows, rowId })
  now.current = { selection, rows, rowId }
  const anchorId = useRef<string | null>(null)
  const toggle = useCallback((index: number, isRange: boolean) => {
    const { selection: chosen, rows: shown, rowId: idOf } = now.current
    const row = shown[index]
    if (!chosen || row === undefined) return
    chosen.onChange(toggled(chosen.ids, shown.map(idOf), index, isRange ? anchorId.current : null))
    anchorId.current = idOf(row)
  }, [])
  const ids = selection?.ids ?? NONE_SELECTED
  const matching = selection?.matching ?? rows
  const counts = useMemo(() => countsOf(ids, rows, matching, rowId), [ids, rows, matching, rowId])
  const markShown = (isSelected: boolean) => selection?.onChange(marked(selection.ids, rows.map(rowId), isSelected))
  const selectAll = () => selection?.onChange(marked(selection.ids, selection.matching.map(rowId), true))
  return { count: ids.size, counts, toggle, markShown, selectAll }
}

/** Numbers of selected rows: of those shown, and of those that the search hides. */
export type SelectionCounts = { readonly shown: number; readonly hidden: number }

function countsOf<R>(ids: ReadonlySet<string>, rows: readonly R[], matching: readonly R[], rowId: (row: R) => string): SelectionCounts {
  if (ids.size === 0) return { shown: 0, hidden: 0 }
  const among = (list: readonly R[]) => list.reduce((count, row) => count + (ids.has(rowId(row)) ? 1 : 0), 0)
  return { shown: among(rows), hidden: ids.size - among(matching) }
}
