import { thumbnailOf } from '@shop/shared/images/thumbnails.ts'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './item-picture.module.css'

type Props = {
  readonly imageUrl: string
  /** Edge length of the square box. */
  readonly size?: 'sm' | 'md' | 'lg'
}

/** An item's picture in a fixed box: the shop's own thumbnail, else the picture itself. The box stays when the picture is missing, fails to load,
 *  or is a 1×1 blank. */
export function ItemPicture({ imageUrl, size = 'md' }: Props) {
  const picture = usePicture([thumbnailOf(imageUrl), imageUrl])
  return (
    <span className={classes.box} data-size={size} aria-hidden="true">
      {picture ? <img key={picture.src} {...picture} alt="" /> : <IconPhoto stroke={1.5} />}
    </span>
  )
}

const NONE: ReadonlySet<string> = new Set()

/** Props for an `img` with the first address that loads as a picture; undefined when none is left. A blank picture of one pixel, which a retailer
 *  sends in place of a missing one, counts as failed. */
export function usePicture(addresses: readonly (string | undefined)[]) {
  const [failed, setFailed] = useState(NONE)
  const src = addresses.find((one) => one && !failed.has(one))
  if (!src) return undefined
  const fail = () => setFailed((before) => new Set(before).add(src))
  return {
    src,
    alt: '',
    loading: 'lazy',
    decoding: 'async',
    referrerPolicy: 'no-referrer',
    onError: fail,
    onLoad: (event: { currentTarget: HTMLImageElement }) => event.currentTarget.naturalWidth <= 1 && fail(),
  } as const
}
