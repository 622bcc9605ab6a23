import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './item-picture.module.css'

type Props = {
  readonly imageUrl: string
  /** Edge of the square box. */
  readonly size?: 'sm' | 'md' | 'lg'
}

/** An item's picture in a fixed box. The box stays when there is no picture, when it fails, and when it is a 1×1 blank (spec §2 Marketplace). */
export function ItemPicture({ imageUrl, size = 'md' }: Props) {
  const [failedUrl, setFailedUrl] = useState('')
  const isShown = imageUrl !== '' && failedUrl !== imageUrl
  return (
    <span className={classes.box} data-size={size} aria-hidden="true">
      {isShown ? (
        <img
          src={imageUrl}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailedUrl(imageUrl)}
          onLoad={(event) => event.currentTarget.naturalWidth <= 1 && setFailedUrl(imageUrl)}
        />
      ) : (
        <IconPhoto stroke={1.5} />
      )}
    </span>
  )
}
