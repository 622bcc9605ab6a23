import { thumbnailOf } from '@shop/shared/images/thumbnails.ts'
import { retailerPictureOf } from '@shop/shared/inventory/rules/asin.ts'
import { usePicture } from '../../ui/use-picture.ts'
import classes from '../trades.module.css'

type Props = { readonly asin: string; readonly imageUrl: string }

/** An item's picture: the shop's own thumbnail, else the retailer's, else the item's own, else 'No Image' (spec §2 Browse Items). */
export function MarketplacePicture({ asin, imageUrl }: Props) {
  const picture = usePicture([thumbnailOf(imageUrl), asin === '' ? '' : retailerPictureOf(asin), imageUrl])
  return <span className={classes.picture}>{picture ? <img key={picture.src} {...picture} alt="" /> : 'No Image'}</span>
}
