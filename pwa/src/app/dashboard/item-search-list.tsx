import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type Item, shownQuantity } from '@shop/shared/inventory/schema.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'
import { IconPackages, IconSearch, IconTag } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { grouped } from '../../ui/counted.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table-columns.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ItemPicture } from '../../ui/item-picture.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import classes from './dashboard.module.css'

const AutoPriceDialog = lazy(() => import('../../trades/auto-price-dialog.tsx'))

/** Pause between a keystroke and the search. It is short, because the search is local. */
const TYPING_MS = 120

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const COLUMNS: readonly Column<Item>[] = [
  {
    key: 'picture',
    header: 'Picture',
    isHeaderHidden: true,
    width: '2.5rem',
    card: 'lead',
    cell: (item) => <ItemPicture imageUrl={item.imageUrl} />,
  },
  {
    key: 'name',
    header: 'Item',
    width: 'minmax(10rem, 3fr)',
    card: 'title',
    cell: (item) => <span title={item.itemName}>{item.itemName}</span>,
  },
  { key: 'barcode', header: 'Barcode', width: 'minmax(8rem, 1fr)', cell: (item) => item.barcode1 },
  { key: 'location', header: 'Location', width: 'minmax(6rem, 1fr)', hideBelow: 720, cell: (item) => item.location || null },
  { key: 'quantity', header: 'Quantity', width: '6rem', align: 'end', cell: (item) => grouped(shownQuantity(item)) },
]

type Props = {
  readonly uid: string
  readonly items: readonly Item[]
  readonly isLoading: boolean
  readonly onMessage: (text: string) => void
}

/** A consignor's items, searchable by name, barcode or location. A row's button sets the prices at which offers are accepted or declined
 *  automatically. */
export function ItemSearchList({ uid, items, isLoading, onMessage }: Props) {
  const [priced, setPriced] = useState<Item | null>(null)
  const [text, setText] = useState('')
  const [wanted] = useDebouncedValue(searchKey(text), TYPING_MS)
  const sorted = useMemo(
    () =>
      [...items]
        .sort((a, b) => byName.compare(a.itemName, b.itemName))
        .map((item) => ({ item, keys: [item.itemName, item.barcode1, item.barcode2, item.location].map(searchKey) })),
    [items],
  )
  const found = useMemo(
    () => sorted.filter(({ keys }) => wanted === '' || keys.some((key) => key.includes(wanted))).map(({ item }) => item),
    [sorted, wanted],
  )
  return (
    <section id="goods" className={classes.goods} aria-labelledby="goods-title" tabIndex={-1}>
      <h2 id="goods-title" className={classes.goodsTitle}>
        Your goods
      </h2>
      <TextInput
        className={classes.search}
        aria-label="Search your items"
        placeholder="Name, barcode or location"
        type="search"
        leftSection={<IconSearch size="1.25rem" aria-hidden="true" />}
        rightSection={text !== '' && <CloseButton aria-label="Clear the search" onClick={() => setText('')} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <DataTable
        label="Your items"
        rows={found}
        columns={COLUMNS}
        rowId={(item) => item.id}
        isLoading={isLoading}
        actionsWidth="4rem"
        actions={(item) =>
          item.barcode1 !== '' && (
            <RowButton label={`Answer offers by price: ${item.itemName}`} onClick={() => setPriced(item)}>
              <IconTag aria-hidden="true" />
            </RowButton>
          )
        }
        filter={wanted === '' ? null : { message: 'No items found', onClear: () => setText('') }}
        empty={
          <EmptyState
            icon={<IconPackages />}
            title="No items yet"
            hint="What you send in appears here as soon as it was taken into stock."
          />
        }
      />
      {priced && (
        <Suspense fallback={null}>
          <AutoPriceDialog
            uid={uid}
            item={priced}
            onClose={() => setPriced(null)}
            onDone={(message) => {
              setPriced(null)
              onMessage(message)
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
