import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import classes from './print-sheet.module.css'

type Props = {
  /** The size of the page as CSS has it: `4in 6in`. Or how to tell it from the paper, which is laid out for that. */
  readonly size: string | ((paper: HTMLElement) => string)
  readonly margin: string
  readonly onDone: () => void
  readonly children: ReactNode
}

/** Puts its children on paper: renders them beside the app, hides the app from the printer, and opens the browser's print dialog once. */
export function PrintSheet({ size, margin, onDone, children }: Props) {
  const paper = useRef<HTMLDivElement>(null)
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    document.body.dataset.printingSheet = ''
    const page = document.createElement('style')
    page.textContent = `@page { size: ${sizeOf(paper.current, size)}; margin: ${margin} }`
    document.head.append(page)
    // Phones' browsers do not wait for the dialog: they take the page later, when it is chosen to print. Should one never say that it has printed, whoever
    // touches the page is back from the dialog.
    const printed = new AbortController()
    const finish = () => done.current()
    // one frame, so that the sheet is laid out before the dialog freezes the page
    const frame = requestAnimationFrame(() => {
      for (const sign of ['afterprint', 'pointerdown', 'keydown'])
        window.addEventListener(sign, finish, { capture: true, once: true, signal: printed.signal })
      window.print()
    })
    return () => {
      cancelAnimationFrame(frame)
      printed.abort()
      page.remove()
      delete document.body.dataset.printingSheet
    }
  }, [size, margin])
  return createPortal(
    <div ref={paper} data-print-sheet="" className={classes.sheet}>
      {children}
    </div>,
    document.body,
  )
}

function sizeOf(paper: HTMLElement | null, size: Props['size']): string {
  if (typeof size === 'string') return size
  if (!paper) return 'auto'
  // out of sight, but with its measures
  paper.style.cssText = 'display: block; position: absolute; visibility: hidden'
  const measured = size(paper)
  paper.style.cssText = ''
  return measured
}
