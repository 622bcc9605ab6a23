import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** Usual height of a row, px. */
export const ROW_PX = 56
/** Estimated height of a card, px, until the card is measured. */
export const CARD_PX = 148
const CARD_GAP_PX = 8
/** Rows rendered beyond the visible ones. */
const OVERSCAN = 8

type WindowOptions<R> = {
  readonly list: RefObject<HTMLElement | null>
  readonly rows: readonly R[]
  readonly rowId: (row: R) => string
  readonly isCards: boolean
  readonly isLoading: boolean
  readonly rowPx: number
  /** Height at the lower edge under which no row may come to stand when it is scrolled to, px. */
  readonly coveredPx: number
}

/** Rows to render, the visible ones and a few beyond, with their positions. */
export function useRowWindow<R>({ list, rows, rowId, isCards, isLoading, rowPx, coveredPx }: WindowOptions<R>) {
  const { root, marginPx } = useScrollRoot(list)
  const virtualizer = useVirtualizer({
    count: isLoading ? 0 : rows.length,
    getScrollElement: () => root,
    estimateSize: () => (isCards ? CARD_PX : rowPx),
    // sizes are kept by key, and a row is not as high as its card
    getItemKey: (index) => `${isCards ? 'card' : 'row'} ${rowId(rows[index] as R)}`,
    overscan: OVERSCAN,
    gap: isCards ? CARD_GAP_PX : 0,
    scrollMargin: marginPx,
    scrollPaddingStart: rowPx,
    scrollPaddingEnd: coveredPx,
  })
  return {
    drawn: virtualizer.getVirtualItems().map(({ index, key, start }) => ({ index, key, startPx: start - marginPx })),
    heightPx: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    scrollTo: useCallback((index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }), [virtualizer]),
  }
}

/** Attribute of the scrolling element, where it is not the page that scrolls. */
const SCROLL_ROOT = 'data-scroll-root'

/** The element that scrolls `inner`, and the offset of `inner` from its top, px. */
function useScrollRoot(inner: RefObject<HTMLElement | null>): { root: HTMLElement | null; marginPx: number } {
  const [root, setRoot] = useState<HTMLElement | null>(null)
  const [marginPx, setMarginPx] = useState(0)
  // after every render: the content above may have grown
  useLayoutEffect(() => {
    const found = inner.current?.closest<HTMLElement>(`[${SCROLL_ROOT}]`) ?? document.documentElement
    setRoot(found)
    if (!inner.current) return
    setMarginPx(Math.round(inner.current.getBoundingClientRect().top - found.getBoundingClientRect().top + found.scrollTop))
  })
  return { root, marginPx }
}
