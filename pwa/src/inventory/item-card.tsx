import type { Item } from '@shop/shared/inventory/schema.ts'
import { CommandStateTag } from '../ui/command-state-tag.tsx'
import { DayText } from '../ui/day-text.tsx'
import { ItemPicture } from '../ui/item-picture.tsx'
import { MoneyText } from '../ui/money-text.tsx'
import classes from './inventory.module.css'
import { aboutTexts, type CellContext, QuantityText } from './item-columns.tsx'
import { sourceLabel } from './item-list.ts'
import { type RowAction, RowActions } from './row-actions.tsx'

type Props = { item: Item; context: CellContext; onAction: (action: RowAction, item: Item) => void }

/** A row on a phone, without its empty fields. */
export function ItemCard({ item, context: { ownerName, categoryName, states, dayWords }, onAction }: Props) {
  const state = states.get(item.id)
  const about = aboutTexts(item, categoryName)
  return (
    <div className={classes.card}>
      <ItemPicture imageUrl={item.imageUrl} size="md" />
      <div className={classes.cardTexts}>
        <div className={classes.cardName}>{item.itemName}</div>
        {about.length > 0 && <div className={classes.second}>{about.join(' · ')}</div>}
        <div className={classes.code}>{[item.barcode1, item.barcode2].filter(Boolean).join(' · ')}</div>
        <div className={classes.second}>
          <bdi>{sourceLabel(item, ownerName)}</bdi>
          {item.location !== '' && (
            <>
              {' · '}
              <bdi>{item.location}</bdi>
            </>
          )}
          {' · '}
          <DayText atMs={item.createdAtMs} dayWords={dayWords} />
        </div>
        {state && <CommandStateTag state={state} />}
      </div>
      <div className={classes.cardFigures}>
        <span>
          <span className="shop-visually-hidden">Price</span>
          {item.priceCents === null ? '–' : <MoneyText cents={item.priceCents} look="strong" />}
        </span>
        <span>
          <span className="shop-visually-hidden">Quantity</span>
          <QuantityText item={item} />
        </span>
      </div>
      <div className={classes.cardMenu}>
        <RowActions item={item} isCompact onAction={onAction} />
      </div>
    </div>
  )
}
