import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'

const CONTROLS = 'button:not(:disabled), a[href], input:not(:disabled)'
/** Rows per Page Up and Page Down. */
const PAGE_ROWS = 10

type Options = {
  readonly list: RefObject<HTMLElement | null>
  readonly count: number
  readonly hasRow: (id: string) => boolean
  readonly scrollTo: (index: number) => void
  readonly onOpen: ((index: number) => void) | undefined
  readonly onSelect: ((index: number, isRange: boolean) => void) | undefined
}

/** Keeps one row of a long list in the tab order. Arrows, Page Up and Down, Home and End choose the row, Left and Right walk its controls, Enter opens
 *  it, Space ticks it. A row that leaves the list passes the focus to the row that takes its place. */
export function useRowFocus({ list, count, hasRow, scrollTo, onOpen, onSelect }: Options) {
  const [wanted, setWanted] = useState(0)
  const active = Math.min(wanted, Math.max(0, count - 1))
  const isFocusDue = useRef(false)
  const focusedId = useRef<string | null>(null)

  // a native listener, because React dispatches no event while it closes a window that returns the focus here
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const row = list.current?.contains(target as Node) ? (target as Element).closest<HTMLElement>('[data-row-id]') : null
      focusedId.current = row?.dataset.rowId ?? null
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [list])

  // the row may have to render first, so focus follows the render
  useEffect(() => {
    if (focusedId.current !== null && count > 0 && document.activeElement === document.body && !hasRow(focusedId.current)) {
      focusedId.current = null
      isFocusDue.current = true
    }
    if (!isFocusDue.current) return
    const row = list.current?.querySelector<HTMLElement>(`[data-row-index="${active}"]`)
    if (!row) return
    isFocusDue.current = false
    row.focus({ preventScroll: true })
  })

  const move = useCallback(
    (index: number) => {
      const next = Math.max(0, Math.min(count - 1, index))
      isFocusDue.current = true
      scrollTo(next)
      setWanted(next)
    },
    [count, scrollTo],
  )

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const row = target.closest<HTMLElement>('[data-row-index]')
    // a row's menu owns its keys
    if (!row || event.altKey || event.ctrlKey || event.metaKey || target.closest('[role="menu"]')) return
    const isRow = target === row
    const isCheck = target.matches('input[type="checkbox"]')
    if (!isRow && !isCheck && target.matches('input, textarea, select')) return
    const index = Number(row.dataset.rowIndex)
    const steps: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + PAGE_ROWS,
      PageUp: index - PAGE_ROWS,
      Home: 0,
      End: count - 1,
    }
    const next = steps[event.key]
    if (next !== undefined) move(next)
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') walkControls(row, target, event.key === 'ArrowRight' ? 1 : -1)
    else if (event.key === 'Escape' && !isRow && !isCheck) row.focus()
    else if (isRow && event.key === 'Enter' && onOpen) onOpen(index)
    else if (isRow && event.key === ' ' && onSelect) onSelect(index, event.shiftKey)
    else return
    event.preventDefault()
  }
  return { active, onKeyDown, setActive: setWanted }
}

function walkControls(row: HTMLElement, from: HTMLElement, step: 1 | -1): void {
  const controls = [...row.querySelectorAll<HTMLElement>(CONTROLS)]
  const at = controls.findIndex((control) => control === from || control.contains(from))
  const next = controls[at === -1 ? (step === 1 ? 0 : -1) : at + step]
  if (next) next.focus()
  else if (step === -1 && at === 0) row.focus()
}

/** Removes a row's buttons from the tab order unless the row is active. */
export function limitTabStops(row: HTMLElement | null, isActive: boolean): void {
  for (const control of row?.querySelectorAll<HTMLElement>(CONTROLS) ?? []) {
    if (isActive) control.removeAttribute('tabindex')
    else control.tabIndex = -1
  }
}
