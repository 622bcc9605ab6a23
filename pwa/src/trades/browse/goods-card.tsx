import { Button } from '@mantine/core'
import { thumbnailOf } from '@shop/shared/images/thumbnails.ts'
import { retailerPictureOf } from '@shop/shared/inventory/rules/asin.ts'
import type { MarketplaceItem } from '@shop/shared/trades/calls/marketplace.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { grouped } from '../../ui/counted.ts'
import { usePicture } from '../../ui/item-picture.tsx'
import classes from '../trades.module.css'

type Props = {
  readonly item: MarketplaceItem
  /** Category and conditions; '' for none. */
  readonly about: string
  readonly isOnline: boolean
  readonly onOffer: () => void
}

export function GoodsCard({ item, about, isOnline, onOffer }: Props) {
  const { itemName, barcode1, link, totalQuantity, consignorCount } = item
  const reason = barcode1 === '' ? 'Without a barcode it cannot be traded' : isOnline ? null : 'Offline: making an offer needs a connection'
  return (
    <li className={classes.goods}>
      <MarketplacePicture asin={item.asin} imageUrl={item.imageUrl} />
      <h2 className={classes.goodsName} title={itemName}>
        <bdi>{itemName}</bdi>
      </h2>
      {about !== '' && <p className={classes.about}>{about}</p>}
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

/** Picture of an item: the shop's thumbnail, else the retailer's, else the item's own, else 'No Image'. */
function MarketplacePicture({ asin, imageUrl }: Pick<MarketplaceItem, 'asin' | 'imageUrl'>) {
  const picture = usePicture([thumbnailOf(imageUrl), asin === '' ? '' : retailerPictureOf(asin), imageUrl])
  return <span className={classes.picture}>{picture ? <img key={picture.src} {...picture} alt="" /> : 'No Image'}</span>
}
