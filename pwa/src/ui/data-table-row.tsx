import { type CSSProperties, type MouseEvent, type ReactNode, useCallback, useEffect, useRef } from 'react'
import classes from './data-table.module.css'
import type { Column } from './data-table-columns.ts'
import { limitTabStops } from './use-row-focus.ts'

export type RowProps<R> = {
  readonly row: R
  readonly index: number
  readonly columns: readonly Column<R>[]
  readonly actions: ReactNode
  readonly isActive: boolean
  readonly style: CSSProperties
  readonly isOpenable: boolean
  readonly onOpen: () => void
  readonly onFocus: () => void
}

function useRow<R, Element extends HTMLElement>(props: RowProps<R>, measure?: (element: Element | null) => void) {
  const { isActive, onOpen, isOpenable, onFocus, index, style } = props
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
    style,
    tabIndex: isActive ? 0 : -1,
    'data-row-index': index,
    'data-index': index,
    'data-openable': isOpenable || undefined,
    onFocus,
    onClick: (event: MouseEvent<HTMLElement>) => {
      const isControl = (event.target as HTMLElement).closest('button, a, input, [role="menuitem"]')
      if (isOpenable && !isControl && window.getSelection()?.isCollapsed !== false) onOpen()
    },
  }
}

/** A row with its cells in the table's tracks. */
export function TableRow<R>(props: RowProps<R>) {
  const { columns, row, actions, index } = props
  return (
    <tr aria-rowindex={index + 2} className={classes.row} {...useRow<R, HTMLTableRowElement>(props)}>
      {columns.map((column) => (
        <td key={column.key} className={classes.cell} data-align={column.align}>
          {column.cell(row)}
        </td>
      ))}
      {actions !== null && <td className={classes.actions}>{actions}</td>}
    </tr>
  )
}

type CardProps<R> = RowProps<R> & {
  readonly content: ReactNode
  readonly measure: (element: HTMLLIElement | null) => void
}

/** The same row as a card. */
export function CardRow<R>({ measure, content, ...props }: CardProps<R>) {
  return (
    <li className={classes.card} {...useRow<R, HTMLLIElement>(props, measure)}>
      {content ?? <CardOfColumns {...props} />}
    </li>
  )
}

/** Title and what stands beside it, then labelled lines, then the buttons. */
function CardOfColumns<R>({ columns, row, actions }: RowProps<R>) {
  const placed = (place: Column<R>['card']) => columns.filter((column) => (column.card ?? 'line') === place)
  const lines = placed('line')
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
      {lines.length > 0 && (
        <dl className={classes.cardLines}>
          {lines.map((column) => (
            <div key={column.key} className={classes.cardLine}>
              <dt>{column.header}</dt>
              <dd>{column.cell(row)}</dd>
            </div>
          ))}
        </dl>
      )}
      {actions !== null && <div className={classes.cardActions}>{actions}</div>}
    </>
  )
}
