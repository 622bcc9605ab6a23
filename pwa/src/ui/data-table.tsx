import { useElementSize } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type CSSProperties, type MouseEvent, type ReactNode, type RefObject, useCallback, useId, useMemo, useRef } from 'react'
import classes from './data-table.module.css'
import {
  CARDS_BELOW_PX,
  type Column,
  nextSorting,
  type Sorting,
  type TableGrid,
  type TableProps,
  tableGrid,
  visibleColumns,
} from './data-table-columns.ts'
import { CardRow, TableRow } from './data-table-row.tsx'
import { NoRows, TableSkeletons } from './table-states.tsx'
import { useNeededWidth } from './use-needed-width.ts'
import { useRowFocus } from './use-row-focus.ts'
import { CARD_PX, ROW_PX, useRowWindow } from './use-row-window.ts'

const SKELETON_ROWS = 8

type Props<R> = TableProps<R> & {
  /** Track of the buttons; a fixed width, since `max-content` does not line up between rows. */
  readonly actionsWidth?: string
  /** Runs on Enter or a tap on the row. */
  readonly onOpen?: (row: R) => void
  readonly sorting?: Sorting | null
  readonly onSort?: (sorting: Sorting) => void
  /** A row as a card, buttons included; by default the columns make the card. */
  readonly card?: (row: R) => ReactNode
  /** Fixed height of the table's rows, px. */
  readonly rowPx?: number
  /** Below the last row: the count, Load More. */
  readonly footer?: ReactNode
}

/** A long list: virtualised, with a fixed head and keyboard navigation. Where the table is narrow, rows become cards. */
export function DataTable<R>({ label, rows, columns, rowId, actions, actionsWidth = '8rem', onOpen, ...rest }: Props<R>) {
  const { isLoading = false, empty, filter = null, sorting, onSort, card, cardsBelowPx = CARDS_BELOW_PX, rowPx = ROW_PX, footer } = rest
  const { ref: frame, width } = useElementSize()
  const list = useRef<HTMLElement>(null)
  const hintId = useId()
  // only the head is measured, because all rows share its tracks
  const { measured, neededPx } = useNeededWidth<HTMLTableSectionElement>(width)
  const isCards = width > 0 && width < Math.max(cardsBelowPx, neededPx)
  const shown = useMemo(() => (isCards ? columns : visibleColumns(columns, width || Number.POSITIVE_INFINITY)), [columns, isCards, width])
  const view = useRowWindow({ list, rows, rowId, isCards, isLoading, rowPx })
  const focus = useRowFocus({
    list,
    count: rows.length,
    hasRow: (id) => rows.some((row) => rowId(row) === id),
    scrollTo: view.scrollTo,
    onOpen: onOpen && ((index) => onOpen(rows[index] as R)),
  })

  const grid = useMemo(() => tableGrid(shown, actions ? actionsWidth : null), [shown, actions, actionsWidth])
  const drawn = view.drawn.map(({ index, key, startPx }) => {
    const row = rows[index]
    if (row === undefined) return null
    const shared = { row, id: rowId(row), index, columns: shown, places: grid.places, actions, onOpen, startPx }
    const props = { ...shared, isActive: index === focus.active, hintId: onOpen && hintId, onFocus: focus.setActive }
    return isCards ? <CardRow key={key} {...props} card={card} measure={view.measure} /> : <TableRow key={key} {...props} />
  })
  const events = { onKeyDown: focus.onKeyDown, onClickCapture: useOneRowClicks() }
  const body = { className: classes.body, style: { blockSize: view.heightPx } }
  return (
    <div
      ref={frame}
      className={classes.frame}
      data-cards={isCards || undefined}
      data-two-lines={grid.places.size > 0 || undefined}
      style={measuresOf(grid, rowPx)}
    >
      {isCards ? (
        <ul ref={list as RefObject<HTMLUListElement | null>} aria-label={label} {...body} {...events}>
          {drawn}
        </ul>
      ) : (
        // rows out of sight are not in the page, so `aria-rowcount` says how many there are
        <table className={classes.table} aria-label={label} aria-rowcount={rows.length + 1} aria-busy={isLoading} {...events}>
          <Head
            measured={measured}
            columns={shown}
            places={grid.places}
            hasActions={actions !== undefined}
            sorting={sorting}
            onSort={onSort}
          />
          <tbody ref={list as RefObject<HTMLTableSectionElement | null>} {...body}>
            {drawn}
          </tbody>
        </table>
      )}
      {onOpen && <OpenHint id={hintId} />}
      {isLoading && <TableSkeletons count={SKELETON_ROWS} heightPx={(isCards ? CARD_PX : rowPx) - 32} />}
      {!isLoading && rows.length === 0 && <NoRows empty={empty} filter={filter} />}
      {footer !== undefined && <div className={classes.footer}>{footer}</div>}
    </div>
  )
}

const measuresOf = ({ rowTracks, headTracks }: TableGrid, rowPx: number) =>
  ({ '--table-tracks': rowTracks, '--table-head-tracks': headTracks, '--table-row': `${rowPx}px` }) as CSSProperties

const OpenHint = ({ id }: { readonly id: string }) => (
  <span id={id} hidden>
    Enter opens it
  </span>
)

type HeadProps<R> = {
  readonly measured: RefObject<HTMLTableSectionElement | null>
  readonly columns: readonly Column<R>[]
  readonly places: TableGrid['places']
  readonly hasActions: boolean
  readonly sorting: Sorting | null | undefined
  readonly onSort: ((sorting: Sorting) => void) | undefined
}

function Head<R>({ measured, columns, places, hasActions, sorting, onSort }: HeadProps<R>) {
  return (
    <thead ref={measured} className={classes.head}>
      <tr className={classes.headRow} aria-rowindex={1}>
        {columns.map((column) => {
          const direction = sorting?.key === column.key ? (sorting.descending ? 'descending' : 'ascending') : undefined
          const hasNoTrack = column.isHeaderHidden && places.size > 0
          return (
            <th
              key={column.key}
              scope="col"
              className={hasNoTrack ? 'shop-visually-hidden' : classes.headCell}
              data-below={column.below}
              data-align={column.align}
              aria-sort={direction}
            >
              {column.isSortable && onSort ? (
                <button type="button" className={classes.sort} onClick={() => onSort(nextSorting(sorting, column.key))}>
                  {column.header}
                  {direction === 'ascending' && <IconArrowUp aria-hidden="true" />}
                  {direction === 'descending' && <IconArrowDown aria-hidden="true" />}
                </button>
              ) : (
                <span className={column.isHeaderHidden ? 'shop-visually-hidden' : undefined}>{column.header}</span>
              )}
            </th>
          )
        })}
        {hasActions && (
          <th scope="col" className={classes.headCell} data-align="end">
            Actions
          </th>
        )}
      </tr>
    </thead>
  )
}

/** Ignores the second click of a double click when the first click removed its row or turned a switch. Otherwise the second click would hit the row
 *  that moved up under the pointer, or turn the switch back. */
function useOneRowClicks(): (event: MouseEvent) => void {
  const clickedId = useRef<string | null>(null)
  return useCallback((event: MouseEvent) => {
    const target = event.target as Element
    const id = target.closest<HTMLElement>('[data-row-id]')?.dataset.rowId ?? null
    // `detail` counts clicks at one spot and is 0 for the keyboard
    if (event.detail <= 1) clickedId.current = id
    else if (id !== clickedId.current || target.closest('.mantine-Switch-root')) {
      event.preventDefault()
      event.stopPropagation()
    }
  }, [])
}
