import { type MouseEvent, memo, type ReactNode, useCallback, useEffect, useRef } from 'react'
import classes from './data-table.module.css'
import type { Column, TableGrid } from './data-table-columns.ts'
import { RowCheck } from './row-check.tsx'
import { limitTabStops } from './use-row-focus.ts'

/** Everything that a row renders from. The values stay the same while the table scrolls, so that only new rows render. */
export type RowProps<R> = {
  readonly row: R
  readonly id: string
  readonly index: number
  readonly columns: readonly Column<R>[]
  readonly places: TableGrid['places']
  readonly actions: ((row: R) => ReactNode) | undefined
  readonly isActive: boolean
  /** Distance from the top of the first row to the top of this one, px. */
  readonly startPx: number
  readonly onOpen: ((row: R) => void) | undefined
  /** Id of the text that tells screen readers that a row opens. */
  readonly hintId: string | undefined
  readonly onFocus: (index: number) => void
  /** Name of the checkbox; undefined where rows have none. */
  readonly selectName?: string
  readonly isSelected?: boolean
  readonly onToggle?: (index: number, isRange: boolean) => void
}

function useRow<R, Element extends HTMLElement>(props: RowProps<R>, measure?: (element: Element | null) => void) {
  const { row, id, isActive, onOpen, onFocus, index, startPx } = props
  const element = useRef<Element>(null)
  const ref = useCallback(
    (mounted: Element | null) => {
      element.current = mounted
      measure?.(mounted)
    },
    [measure],
  )
  useEffect(() => limitTabStops(element.current, isActive))
  return {
    ref,
    style: { transform: `translateY(${startPx}px)` },
    tabIndex: isActive ? 0 : -1,
    'data-row-index': index,
    'data-index': index,
    'data-row-id': id,
    'aria-describedby': props.hintId,
    'data-openable': onOpen !== undefined || undefined,
    'data-selected': props.isSelected || undefined,
    onFocus: () => onFocus(index),
    onClick: (event: MouseEvent<HTMLElement>) => {
      const isControl = (event.target as HTMLElement).closest('button, a, input, [role="menuitem"]')
      if (!isControl && window.getSelection()?.isCollapsed !== false) onOpen?.(row)
    },
  }
}

function TableRowOf<R>(props: RowProps<R>) {
  const { columns, places, row, actions, index } = props
  return (
    <tr aria-rowindex={index + 2} className={classes.row} {...useRow<R, HTMLTableRowElement>(props)}>
      {props.selectName !== undefined && (
        <td className={classes.select}>
          <SelectRow {...props} />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} className={classes.cell} data-align={column.align} data-below={column.below} style={places.get(column.key)}>
          {column.cell(row) ?? '–'}
        </td>
      ))}
      {actions && <td className={classes.actions}>{actions(row)}</td>}
    </tr>
  )
}

/** The checkbox of a row. */
function SelectRow<R>({ selectName = '', isSelected = false, onToggle, index }: RowProps<R>) {
  return <RowCheck label={selectName} state={isSelected ? 'all' : 'none'} onToggle={(isRange) => onToggle?.(index, isRange)} />
}

export const TableRow = memo(TableRowOf) as typeof TableRowOf

type CardProps<R> = RowProps<R> & {
  readonly card: ((row: R) => ReactNode) | undefined
  readonly measure: (element: HTMLLIElement | null) => void
}

function CardRowOf<R>({ measure, card, ...props }: CardProps<R>) {
  const content = card ? card(props.row) : <CardOfColumns {...props} />
  return (
    <li className={classes.card} {...useRow<R, HTMLLIElement>(props, measure)}>
      {props.selectName === undefined ? (
        content
      ) : (
        <div className={classes.cardSelect}>
          <SelectRow {...props} />
          <div className={classes.cardContent}>{content}</div>
        </div>
      )}
    </li>
  )
}

export const CardRow = memo(CardRowOf) as typeof CardRowOf

/** Title and its neighbours, then labelled lines, then the buttons. */
export function CardOfColumns<R>({ columns, row, actions }: Pick<RowProps<R>, 'columns' | 'row' | 'actions'>) {
  const placed = (place: Column<R>['card']) => columns.filter((column) => (column.card ?? 'line') === place)
  const lines = placed('line').flatMap((column) => {
    const value = column.cell(row)
    return value === null ? [] : [{ column, value }]
  })
  return (
    <>
      <div className={classes.cardHead}>
        {placed('lead').map((column) => (
          <div key={column.key}>{column.cell(row)}</div>
        ))}
        <div className={classes.cardTitle}>
          {placed('title').map((column) => (
            <div key={column.key}>{column.cell(row)}</div>
          ))}
        </div>
        {placed('aside').map((column) => (
          <div key={column.key} className={classes.cardAside}>
            {column.cell(row)}
          </div>
        ))}
      </div>
      {placed('below').map((column) => (
        <div key={column.key} className={classes.cardBelow}>
          {column.cell(row)}
        </div>
      ))}
      {lines.length > 0 && (
        <dl className={classes.cardLines}>
          {lines.map(({ column, value }) => (
            <div key={column.key} className={classes.cardLine}>
              <dt>{column.header}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {actions && <div className={classes.cardActions}>{actions(row)}</div>}
    </>
  )
}
