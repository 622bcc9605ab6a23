import { FIELD_NAMES } from '@shop/shared/inventory/field-names.ts'
import { conditionWords } from '@shop/shared/inventory/rules/conditions.ts'
import type { CategoryNames } from '@shop/shared/inventory/rules/entered-texts.ts'
import { type Item, shownQuantity } from '@shop/shared/inventory/schema.ts'
import { useMemo } from 'react'
import type { CommandState } from '../sync/api.ts'
import { CommandStateTag } from '../ui/command-state-tag.tsx'
import { grouped } from '../ui/counted.ts'
import type { Column } from '../ui/data-table-columns.ts'
import { DayText } from '../ui/day-text.tsx'
import { MoneyText } from '../ui/money-text.tsx'
import { pictureColumn } from '../ui/picture-column.tsx'
import type { DayWords } from '../ui/use-day-words.ts'
import classes from './inventory.module.css'
import { hostOf, type ListColumn, sourceLabel } from './item-list.ts'

/** Data that cells need besides the row. */
export type CellContext = {
  readonly ownerName: (consignorId: string) => string
  readonly categoryName: CategoryNames
  /** Command state of recently changed items. */
  readonly states: ReadonlyMap<string, CommandState>
  readonly dayWords: DayWords
}

/** Height of a row with its picture, px. */
export const ITEM_ROW_PX = 64

/** A text in one line; the whole of it shows on hover. */
function Line({ text, look = 'line' }: { text: string; look?: 'line' | 'second' | 'code' }) {
  return (
    <div className={classes[look]} title={text}>
      {text}
    </div>
  )
}

function NameCell({ item, state }: { item: Item; state: CommandState | undefined }) {
  return (
    <div className={classes.name}>
      <Line text={item.itemName} />
      {state && <CommandStateTag state={state} />}
    </div>
  )
}

/** The owner, and in all but a wide table the location below. */
function SourceCell({ source, location }: { source: string; location: string }) {
  return (
    <>
      <Line text={source} />
      {location !== '' && <Line text={location} look="second" />}
    </>
  )
}

export function QuantityText({ item }: { item: Item }) {
  const quantity = shownQuantity(item)
  const isShort = item.stockCount < 0
  return (
    <span
      className={classes.quantity}
      data-none={quantity === 0 || undefined}
      data-short={isShort || undefined}
      {...(isShort ? { title: `The books say ${item.stockCount}` } : {})}
    >
      {grouped(quantity)}
    </span>
  )
}

/** Texts of an item besides its name: a listing title of its own, category and condition. */
export const aboutTexts = ({ itemName, listingTitle, categoryId = '', condition }: Item, categoryName: CategoryNames): readonly string[] =>
  [listingTitle === itemName ? '' : listingTitle, categoryName(categoryId), conditionWords(condition)].filter((text) => text !== '')

/** Layouts by width. `cards`: below 640 px rows become cards. */
type TableRoom = 'cards' | 'narrow' | 'medium' | 'wide'

/** Minimum widths of the table for each layout, px. */
const MEDIUM_FROM_PX = 940
const WIDE_FROM_PX = 1_120
const TABLE_FROM_PX = 640

/** Layout for a table width; 0 means not measured yet. */
export function roomOf(widthPx: number): TableRoom {
  if (widthPx === 0 || widthPx >= WIDE_FROM_PX) return 'wide'
  if (widthPx >= MEDIUM_FROM_PX) return 'medium'
  return widthPx >= TABLE_FROM_PX ? 'narrow' : 'cards'
}

const USUALLY: Readonly<Record<ListColumn, { readonly header: string }>> = {
  ...FIELD_NAMES,
  source: { header: 'Source' },
  added: { header: 'Added' },
}

type CellOf = Omit<Column<Item>, 'key' | 'header' | 'isSortable'> & { readonly header?: string }

/** All columns of the list, left to right; the type requires every column. Barcodes, listing title, category and condition are in a second line below the name. Below `wide` the link is
 *  only in the row's menu, and the location is below the source; `narrow` has no room for the day. */
function cellsOf({ ownerName, categoryName, states, dayWords }: CellContext, room: TableRoom): Record<ListColumn, CellOf | false> {
  const isNarrow = room === 'narrow'
  const hasPlace = room === 'wide' || room === 'cards'
  return {
    itemName: { cell: (item) => <NameCell item={item} state={states.get(item.id)} /> },
    listingTitle: {
      below: 2,
      cell: (item) => {
        const texts = aboutTexts(item, categoryName)
        return texts.length > 0 && <Line text={texts.join(' · ')} look="second" />
      },
    },
    barcode1: { below: 0, cell: (item) => <Line text={item.barcode1} look="code" /> },
    barcode2: { below: 1, cell: (item) => item.barcode2 !== '' && <Line text={item.barcode2} look="code" /> },
    location: hasPlace && { width: '6.5rem', cell: (item) => <Line text={item.location} /> },
    price: {
      width: isNarrow ? '4.5rem' : '5.5rem',
      align: 'end',
      cell: (item) => (item.priceCents === null ? null : <MoneyText cents={item.priceCents} />),
    },
    quantity: { width: '4.25rem', align: 'end', cell: (item) => <QuantityText item={item} /> },
    source: {
      ...(hasPlace ? {} : { header: 'Source, Location' }),
      width: room === 'wide' ? '7.5rem' : '8rem',
      cell: (item) => <SourceCell source={sourceLabel(item, ownerName)} location={hasPlace ? '' : item.location} />,
    },
    added: !isNarrow && {
      width: '5.75rem',
      sortWords: ['oldest first', 'newest first'],
      cell: (item) => <DayText atMs={item.createdAtMs} dayWords={dayWords} />,
    },
    link: room === 'wide' && { width: '5rem', cell: (item) => <LinkCell link={item.link} /> },
  }
}

const PICTURE = pictureColumn<Item>()

export function useItemColumns(context: CellContext, room: TableRoom): readonly Column<Item>[] {
  return useMemo(() => {
    const cells = cellsOf(context, room)
    const listed = Object.entries(cells).flatMap(([key, cell]) =>
      cell ? [{ key, header: USUALLY[key as ListColumn].header, isSortable: true, ...cell }] : [],
    )
    return [PICTURE, ...listed]
  }, [context, room])
}

function LinkCell({ link }: { link: string }) {
  return link === '' ? null : (
    <a className={classes.link} href={link} target="_blank" rel="noopener noreferrer" title={link}>
      {hostOf(link)}
    </a>
  )
}
