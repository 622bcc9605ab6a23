import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Finds out when a table overflows: `measured` is the element as wide as its columns, `width` the width they were chosen for, px. Below
 *  `neededPx` rows must be cards, since the frame clips the overflow and nobody can guess the width of texts and buttons. */
export function useNeededWidth<E extends HTMLElement>(
  width: number,
): { readonly measured: RefObject<E | null>; readonly neededPx: number } {
  const measured = useRef<E>(null)
  const [neededPx, setNeededPx] = useState(0)
  // after every render, since rows and their buttons change the width, but before the paint
  useLayoutEffect(() => {
    const drawn = measured.current
    const roomPx = drawn?.parentElement?.clientWidth ?? 0
    // columns chosen for another width tell nothing
    if (drawn && Math.abs(roomPx - width) <= 2 && drawn.scrollWidth > roomPx + 2) setNeededPx(drawn.scrollWidth)
  })
  return { measured, neededPx }
}
