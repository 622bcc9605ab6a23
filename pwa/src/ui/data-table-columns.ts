import type { ReactNode } from 'react'

/** One column of a table. */
export type Column<R> = {
  readonly key: string
  readonly header: string
  /** The header is read out but not shown: for pictures. */
  readonly isHeaderHidden?: boolean
  /** Null where a row has nothing to say: a dash in the table, no line on a card. */
  readonly cell: (row: R) => ReactNode
  /** A track of CSS grid; default `minmax(6rem, 1fr)`. */
  readonly width?: string
  /** `end`: numbers and money. */
  readonly align?: 'start' | 'end'
  /** Left out when the table is narrower, in px: first those that matter least. */
  readonly hideBelow?: number
  /** The place of the value when rows are cards: beside the title (`lead`), as the title, at its end (`aside`, short),
   *  below it (`below`), as a labelled line, or nowhere. */
  readonly card?: 'lead' | 'title' | 'aside' | 'below' | 'line' | 'hidden'
  /** May be sorted by. */
  readonly isSortable?: boolean
}

/** Set while a search or filter is on: an empty table then says so and offers to clear it. */
export type TableFilter = { readonly message: string; readonly onClear: () => void } | null

/** Everything DataTable and TallTable have in common. */
export type TableProps<R> = {
  /** Names the table. */
  readonly label: string
  readonly rows: readonly R[]
  readonly columns: readonly Column<R>[]
  readonly rowId: (row: R) => string
  /** Buttons of a row. */
  readonly actions?: (row: R) => ReactNode
  readonly isLoading?: boolean
  /** Shown when there are no rows at all. */
  readonly empty: ReactNode
  readonly filter?: TableFilter
  /** Width of the table, px, below which rows are cards. */
  readonly cardsBelowPx?: number
}

/** The column rows are sorted by, and in which direction. */
export type Sorting = { readonly key: string; readonly descending: boolean }

/** Below this width of the table, in px, rows are cards: a phone shows no row without cutting it off. */
export const CARDS_BELOW_PX = 640

/** The columns that fit. */
export function visibleColumns<R>(columns: readonly Column<R>[], widthPx: number): readonly Column<R>[] {
  return columns.filter((column) => column.hideBelow === undefined || widthPx >= column.hideBelow)
}

/** The tracks of one row; `actionsWidth` is the track of the row's buttons. */
export function gridTracks<R>(columns: readonly Column<R>[], actionsWidth: string | null): string {
  const tracks = columns.map((column) => column.width ?? 'minmax(6rem, 1fr)')
  return (actionsWidth === null ? tracks : [...tracks, actionsWidth]).join(' ')
}

/** The sorting after a click on a header: the same column again turns the direction. */
export function nextSorting(current: Sorting | null | undefined, key: string): Sorting {
  return { key, descending: current?.key === key && !current.descending }
}
