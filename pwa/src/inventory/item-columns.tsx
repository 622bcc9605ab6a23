import { Anchor, Text } from '@mantine/core'
import { type Item, shownQuantity } from '@shop/shared/inventory/schema.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useMemo } from 'react'
import type { CommandState } from '../sync/api.ts'
import { CommandStateTag } from '../ui/command-state-tag.tsx'
import type { Column } from '../ui/data-table.tsx'
import { sourceLabel } from './item-list.ts'
import classes from './inventory.module.css'
import { type RowAction, RowActions } from './row-actions.tsx'

/** What cells need to know besides the row. */
export type CellContext = {
  readonly ownerName: (consignorId: string) => string
  readonly states: ReadonlyMap<string, CommandState>
  readonly onAction: (action: RowAction, item: Item) => void
}

/** How far the last change of a row has come; nothing for rows at rest. */
export function ItemState({ state }: { state: CommandState | undefined }) {
  return state ? <CommandStateTag state={state} /> : null
}

/** The address without its ceremony. */
export const hostOf = (link: string): string => /^https?:\/\/(?:www\.)?([^/?#]+)/i.exec(link)?.[1] ?? link

const line = (text: string, isDimmed = false) => (
  <Text size="sm" truncate {...(isDimmed ? { c: 'dimmed' } : {})} title={text}>
    {text}
  </Text>
)

const quantityOf = (item: Item) => (
  <Text fw="bold" {...(item.stockCount < 0 ? { c: 'red', title: `The books say ${item.stockCount}` } : {})}>
    {shownQuantity(item)}
  </Text>
)

/** The columns of spec §2. Where the screen is narrower, the second title and barcode stand below the first. */
export function useItemColumns({ ownerName, states, onAction }: CellContext): readonly Column<Item>[] {
  const isWide = useMediaQuery('(min-width: 87.5em)', true, { getInitialValueInEffect: false })
  return useMemo(() => {
    const name: Column<Item> = {
      key: 'itemName',
      header: 'Item Name',
      width: 'minmax(11rem, 2fr)',
      isSortable: true,
      cell: (item) => (
        <div className={classes['lines']}>
          {line(item.itemName)}
          {!isWide && item.listingTitle !== '' && line(item.listingTitle, true)}
          <ItemState state={states.get(item.id)} />
        </div>
      ),
    }
    const text = (key: 'listingTitle' | 'barcode1' | 'barcode2' | 'location', header: string, width: string): Column<Item> => ({
      key,
      header,
      width,
      isSortable: true,
      cell: (item) => line(item[key]),
    })
    const barcodes: Column<Item> = {
      key: 'barcode1',
      header: isWide ? 'Barcode 1' : 'Barcodes',
      width: '9.25rem',
      isSortable: true,
      cell: (item) => (
        <div className={classes['lines']}>
          {line(item.barcode1)}
          {!isWide && item.barcode2 !== '' && line(item.barcode2, true)}
        </div>
      ),
    }
    const rest: Column<Item>[] = [
      text('location', 'Location', 'minmax(5rem, 0.8fr)'),
      { key: 'quantity', header: 'Quantity', width: '6rem', align: 'end', isSortable: true, cell: quantityOf },
      { key: 'source', header: 'Source', width: 'minmax(6rem, 1fr)', isSortable: true, cell: (item) => line(sourceLabel(item, ownerName)) },
      {
        key: 'link',
        header: 'Link',
        width: 'minmax(4rem, 0.8fr)',
        isSortable: true,
        cell: (item) =>
          item.link !== '' && (
            <Anchor href={item.link} target="_blank" rel="noopener noreferrer" size="sm" truncate title={item.link}>
              {hostOf(item.link)}
            </Anchor>
          ),
      },
      { key: 'actions', header: 'Actions', width: '15.25rem', cell: (item) => <RowActions item={item} onAction={onAction} /> },
    ]
    if (!isWide) return [name, barcodes, ...rest]
    return [name, text('listingTitle', 'Listing Title', 'minmax(7rem, 1.4fr)'), barcodes, text('barcode2', 'Barcode 2', '7.5rem'), ...rest]
  }, [ownerName, states, onAction, isWide])
}
