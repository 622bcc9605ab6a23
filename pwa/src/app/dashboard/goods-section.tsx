import { CloseButton, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Item } from '@shop/shared/inventory/schema.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'
import { leftForOwner } from '@shop/shared/sales/rules/left-of-sale.ts'
import type { Sale } from '@shop/shared/sales/schema.ts'
import { IconPackages, IconReceipt2, IconSearch, IconTag } from '@tabler/icons-react'
import { lazy, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { grouped } from '../../ui/counted.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { TableFilter } from '../../ui/data-table-columns.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { type AddressForm, textIn, useAddressState } from '../../ui/use-address-state.ts'
import { useCategories } from '../../ui/use-categories.ts'
import { useMinute } from '../../ui/use-minute.ts'
import { useMoments } from '../../ui/use-moments.ts'
import { useShopSettings } from '../../ui/use-shop-settings.ts'
import dashboard from './dashboard.module.css'
import { GoodsCard, goodsColumns, SoldCard, soldColumns } from './goods-columns.tsx'
import classes from './goods-section.module.css'

const AutoPriceDialog = lazy(() => import('../../trades/auto-price-dialog.tsx'))

/** Pause between a keystroke and the search. It is short, because the search is local. */
const TYPING_MS = 120

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

type Props = {
  readonly uid: string
  readonly items: readonly Item[]
  readonly sales: readonly Sale[]
  readonly isLoading: boolean
  readonly onMessage: (text: string) => void
}

type Tab = 'goods' | 'sold'

/** A consignor's goods and what was sold of them, searchable by name, barcode or location. A row's button sets the prices at which offers are accepted
 *  or declined automatically. */
export function GoodsSection({ uid, items, sales, isLoading, onMessage }: Props) {
  const [tab, setTab] = useState<Tab>('goods')
  const section = useRef<HTMLElement>(null)
  const { text, setText } = useSearchText(section)
  const [wanted] = useDebouncedValue(searchKey(text), TYPING_MS)
  const goods = useFound(items, wanted, goodsKeys, compareGoods)
  const standing = useMemo(() => sales.filter((sale) => leftForOwner(sale).quantity > 0), [sales])
  const sold = useFound(standing, wanted, soldKeys, compareSold)
  const filter = wanted === '' ? null : { message: 'No items found', onClear: () => setText('') }
  return (
    <section ref={section} id="goods" className={dashboard.goods} aria-labelledby="goods-title" tabIndex={-1}>
      <h2 id="goods-title" className={dashboard.goodsTitle}>
        Your goods
      </h2>
      {tab === 'goods' && items.some(({ priceCents }) => priceCents != null) && (
        <p className={dashboard.statNote}>
          “You get” is your share of the price at the shop’s usual split, after tax. A sale may agree on another.
        </p>
      )}
      <div className={classes.tools}>
        <SegmentedControl
          aria-label="Part of your goods"
          value={tab}
          onChange={(next) => setTab(next as Tab)}
          data={[
            { value: 'goods', label: `For sale (${grouped(goods.filter(({ stockCount }) => stockCount > 0).length)})` },
            { value: 'sold', label: `Sold (${grouped(sold.length)})` },
          ]}
        />
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
      </div>
      {tab === 'goods' ? (
        <GoodsTable uid={uid} rows={goods} filter={filter} isLoading={isLoading} onMessage={onMessage} />
      ) : (
        <SoldTable rows={sold} filter={filter} isLoading={isLoading} />
      )}
    </section>
  )
}

/** The search in the address: `/dashboard?q=teapot`. */
const SEARCH_ADDRESS: AddressForm<string> = { read: (query) => textIn(query, 'q'), write: (text) => ({ q: text.trim() }) }

/** The search for goods, in the address. An address that somebody chose shows the goods at once, which lie far down. */
function useSearchText(section: RefObject<HTMLElement | null>) {
  const { state: text, round, change } = useAddressState(SEARCH_ADDRESS)
  const isAsked = text !== ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: what somebody types here moves nothing
  useEffect(() => {
    // a new screen begins at its top; this comes after it
    if (isAsked) requestAnimationFrame(() => section.current?.scrollIntoView())
  }, [round, section])
  return { text, setText: (next: string) => change(next, 'typed') }
}

type TableProps<R> = { readonly rows: readonly R[]; readonly filter: TableFilter; readonly isLoading: boolean }

function GoodsTable({ uid, rows, filter, isLoading, onMessage }: TableProps<Item> & Pick<Props, 'uid' | 'onMessage'>) {
  const [priced, setPriced] = useState<Item | null>(null)
  const rates = useShopSettings()
  const nowMs = useMinute()
  const { nameOf: categoryName } = useCategories()
  const context = useMemo(() => ({ rates, nowMs, categoryName }), [rates, nowMs, categoryName])
  const columns = useMemo(() => goodsColumns(context), [context])
  const priceButton = (item: Item) =>
    item.barcode1 !== '' && (
      <RowButton label={`Answer offers by price: ${item.itemName}`} onClick={() => setPriced(item)}>
        <IconTag aria-hidden="true" />
      </RowButton>
    )
  return (
    <>
      <DataTable
        label="Your items"
        rows={rows}
        columns={columns}
        rowId={idOf}
        isLoading={isLoading}
        actionsWidth="4rem"
        actions={priceButton}
        card={(item) => <GoodsCard item={item} context={context} action={priceButton(item)} />}
        filter={filter}
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
    </>
  )
}

function SoldTable({ rows, filter, isLoading }: TableProps<Sale>) {
  const { day } = useMoments()
  const columns = useMemo(() => soldColumns(day), [day])
  return (
    <DataTable
      label="Your sold items"
      rows={rows}
      columns={columns}
      rowId={idOf}
      isLoading={isLoading}
      card={(sale) => <SoldCard sale={sale} day={day} />}
      filter={filter}
      empty={
        <EmptyState icon={<IconReceipt2 />} title="Nothing sold yet" hint="Each sale of your goods is listed here, with your share." />
      }
    />
  )
}

const idOf = ({ id }: { readonly id: string }) => id

const goodsKeys = (item: Item) => [item.itemName, item.barcode1, item.barcode2, item.location]
/** Sold-out goods come last. */
const compareGoods = (a: Item, b: Item) => Number(a.stockCount <= 0) - Number(b.stockCount <= 0) || byName.compare(a.itemName, b.itemName)
const soldKeys = (sale: Sale) => [sale.itemName, sale.barcode1]
const compareSold = (a: Sale, b: Sale) => b.soldAtMs - a.soldAtMs

/** Sorted rows with `wanted`, a search key, in one of their texts. */
function useFound<R>(
  rows: readonly R[],
  wanted: string,
  textsOf: (row: R) => readonly string[],
  compare: (a: R, b: R) => number,
): readonly R[] {
  const sorted = useMemo(() => [...rows].sort(compare).map((row) => ({ row, keys: textsOf(row).map(searchKey) })), [rows, textsOf, compare])
  return useMemo(
    () => sorted.flatMap(({ row, keys }) => (wanted === '' || keys.some((key) => key.includes(wanted)) ? [row] : [])),
    [sorted, wanted],
  )
}
