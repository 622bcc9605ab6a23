import { Button } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import tableClasses from './data-table.module.css'
import { type TableProps, visibleColumns } from './data-table-columns.ts'
import { CardOfColumns } from './data-table-row.tsx'
import { NoRows, TableSkeletons } from './table-states.tsx'
import classes from './tall-table.module.css'
import { useNeededWidth } from './use-needed-width.ts'

/** Number of rows rendered at first and with each Load More, since this table is not virtualised. */
const PAGE_ROWS = 50
const SKELETONS = 3

/** A table for cells of several lines. Rows grow with their content, and become cards where the table is narrow. It is for short lists; long lists
 *  with one line per row use DataTable. */
export function TallTable<R>({ label, rows, columns, rowId, actions, isLoading, empty, filter = null, cardsBelowPx = 820 }: TableProps<R>) {
  const { ref, width } = useElementSize()
  const [shownCount, setShownCount] = useState(PAGE_ROWS)
  const known = width || window.innerWidth
  const { measured, neededPx } = useNeededWidth<HTMLTableElement>(width)
  const isCards = known < Math.max(cardsBelowPx, neededPx)
  const shown = rows.slice(0, shownCount)
  const fitting = isCards ? columns : visibleColumns(columns, known)
  const state = isLoading ? (
    <TableSkeletons count={SKELETONS} heightPx={56} />
  ) : rows.length === 0 ? (
    <NoRows empty={empty} filter={filter} />
  ) : null
  return (
    <div ref={ref} className={tableClasses.frame} data-cards={isCards || undefined}>
      {state ??
        (isCards ? (
          <ul className={classes.cards} aria-label={label}>
            {shown.map((row) => (
              <li key={rowId(row)} className={`${tableClasses.card} ${classes.card}`}>
                <CardOfColumns row={row} columns={columns} actions={actions} />
              </li>
            ))}
          </ul>
        ) : (
          <table ref={measured} className={classes.table} aria-label={label}>
            <thead>
              <tr>
                {fitting.map(({ key, header, align }) => (
                  <th key={key} scope="col" data-align={align}>
                    {header}
                  </th>
                ))}
                {actions && (
                  <th scope="col" data-align="end">
                    Actions
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={rowId(row)}>
                  {fitting.map(({ key, align, width: track, cell }) => (
                    <td key={key} data-align={align} style={track === undefined ? undefined : { minInlineSize: track }}>
                      {cell(row)}
                    </td>
                  ))}
                  {actions && (
                    <td data-align="end">
                      <div className={classes.actions}>{actions(row)}</div>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      {rows.length > shownCount && (
        <div className={tableClasses.footer}>
          <Button variant="default" onClick={() => setShownCount(shownCount + PAGE_ROWS)}>
            Load More
          </Button>
        </div>
      )}
    </div>
  )
}
