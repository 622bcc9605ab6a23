import { useElementSize } from '@mantine/hooks'
import { type CSSProperties, type MouseEvent, type ReactNode, type RefObject, useCallback, useEffect, useId, useMemo, useRef } from 'react'
import { CardsHead, SortChoice } from './cards-head.tsx'
import { counted } from './counted.ts'
import classes from './data-table.module.css'
import { CARDS_BELOW_PX, type Sorting, type TableGrid, type TableProps, tableGrid, visibleColumns } from './data-table-columns.ts'
import { TableHead } from './data-table-head.tsx'
import { CardRow, TableRow } from './data-table-row.tsx'
import { RowCheck } from './row-check.tsx'
import { type RowSelection, type Selection, useRowSelection } from './row-selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { NoRows, TableSkeletons } from './table-states.tsx'
import { useNeededWidth } from './use-needed-width.ts'
import { useRowFocus } from './use-row-focus.ts'
import { CARD_PX, ROW_PX, useRowWindow } from './use-row-window.ts'

const SKELETON_ROWS = 8
/** Height that the bar of a selection may cover, px: two lines of it. */
const BAR_PX = 120

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
  /** Gives rows checkboxes, and a bar that acts on the chosen ones. */
  readonly selection?: Selection<R>
}

/** A long list: virtualised, with a fixed head and keyboard navigation. Where the table is narrow, rows become cards. */
export function DataTable<R>(props: Props<R>) {
  const { label, rows, rowId, actions, onOpen, selection, isLoading = false, sorting, onSort, rowPx = ROW_PX, footer } = props
  const layout = useLayout(props)
  const { isCards, grid } = layout
  const select = useRowSelection(selection, rows, rowId)
  const hintId = useId()
  const { list, drawn, body, events } = useDrawnRows(props, layout, { select, hintId })
  const check = selection && <CheckAll selection={selection} count={rows.length} select={select} isNamed={isCards} />
  return (
    <div>
      {isCards && <CardsHead check={check}>{onSort && <SortChoice columns={layout.shown} sorting={sorting} onSort={onSort} />}</CardsHead>}
      <div
        ref={layout.frame}
        className={classes.frame}
        data-cards={isCards || undefined}
        data-two-lines={grid.places.size > 0 || undefined}
        data-selecting={select.count > 0 || undefined}
        style={measuresOf(grid, rowPx)}
      >
        {isCards ? (
          <ul ref={list as RefObject<HTMLUListElement | null>} aria-label={label} {...body} {...events}>
            {drawn}
          </ul>
        ) : (
          // rows out of sight are not in the page, so `aria-rowcount` says how many there are
          <table className={classes.table} aria-label={label} aria-rowcount={rows.length + 1} aria-busy={isLoading} {...events}>
            <TableHead
              measured={layout.measured}
              columns={layout.shown}
              places={grid.places}
              hasActions={actions !== undefined}
              sorting={sorting}
              onSort={onSort}
              check={check}
            />
            <tbody ref={list as RefObject<HTMLTableSectionElement | null>} {...body}>
              {drawn}
            </tbody>
          </table>
        )}
        {onOpen && <OpenHint id={hintId} />}
        {isLoading && <TableSkeletons count={SKELETON_ROWS} heightPx={(isCards ? CARD_PX : rowPx) - 32} />}
        {!isLoading && rows.length === 0 && <NoRows empty={props.empty} filter={props.filter ?? null} />}
        {footer !== undefined && <div className={classes.footer}>{footer}</div>}
      </div>
      {selection && <SelectionBar selection={selection} counts={select.counts} onSelectAll={select.selectAll} />}
    </div>
  )
}

