import { thumbnailOf } from '@shop/shared/images/thumbnails.ts'
import { IconPhoto } from '@tabler/icons-react'
import classes from './item-picture.module.css'
import { usePicture } from './use-picture.ts'

type Props = {
  readonly imageUrl: string
  /** Edge of the square box. */
  readonly size?: 'sm' | 'md' | 'lg'
}

/** An item's picture in a fixed box: the shop's own thumbnail of it, else the picture itself. The box stays when there is none, when it fails, and when it is a
 *  1×1 blank (spec §2 Marketplace). */
export function ItemPicture({ imageUrl, size = 'md' }: Props) {
  const picture = usePicture([thumbnailOf(imageUrl), imageUrl])
  return (
    <span className={classes.box} data-size={size} aria-hidden="true">
      {picture ? <img key={picture.src} {...picture} alt="" /> : <IconPhoto stroke={1.5} />}
    </span>
  )
}
