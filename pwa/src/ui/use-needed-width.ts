import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Measures the width below which a table overflows and its rows must be cards (`neededPx`), because its frame clips the overflow. `measured` is the
 *  element that is as wide as its columns. `width` is the width, px, for which the columns were chosen. */
export function useNeededWidth<E extends HTMLElement>(
  width: number,
): { readonly measured: RefObject<E | null>; readonly neededPx: number } {
  const measured = useRef<E>(null)
  const [neededPx, setNeededPx] = useState(0)
  // after every render, since rows and their buttons change the width, but before the paint
  useLayoutEffect(() => {
    const drawn = measured.current
    const roomPx = drawn?.parentElement?.clientWidth ?? 0
    // columns that were chosen for another width say nothing about the present width
    if (drawn && Math.abs(roomPx - width) <= 2 && drawn.scrollWidth > roomPx + 2) setNeededPx(drawn.scrollWidth)
  })
  return { measured, neededPx }
}