/** The columns that fit, or cards. */
function useLayout<R>({ columns, actions, actionsWidth = '8rem', cardsBelowPx = CARDS_BELOW_PX, selection }: Props<R>) {
  const { ref: frame, width } = useElementSize()
  // only the head is measured, because all rows share its tracks
  const { measured, neededPx } = useNeededWidth<HTMLTableSectionElement>(width)
  const isCards = width > 0 && width < Math.max(cardsBelowPx, neededPx)
  const shown = useMemo(() => (isCards ? columns : visibleColumns(columns, width || Number.POSITIVE_INFINITY)), [columns, isCards, width])
  const ends = actions ? actionsWidth : null
  const hasChecks = selection !== undefined
  const grid = useMemo(() => tableGrid(shown, ends, hasChecks), [shown, ends, hasChecks])
  return { frame, measured, isCards, shown, grid }
}

type RowNeeds = { readonly select: RowSelection; readonly hintId: string }

/** The rows in sight, and what their list listens to. */
function useDrawnRows<R>(
  { rows, rowId, actions, onOpen, selection, card, isLoading = false, rowPx = ROW_PX }: Props<R>,
  { isCards, shown, grid }: ReturnType<typeof useLayout<R>>,
  { select, hintId }: RowNeeds,
) {
  const list = useRef<HTMLElement>(null)
  const view = useRowWindow({ list, rows, rowId, isCards, isLoading, rowPx, coveredPx: select.count > 0 ? BAR_PX : 0 })
  const focus = useRowFocus({
    list,
    count: rows.length,
    hasRow: (id) => rows.some((row) => rowId(row) === id),
    scrollTo: view.scrollTo,
    onOpen: onOpen && ((index) => onOpen(rows[index] as R)),
    onSelect: selection && select.toggle,
  })
  useFocusAfter(list, select.count > 0)
  const drawn = view.drawn.map(({ index, key, startPx }) => {
    const row = rows[index]
    if (row === undefined) return null
    const id = rowId(row)
    const shared = { row, id, index, columns: shown, places: grid.places, actions, onOpen, startPx, onFocus: focus.setActive }
    const chosen = selection && {
      selectName: `Select ${selection.nameOf(row)}`,
      isSelected: selection.ids.has(id),
      onToggle: select.toggle,
    }
    const props = { ...shared, ...chosen, isActive: index === focus.active, hintId: onOpen && hintId }
    return isCards ? <CardRow key={key} {...props} card={card} measure={view.measure} /> : <TableRow key={key} {...props} />
  })
  const events = { onKeyDown: focus.onKeyDown, onClickCapture: useOneRowClicks() }
  return { list, drawn, events, body: { className: classes.body, style: { blockSize: view.heightPx } } }
}

/** Gives the focus to the list when the bar has left with it. */
function useFocusAfter(list: RefObject<HTMLElement | null>, isBarShown: boolean): void {
  const wasShown = useRef(isBarShown)
  useEffect(() => {
    const isGone = wasShown.current && !isBarShown
    wasShown.current = isBarShown
    if (isGone && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>('[data-row-index][tabindex="0"]')?.focus({ preventScroll: true })
  }, [list, isBarShown])
}

type CheckAllProps<R> = {
  readonly selection: Selection<R>
  readonly count: number
  readonly select: RowSelection
  readonly isNamed: boolean
}

function CheckAll<R>({ selection, count, select: { counts, markShown }, isNamed }: CheckAllProps<R>) {
  const state = counts.shown === 0 ? 'none' : counts.shown === count ? 'all' : 'some'
  const label = `Select ${counted(count, ...selection.nouns)} shown`
  return <RowCheck label={label} state={state} onToggle={() => markShown(state !== 'all')} isNamed={isNamed} />
}

const measuresOf = ({ rowTracks, headTracks }: TableGrid, rowPx: number) =>
  ({ '--table-tracks': rowTracks, '--table-head-tracks': headTracks, '--table-row': `${rowPx}px` }) as CSSProperties

const OpenHint = ({ id }: { readonly id: string }) => (
  <span id={id} hidden>
    Enter opens it
  </span>
)

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
