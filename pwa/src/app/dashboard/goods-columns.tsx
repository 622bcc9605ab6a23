import { conditionWords } from '@shop/shared/inventory/rules/conditions.ts'
import type { CategoryNames } from '@shop/shared/inventory/rules/entered-texts.ts'
import { type Item, shownQuantity } from '@shop/shared/inventory/schema.ts'
import type { Cents } from '@shop/shared/kernel/money.ts'
import { leftForOwner } from '@shop/shared/sales/rules/left-of-sale.ts'
import { lineTotals } from '@shop/shared/sales/rules/totals.ts'
import type { Sale } from '@shop/shared/sales/schema.ts'
import type { ShopSettings } from '@shop/shared/settings/schema.ts'
import type { ReactNode } from 'react'
import { counted, grouped } from '../../ui/counted.ts'
import type { Column } from '../../ui/data-table-columns.ts'
import { ItemPicture } from '../../ui/item-picture.tsx'
import { MoneyText } from '../../ui/money-text.tsx'
import { pictureColumn } from '../../ui/picture-column.tsx'
import classes from './goods-section.module.css'
import { daysInStock } from './stock-age.ts'

type Rates = Pick<ShopSettings, 'defaultSplitPercent' | 'taxRateBps'>

/** A consignor's share of one piece at the asking price and the shop's usual split; null without a price. The cashier may agree on another split. */
export function usualShareOf({ priceCents, consignorId }: Pick<Item, 'priceCents' | 'consignorId'>, rates: Rates): Cents | null {
  if (priceCents == null) return null
  const line = { unitPriceCents: priceCents, quantity: 1, consignorId, consignorPercentage: rates.defaultSplitPercent }
  return lineTotals(line, rates.taxRateBps).payoutCents
}

const daysWords = (days: number): string => (days === 0 ? 'since today' : counted(days, 'day'))

/** Category and condition of an item; '' when neither is known. */
const kindOf = ({ categoryId = '', condition }: Item, categoryName: CategoryNames): string =>
  [categoryName(categoryId), conditionWords(condition)].filter(Boolean).join(' · ')

/** A name with its details below, each in a line. */
const lines = (title: string, ...details: readonly string[]) => (
  <span className={classes.lines}>
    <bdi title={title}>{title}</bdi>
    {details.filter(Boolean).map((detail) => (
      <small key={detail}>{detail}</small>
    ))}
  </span>
)

const nameColumn = <R extends Pick<Item, 'itemName' | 'barcode1'>>(kind: (row: R) => string): Column<R> => ({
  key: 'name',
  header: 'Item',
  width: 'minmax(10rem, 3fr)',
  cell: (row) => lines(row.itemName, [row.barcode1, kind(row)].filter(Boolean).join(' · ')),
})

/** Needed by lists of goods besides the rows. */
export type GoodsContext = { readonly rates: Rates; readonly nowMs: number; readonly categoryName: CategoryNames }

export function goodsColumns({ rates, nowMs, categoryName }: GoodsContext): readonly Column<Item>[] {
  return [
    pictureColumn(),
    nameColumn((item) => kindOf(item, categoryName)),
    { key: 'price', header: 'Price', width: '6rem', align: 'end', cell: ({ priceCents }) => moneyOf(priceCents ?? null) },
    { key: 'share', header: 'You get', width: '6rem', align: 'end', cell: (item) => moneyOf(usualShareOf(item, rates)) },
    {
      key: 'days',
      header: 'In stock',
      width: '6.5rem',
      align: 'end',
      hideBelow: 720,
      cell: (item) => (item.stockCount > 0 ? daysWords(daysInStock(item, nowMs)) : 'Sold out'),
    },
    { key: 'location', header: 'Location', width: 'minmax(6rem, 1fr)', hideBelow: 720, cell: (item) => item.location || null },
    { key: 'quantity', header: 'Quantity', width: '5rem', align: 'end', cell: (item) => grouped(shownQuantity(item)) },
  ]
}

/** An item on a phone. `action`: its button. */
export function GoodsCard({
  item,
  context: { rates, nowMs, categoryName },
  action,
}: {
  readonly item: Item
  readonly context: GoodsContext
  readonly action: ReactNode
}) {
  const share = usualShareOf(item, rates)
  const stock = item.stockCount > 0 ? `${counted(shownQuantity(item), 'piece')}, ${daysWords(daysInStock(item, nowMs))}` : 'Sold out'
  return (
    <div className={classes.card} data-gone={item.stockCount <= 0 || undefined}>
      <ItemPicture imageUrl={item.imageUrl} />
      {lines(item.itemName, kindOf(item, categoryName), [stock, item.location].filter(Boolean).join(' · '))}
      <Price
        cents={item.priceCents ?? null}
        note={
          share === null ? (
            'no price yet'
          ) : (
            <>
              you get <MoneyText cents={share} />
            </>
          )
        }
      />
      {action}
    </div>
  )
}

export function soldColumns(day: (atMs: number) => string): readonly Column<Sale>[] {
  return [
    pictureColumn(),
    nameColumn(() => ''),
    { key: 'date', header: 'Sold', width: '7.5rem', cell: (sale) => day(sale.soldAtMs) },
    { key: 'quantity', header: 'Quantity', width: '5rem', align: 'end', cell: (sale) => grouped(leftForOwner(sale).quantity) },
    { key: 'price', header: 'Price', width: '6rem', align: 'end', cell: (sale) => <MoneyText cents={leftForOwner(sale).totalCents} /> },
    {
      key: 'share',
      header: 'You got',
      width: '7.5rem',
      align: 'end',
      cell: (sale) => <MoneyText cents={leftForOwner(sale).payoutCents} look="in" />,
    },
  ]
}

export function SoldCard({ sale, day }: { readonly sale: Sale; readonly day: (atMs: number) => string }) {
  const { quantity, totalCents, payoutCents } = leftForOwner(sale)
  return (
    <div className={classes.card}>
      <ItemPicture imageUrl={sale.imageUrl} />
      {lines(sale.itemName, `${counted(quantity, 'piece')}, ${day(sale.soldAtMs)}`)}
      <Price
        cents={totalCents}
        note={
          <>
            you got <MoneyText cents={payoutCents} look="in" />
          </>
        }
      />
    </div>
  )
}

function Price({ cents, note }: { readonly cents: Cents | null; readonly note: ReactNode }) {
  return (
    <span className={classes.price}>
      {moneyOf(cents) ?? '–'}
      <small>{note}</small>
    </span>
  )
}

const moneyOf = (cents: Cents | null) => (cents === null ? null : <MoneyText cents={cents} />)
