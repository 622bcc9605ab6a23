import { NativeSelect } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './data-table.module.css'
import type { Column, Sorting } from './data-table-columns.ts'
import { orderText } from './use-address-state.ts'

/** The head of a table, above cards: the checkbox of all rows and the order. */
export function CardsHead({ check, children }: { readonly check: ReactNode; readonly children: ReactNode }) {
  if (!check && !children) return null
  return (
    <div className={classes.cardsHead}>
      {check}
      {children}
    </div>
  )
}

type Props<R> = {
  readonly columns: readonly Column<R>[]
  readonly sorting: Sorting | null | undefined
  readonly onSort: (sorting: Sorting) => void
}

const LETTERS = ['A to Z', 'Z to A'] as const
const NUMBERS = ['low to high', 'high to low'] as const

/** The order of cards, which have no headers to press. */
export function SortChoice<R>({ columns, sorting, onSort }: Props<R>) {
  const choices = columns
    .filter(({ isSortable }) => isSortable)
    .flatMap(({ key, header, align, sortWords = align === 'end' ? NUMBERS : LETTERS }) =>
      [false, true].map((descending) => ({
        value: orderText(key, descending),
        label: `${header}: ${sortWords[descending ? 1 : 0]}`,
      })),
    )
  if (choices.length === 0) return null
  return (
    <NativeSelect
      aria-label="Sort"
      className={classes.sortChoice}
      leftSection={<IconArrowsSort aria-hidden />}
      data={sorting ? choices : [{ value: '', label: 'Usual order' }, ...choices]}
      value={sorting ? orderText(sorting.key, sorting.descending) : ''}
      onChange={({ currentTarget: { value } }) =>
        value !== '' && onSort({ key: value.replace(/^-/, ''), descending: value.startsWith('-') })
      }
    />
  )
}
