import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './find.module.css'

/** An item's picture in a fixed box; the box stays when there is none, so that nothing shifts. */
export function ItemPicture({ imageUrl }: { readonly imageUrl: string }) {
  const [failedUrl, setFailedUrl] = useState('')
  const isShown = imageUrl !== '' && failedUrl !== imageUrl
  return (
    <div className={classes.picture} aria-hidden="true">
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
        <IconPhotoOff stroke={1.5} />
      )}
    </div>
  )
}
