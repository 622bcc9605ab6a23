import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** `measured` is what is as wide as the table's columns, `width` what they were chosen for, px. A table that was once wider than its frame is not tried again below the width it needed: its rows are cards there. The frame cuts off what
 *  does not fit, so no list may rely on a guess of how wide its texts and buttons get. */
export function useNeededWidth<E extends HTMLElement>(
  width: number,
): { readonly measured: RefObject<E | null>; readonly neededPx: number } {
  const measured = useRef<E>(null)
  const [neededPx, setNeededPx] = useState(0)
  // after every drawing, since rows and their buttons change the width; before anything is seen of it
  useLayoutEffect(() => {
    const drawn = measured.current
    const roomPx = drawn?.parentElement?.clientWidth ?? 0
    // columns chosen for another width say nothing
    if (drawn && Math.abs(roomPx - width) <= 2 && drawn.scrollWidth > roomPx + 2) setNeededPx(drawn.scrollWidth)
  })
  return { measured, neededPx }
}
