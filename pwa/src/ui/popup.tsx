import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import classes from './popup.module.css'

/** Distance to the anchor and to the window's edges, px. */
const GAP_PX = 4
const EDGE_PX = 8

type Props = {
  readonly isOpen: boolean
  /** Called on Esc, or a tap elsewhere. */
  readonly onClose: () => void
  /** The element to which the popup belongs, and to which the focus returns. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly label: string
  /** `anchor`: as wide as the anchor, without taking the focus (suggestions). `content`: as wide as its content, and takes the focus. */
  readonly fit?: 'anchor' | 'content'
  readonly children: ReactNode
}

/** A small window beside an element. It is in the browser's top layer, so that it lies above dialogs and nothing clips it. */
export function Popup({ isOpen, onClose, anchor, label, fit = 'content', children }: Props) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const popup = element.current
    if (!isOpen || !popup) return
    popup.showPopover()
    place(popup, anchor.current, fit)
    // focuses the popup itself when it contains nothing to press, so that a screen reader reads it
    if (fit === 'content') (popup.querySelector<HTMLElement>('[data-autofocus], input, button, a[href]') ?? popup).focus()
    return () => popup.hidePopover()
  }, [isOpen, anchor, fit])
  // after every render, because suggestions change in size while somebody types
  useLayoutEffect(() => {
    if (isOpen && element.current) place(element.current, anchor.current, fit)
  })
  useEffect(() => {
    if (!isOpen) return
    const onPointer = (event: PointerEvent) => {
      const target = event.target as Node
      if (!element.current?.contains(target) && !anchor.current?.contains(target)) onClose()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      event.preventDefault()
      // moves the focus before the focused element leaves the page
      if (element.current?.contains(document.activeElement)) anchor.current?.focus()
      onClose()
    }
    document.addEventListener('pointerdown', onPointer, true)
    document.addEventListener('keydown', onKey, true)
    return () => {
      document.removeEventListener('pointerdown', onPointer, true)
      document.removeEventListener('keydown', onKey, true)
    }
  }, [isOpen, onClose, anchor])
  return (
    <div
      ref={element}
      popover="manual"
      className={classes.popup}
      data-fit={fit}
      // a list of suggestions has its own name; a popup that takes the focus is a dialog
      {...(fit === 'content' ? { role: 'dialog', 'aria-label': label, tabIndex: -1 } : {})}
    >
      {isOpen && children}
    </div>
  )
}

function place(popup: HTMLElement, anchor: HTMLElement | null, fit: 'anchor' | 'content'): void {
  const at = anchor?.getBoundingClientRect()
  if (!at) return
  if (fit === 'anchor') popup.style.inlineSize = `${at.width}px`
  const below = window.innerHeight - at.bottom - GAP_PX - EDGE_PX
  const isBelow = below >= Math.min(popup.scrollHeight, at.top - GAP_PX - EDGE_PX)
  popup.style.insetBlock = isBelow ? `${at.bottom + GAP_PX}px auto` : `auto ${window.innerHeight - at.top + GAP_PX}px`
  popup.style.maxBlockSize = `${isBelow ? below : at.top - GAP_PX - EDGE_PX}px`
  const width = popup.getBoundingClientRect().width
  const left = fit === 'anchor' ? at.left : at.right - width
  popup.style.insetInline = `${Math.max(EDGE_PX, Math.min(left, window.innerWidth - width - EDGE_PX))}px auto`
}
