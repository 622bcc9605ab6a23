import { FIELD_NAMES } from '@shop/shared/inventory/field-names.ts'
import { type Item, shownQuantity } from '@shop/shared/inventory/schema.ts'
import { useMemo } from 'react'
import type { CommandState } from '../sync/api.ts'
import { CommandStateTag } from '../ui/command-state-tag.tsx'
import type { Column } from '../ui/data-table-columns.ts'
import { ItemPicture } from '../ui/item-picture.tsx'
import classes from './inventory.module.css'
import { hostOf, type ListColumn, sourceLabel } from './item-list.ts'

/** Data that cells need besides the row. */
export type CellContext = {
  readonly ownerName: (consignorId: string) => string
  /** Command state of recently changed items. */
  readonly states: ReadonlyMap<string, CommandState>
}

function Lines({ first, second, isWrapped }: { first: string; second?: string; isWrapped?: boolean }) {
  return (
    <div className={classes.lines}>
      <div className={isWrapped ? classes.twoLines : classes.line} title={first}>
        {first}
      </div>
      {second && (
        <div className={classes.second} title={second}>
          {second}
        </div>
      )}
    </div>
  )
}

function NameCell({ item, title, state }: { item: Item; title: string; state: CommandState | undefined }) {
  return (
    <div className={classes.name}>
      <ItemPicture imageUrl={item.imageUrl} size="sm" />
      <div className={classes.lines}>
        <Lines first={item.itemName} isWrapped={!state && title === ''} {...(state ? {} : { second: title })} />
        {state && <CommandStateTag state={state} />}
      </div>
    </div>
  )
}

function QuantityCell({ item }: { item: Item }) {
  const isShort = item.stockCount < 0
  return (
    <span
      className={classes.quantity}
      data-short={isShort || undefined}
      {...(isShort ? { title: `The books say ${item.stockCount}` } : {})}
    >
      {shownQuantity(item)}
    </span>
  )
}

/** Layouts by width. `cards`: below 640 px rows become cards. */
type TableRoom = 'cards' | 'narrow' | 'medium' | 'wide'

/** Minimum widths of the table for each layout, px. */
const MEDIUM_FROM_PX = 940
const WIDE_FROM_PX = 1_150
const TABLE_FROM_PX = 640

/** Layout for a table width; 0 means not measured yet. */
export function roomOf(widthPx: number): TableRoom {
  if (widthPx === 0 || widthPx >= WIDE_FROM_PX) return 'wide'
  if (widthPx >= MEDIUM_FROM_PX) return 'medium'
  return widthPx >= TABLE_FROM_PX ? 'narrow' : 'cards'
}

const USUALLY: Readonly<Record<ListColumn, { readonly header: string }>> = { ...FIELD_NAMES, source: { header: 'Source' } }

type CellOf = Omit<Column<Item>, 'key' | 'header' | 'isSortable'> & { readonly header?: string }

/** All columns of the list, left to right; the type requires every column. Below `wide` the listing title and the second barcode move below the item
 *  name and the first barcode. In `narrow` the location moves below the source. Below `medium` the link remains only as a button. */
function cellsOf({ ownerName, states }: CellContext, room: TableRoom): Record<ListColumn, CellOf | false> {
  const isWide = room === 'wide'
  return {
    itemName: {
      ...(isWide ? {} : { header: 'Item Name, Listing Title' }),
      width: isWide ? 'minmax(11rem, 3fr)' : 'minmax(9rem, 3fr)',
      card: 'title',
      cell: (item) => (
        <NameCell item={item} title={isWide || item.listingTitle === item.itemName ? '' : item.listingTitle} state={states.get(item.id)} />
      ),
    },
    listingTitle: isWide && { width: 'minmax(5.25rem, 1.4fr)', cell: (item) => <Lines first={item.listingTitle} /> },
    barcode1: {
      ...(isWide ? {} : { header: 'Barcode 1, 2' }),
      width: isWide ? '7.25rem' : '8rem',
      cell: (item) => <Lines first={item.barcode1} second={isWide ? '' : item.barcode2} />,
    },
    barcode2: isWide && { width: '6rem', cell: (item) => <Lines first={item.barcode2} /> },
    location: room !== 'narrow' && { width: 'minmax(3.75rem, 0.8fr)', cell: (item) => <Lines first={item.location} /> },
    quantity: { width: '4.5rem', align: 'end', card: 'aside', cell: (item) => <QuantityCell item={item} /> },
    source: {
      width: 'minmax(6rem, 1fr)',
      cell: (item) => <Lines first={sourceLabel(item, ownerName)} second={room === 'narrow' ? item.location : ''} />,
    },
    link: (isWide || room === 'medium') && { width: 'minmax(3.25rem, 0.8fr)', cell: (item) => <LinkCell link={item.link} /> },
  }
}

export function useItemColumns({ ownerName, states }: CellContext, room: TableRoom): readonly Column<Item>[] {
  return useMemo(
    () =>
      Object.entries(cellsOf({ ownerName, states }, room)).flatMap(([key, cell]) =>
        cell ? [{ key, header: USUALLY[key as ListColumn].header, isSortable: true, ...cell }] : [],
      ),
    [ownerName, states, room],
  )
}

function LinkCell({ link }: { link: string }) {
  return link === '' ? null : (
    <a className={classes.link} href={link} target="_blank" rel="noopener noreferrer" title={link}>
      {hostOf(link)}
    </a>
  )
}
