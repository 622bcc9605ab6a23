import { type MouseEvent, useCallback, useRef } from 'react'

/** For a list: the second click of a double click that took its row away does not reach the row that moved up under the pointer. */
export function useOneRowClicks(): (event: MouseEvent) => void {
  const clickedId = useRef<string | null>(null)
  return useCallback((event: MouseEvent) => {
    const id = (event.target as Element).closest<HTMLElement>('[data-row-id]')?.dataset.rowId ?? null
    // `detail` counts the clicks at one spot; those of the keyboard are 0
    if (event.detail <= 1) clickedId.current = id
    else if (id !== clickedId.current) {
      event.preventDefault()
      event.stopPropagation()
    }
  }, [])
}
