import { useState } from 'react'

const NONE: ReadonlySet<string> = new Set()

/** The first of several addresses that is a picture, and what an `img` needs to find that out. A blank of one pixel is none (spec §2 Browse Items);
 *  undefined when no address is left. */
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
