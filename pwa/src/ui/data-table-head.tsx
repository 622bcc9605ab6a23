import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import classes from './data-table.module.css'
import { type Column, nextSorting, type Sorting, type TableGrid } from './data-table-columns.ts'

type Props<R> = {
  readonly measured: RefObject<HTMLTableSectionElement | null>
  readonly columns: readonly Column<R>[]
  readonly places: TableGrid['places']
  readonly hasActions: boolean
  readonly sorting: Sorting | null | undefined
  readonly onSort: ((sorting: Sorting) => void) | undefined
  /** The checkbox of all rows; undefined where rows have none. */
  readonly check: ReactNode
}

export function TableHead<R>({ measured, columns, places, hasActions, sorting, onSort, check }: Props<R>) {
  return (
    <thead ref={measured} className={classes.head}>
      <tr className={classes.headRow} aria-rowindex={1}>
        {check && (
          <th scope="col" className={classes.select}>
            {check}
          </th>
        )}
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
