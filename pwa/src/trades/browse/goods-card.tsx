import { Button } from '@mantine/core'
import type { MarketplaceItem } from '@shop/shared/trades/calls/marketplace.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { grouped } from '../../ui/counted.ts'
import classes from '../trades.module.css'
import { MarketplacePicture } from './marketplace-picture.tsx'

type Props = {
  readonly item: MarketplaceItem
  readonly isOnline: boolean
  readonly onOffer: () => void
}

/** What others offer of one item. */
export function GoodsCard({ item, isOnline, onOffer }: Props) {
  const { itemName, barcode1, link, totalQuantity, consignorCount } = item
  const reason = barcode1 === '' ? 'Without a barcode it cannot be traded' : isOnline ? null : 'Offline: making an offer needs a connection'
  return (
    <li className={classes.goods}>
      <MarketplacePicture asin={item.asin} imageUrl={item.imageUrl} />
      <h2 className={classes.goodsName} title={itemName}>
        <bdi>{itemName}</bdi>
      </h2>
      <dl className={classes.facts}>
        <dt>Available</dt>
        <dd>{grouped(totalQuantity)}</dd>
        <dt>Sellers</dt>
        <dd>{grouped(consignorCount)}</dd>
      </dl>
      <div className={classes.goodsFoot}>
        {/^https?:/i.test(link) && (
          <a className={classes.link} href={link} target="_blank" rel="noopener noreferrer">
            View Product
            <IconExternalLink size="1rem" aria-hidden="true" />
            <span className="shop-visually-hidden">: {itemName}</span>
          </a>
        )}
        <Button fullWidth disabled={reason !== null} onClick={onOffer} aria-label={`Make Offer: ${itemName}`}>
          Make Offer
        </Button>
        {reason !== null && <span className={classes.note}>{reason}</span>}
      </div>
    </li>
  )
}
