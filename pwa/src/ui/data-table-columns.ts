import type { ReactNode } from 'react'

export type Column<R> = {
  readonly key: string
  readonly header: string
  /** Hides the header from sight, not from screen readers: for pictures. */
  readonly isHeaderHidden?: boolean
  /** Null for a row without a value: a dash in the table, no line on a card. */
  readonly cell: (row: R) => ReactNode
  /** Track of the CSS grid; default `minmax(6rem, 1fr)`. */
  readonly width?: string
  /** `end`: numbers and money. */
  readonly align?: 'start' | 'end'
  /** Hides the column in a table narrower than this, px, so that the least important columns go first. */
  readonly hideBelow?: number
  /** Place of the value on a card: beside the title (`lead`), as the title, at its end (`aside`, short), below it (`below`), as a labelled line,
   *  or nowhere. */
  readonly card?: 'lead' | 'title' | 'aside' | 'below' | 'line' | 'hidden'
  readonly isSortable?: boolean
}

/** Set while a search or filter is on. An empty table then shows this message and offers to clear the filter. */
export type TableFilter = { readonly message: string; readonly onClear: () => void } | null

/** Props that DataTable and TallTable share. */
export type TableProps<R> = {
  /** Accessible name of the table. */
  readonly label: string
  readonly rows: readonly R[]
  readonly columns: readonly Column<R>[]
  readonly rowId: (row: R) => string
  readonly actions?: (row: R) => ReactNode
  readonly isLoading?: boolean
  /** Shown when the table has no rows at all. */
  readonly empty: ReactNode
  readonly filter?: TableFilter
  /** Width of the table, px, below which rows become cards. */
  readonly cardsBelowPx?: number
}

export type Sorting = { readonly key: string; readonly descending: boolean }

/** Default of DataTable for `cardsBelowPx`: a phone would cut off every row. */
export const CARDS_BELOW_PX = 640

export function visibleColumns<R>(columns: readonly Column<R>[], widthPx: number): readonly Column<R>[] {
  return columns.filter((column) => column.hideBelow === undefined || widthPx >= column.hideBelow)
}

/** Grid tracks of a row; `actionsWidth` is the track of its buttons. */
export function gridTracks<R>(columns: readonly Column<R>[], actionsWidth: string | null): string {
  const tracks = columns.map((column) => column.width ?? 'minmax(6rem, 1fr)')
  return (actionsWidth === null ? tracks : [...tracks, actionsWidth]).join(' ')
}

/** Sorting after a click on a header. A second click on the same column reverses the direction. */
export function nextSorting(current: Sorting | null | undefined, key: string): Sorting {
  return { key, descending: current?.key === key && !current.descending }
}
