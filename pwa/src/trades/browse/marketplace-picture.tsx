import { retailerPictureOf } from '@shop/shared/inventory/rules/asin.ts'
import { useState } from 'react'
import classes from '../trades.module.css'

type Props = { readonly asin: string; readonly imageUrl: string }

/** An item's picture: the retailer's, else the item's own, else 'No Image'. One that is a single pixel is none (spec §2 Browse Items). */
export function MarketplacePicture({ asin, imageUrl }: Props) {
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  const url = [asin === '' ? '' : retailerPictureOf(asin), imageUrl].find((one) => one !== '' && !failed.has(one))
  const fail = (one: string) => setFailed((before) => new Set(before).add(one))
  return (
    <span className={classes.picture}>
      {url === undefined ? (
        'No Image'
      ) : (
        <img
          key={url}
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => fail(url)}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => naturalWidth <= 1 && naturalHeight <= 1 && fail(url)}
        />
      )}
    </span>
  )
}
