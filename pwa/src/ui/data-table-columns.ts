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
  /** Position in a small second line below the last column that has none. That column takes the room that the others leave, so theirs must be
   *  fixed widths. */
  readonly below?: number
  /** `end`: numbers and money. */
  readonly align?: 'start' | 'end'
  /** Hides the column in a table narrower than this, px, so that the least important columns go first. */
  readonly hideBelow?: number
  /** Place of the value on a card: beside the title (`lead`), as the title, at its end (`aside`, short), below it (`below`), as a labelled line,
   *  or nowhere. */
  readonly card?: 'lead' | 'title' | 'aside' | 'below' | 'line' | 'hidden'
  readonly isSortable?: boolean
  /** Words for its two directions where a list of cards asks for an order: "oldest first", "newest first". */
  readonly sortWords?: readonly [ascending: string, descending: string]
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

const ANY_WIDTH = 'minmax(6rem, 1fr)'
const THE_REST = 'minmax(0, 1fr)'

type Place = { readonly gridColumn: string; readonly gridRow: string }

/** Grid of a table. */
export type TableGrid = {
  readonly rowTracks: string
  /** The head has one line: what rows show below a column stands beside it there. A hidden header has no track. */
  readonly headTracks: string
  /** Places of the cells of a row by column; empty in a table of one line. */
  readonly places: ReadonlyMap<string, Place>
}

/** Track of the checkboxes, whose targets reach beyond it. */
const SELECT_TRACK = '1.25rem'

/** `actionsWidth` is the track of a row's buttons; `hasChecks`: rows begin with a checkbox. */
export function tableGrid<R>(columns: readonly Column<R>[], actionsWidth: string | null, hasChecks = false): TableGrid {
  const belowCount = columns.filter(({ below }) => below !== undefined).length
  const lead = columns.findIndex((_, at) => columns[at + 1]?.below !== undefined)
  const places = new Map<string, Place>()
  const checks = hasChecks ? [SELECT_TRACK] : []
  const rowTracks = [...checks]
  const headTracks = [...checks]
  columns.forEach(({ key, width = ANY_WIDTH, below, isHeaderHidden }, at) => {
    const track = rowTracks.length + 1
    if (below !== undefined) places.set(key, { gridColumn: `${checks.length + lead + 1 + below}`, gridRow: '2' })
    else if (belowCount > 0 && at === lead) {
      places.set(key, { gridColumn: `${track} / span ${belowCount + 1}`, gridRow: '1' })
      const group = [...Array<string>(belowCount).fill('auto'), THE_REST]
      rowTracks.push(...group)
      headTracks.push(...group)
    } else {
      if (belowCount > 0) places.set(key, { gridColumn: `${track}`, gridRow: '1 / span 2' })
      rowTracks.push(width)
      if (belowCount === 0 || !isHeaderHidden) headTracks.push(width)
    }
  })
  const ends = actionsWidth === null ? [] : [actionsWidth]
  return { rowTracks: [...rowTracks, ...ends].join(' '), headTracks: [...headTracks, ...ends].join(' '), places }
}

/** Sorting after a click on a header. A second click on the same column reverses the direction. */
export function nextSorting(current: Sorting | null | undefined, key: string): Sorting {
  return { key, descending: current?.key === key && !current.descending }
}
