import { type Item, shownQuantity } from '@shop/shared/inventory/schema.ts'
import { CommandStateTag } from '../ui/command-state-tag.tsx'
import { ItemPicture } from '../ui/item-picture.tsx'
import classes from './inventory.module.css'
import type { CellContext } from './item-columns.tsx'
import { sourceLabel } from './item-list.ts'
import { type RowAction, RowActions } from './row-actions.tsx'

type Props = { item: Item; context: CellContext; onAction: (action: RowAction, item: Item) => void }

/** A row on a phone, without its empty fields. */
export function ItemCard({ item, context: { ownerName, states }, onAction }: Props) {
  const state = states.get(item.id)
  const isShort = item.stockCount < 0
  return (
    <>
      <div className={classes.cardHead}>
        <ItemPicture imageUrl={item.imageUrl} size="md" />
        <div className={classes.cardTexts}>
          <div className={classes.cardName}>{item.itemName}</div>
          {item.listingTitle !== '' && item.listingTitle !== item.itemName && <div className={classes.second}>{item.listingTitle}</div>}
          <div className={classes.second}>{[item.barcode1, item.barcode2].filter(Boolean).join(' · ')}</div>
          <div className={classes.second}>
            <bdi>{sourceLabel(item, ownerName)}</bdi>
            {item.location !== '' && (
              <>
                {' · '}
                <bdi>{item.location}</bdi>
              </>
            )}
          </div>
        </div>
        <div className={classes.cardQuantity}>
          <span className="shop-visually-hidden">Quantity</span>
          <span className={classes.quantity} data-short={isShort || undefined}>
            {shownQuantity(item)}
          </span>
        </div>
      </div>
      <div className={classes.cardFoot}>
        <RowActions item={item} isCompact={false} onAction={onAction} />
        {state && <CommandStateTag state={state} />}
      </div>
    </>
  )
}
