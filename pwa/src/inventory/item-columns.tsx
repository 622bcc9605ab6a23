import { type Item, shownQuantity } from '@shop/shared/inventory/schema.ts'
import { useMemo } from 'react'
import type { CommandState } from '../sync/api.ts'
import { CommandStateTag } from '../ui/command-state-tag.tsx'
import type { Column } from '../ui/data-table-columns.ts'
import { ItemPicture } from '../ui/item-picture.tsx'
import { hostOf } from './host-of.ts'
import classes from './inventory.module.css'
import { sourceLabel } from './item-list.ts'
import type { TableRoom } from './table-room.ts'

/** What cells need to know besides the row. */
export type CellContext = {
  readonly ownerName: (consignorId: string) => string
  /** How far the last change of recently changed items has come. */
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

/** The columns of spec §2. Where there is less room, the second title and barcode stand below the first, and the link is left to its button. */
export function useItemColumns({ ownerName, states }: CellContext, room: TableRoom): readonly Column<Item>[] {
  return useMemo(() => {
    const isWide = room === 'wide'
    const columns: (Column<Item> | false)[] = [
      {
        key: 'itemName',
        header: isWide ? 'Item Name' : 'Item Name, Listing Title',
        width: isWide ? 'minmax(11rem, 3fr)' : 'minmax(9rem, 3fr)',
        card: 'title',
        isSortable: true,
        cell: (item) => (
          <NameCell
            item={item}
            title={isWide || item.listingTitle === item.itemName ? '' : item.listingTitle}
            state={states.get(item.id)}
          />
        ),
      },
      isWide && {
        key: 'listingTitle',
        header: 'Listing Title',
        width: 'minmax(5.25rem, 1.4fr)',
        isSortable: true,
        cell: (item) => <Lines first={item.listingTitle} />,
      },
      {
        key: 'barcode1',
        header: isWide ? 'Barcode 1' : 'Barcode 1, 2',
        width: isWide ? '7.25rem' : '8rem',
        isSortable: true,
        cell: (item) => <Lines first={item.barcode1} second={isWide ? '' : item.barcode2} />,
      },
      isWide && { key: 'barcode2', header: 'Barcode 2', width: '6rem', isSortable: true, cell: (item) => <Lines first={item.barcode2} /> },
      room !== 'narrow' && {
        key: 'location',
        header: 'Location',
        width: 'minmax(3.75rem, 0.8fr)',
        isSortable: true,
        cell: (item) => <Lines first={item.location} />,
      },
      {
        key: 'quantity',
        header: 'Quantity',
        width: '4.5rem',
        align: 'end',
        card: 'aside',
        isSortable: true,
        cell: (item) => <QuantityCell item={item} />,
      },
      {
        key: 'source',
        header: 'Source',
        width: 'minmax(6rem, 1fr)',
        isSortable: true,
        cell: (item) => <Lines first={sourceLabel(item, ownerName)} second={room === 'narrow' ? item.location : ''} />,
      },
      (isWide || room === 'medium') && {
        key: 'link',
        header: 'Link',
        width: 'minmax(3.25rem, 0.8fr)',
        isSortable: true,
        cell: (item) => <LinkCell link={item.link} />,
      },
    ]
    return columns.filter((column) => column !== false)
  }, [ownerName, states, room])
}

function LinkCell({ link }: { link: string }) {
  return link === '' ? null : (
    <a className={classes.link} href={link} target="_blank" rel="noopener noreferrer" title={link}>
      {hostOf(link)}
    </a>
  )
}
