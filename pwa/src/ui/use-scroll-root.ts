import { type RefObject, useLayoutEffect, useState } from 'react'

/** Marks the element that scrolls a screen, so that what lies in it can follow: `data-scroll-root`. */
export const SCROLL_ROOT = 'data-scroll-root'

/** The element that scrolls `inner`, and how far below its start `inner` begins, px. */
export function useScrollRoot(inner: RefObject<HTMLElement | null>): { root: HTMLElement | null; marginPx: number } {
  const [root, setRoot] = useState<HTMLElement | null>(null)
  const [marginPx, setMarginPx] = useState(0)
  // runs after every render: what stands above may have grown
  useLayoutEffect(() => {
    const found = inner.current?.closest<HTMLElement>(`[${SCROLL_ROOT}]`) ?? document.documentElement
    setRoot(found)
    if (!inner.current) return
    setMarginPx(Math.round(inner.current.getBoundingClientRect().top - found.getBoundingClientRect().top + found.scrollTop))
  })
  return { root, marginPx }
}
