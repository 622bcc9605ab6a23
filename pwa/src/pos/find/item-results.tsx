import type { Item } from '@shop/shared/inventory/schema.ts'
import { shownQuantity } from '@shop/shared/inventory/schema.ts'
import { formatCents } from '@shop/shared/kernel/money.ts'
import { memo, useEffect, useRef } from 'react'
import { ItemPicture } from '../../ui/item-picture.tsx'
import classes from './find.module.css'

/** Id of a result row, for the search field's aria-activedescendant. */
export const resultId = (itemId: string) => `till-result-${itemId}`

type Props = {
  readonly items: readonly Item[]
  readonly activeId: string | null
  readonly ownerOf: (consignorId: string | null) => string
  readonly onAdd: (item: Item) => void
  readonly label: string
}

export function ItemResults({ items, activeId, ownerOf, onAdd, label }: Props) {
  const hasPictures = items.some((item) => item.imageUrl !== '')
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (activeId) list.current?.querySelector(`#${CSS.escape(resultId(activeId))}`)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <div ref={list} id="till-results" role="listbox" aria-label={label} className={classes.results}>
      {items.map((item) => (
        <ResultRow
          key={item.id}
          item={item}
          isActive={item.id === activeId}
          owner={ownerOf(item.consignorId)}
          hasPicture={hasPictures}
          onAdd={onAdd}
        />
      ))}
    </div>
  )
}

type RowProps = {
  readonly item: Item
  readonly isActive: boolean
  readonly owner: string
  readonly hasPicture: boolean
  readonly onAdd: (item: Item) => void
}

const ResultRow = memo(function ResultRow({ item, isActive, owner, hasPicture, onAdd }: RowProps) {
  const stock = shownQuantity(item)
  return (
    <div
      id={resultId(item.id)}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={classes.result}
      data-active={isActive || undefined}
      data-sold-out={stock === 0 || undefined}
      // Keeps the focus, and with it the keyboard, in the search field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onAdd(item)}
      onKeyDown={(event) => event.key === 'Enter' && onAdd(item)}
    >
      {hasPicture && <ItemPicture imageUrl={item.imageUrl} />}
      <div className={classes.resultTexts}>
        <bdi className={classes.resultName} title={item.itemName}>
          {item.itemName || item.listingTitle || item.barcode1}
        </bdi>
        <div className={classes.resultMeta}>
          <bdi>{owner}</bdi>
          {item.location && <bdi>{item.location}</bdi>}
          <bdi>{item.barcode1}</bdi>
        </div>
      </div>
      <div className={classes.resultNumbers}>
        <span className={classes.resultPrice}>{item.priceCents === null ? 'No price' : formatCents(item.priceCents)}</span>
        <span className={classes.resultStock}>{stock === 0 ? 'None in stock' : `${stock} in stock`}</span>
      </div>
    </div>
  )
})
