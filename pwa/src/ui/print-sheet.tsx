import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import classes from './print-sheet.module.css'

type Props = {
  /** CSS size of the page, such as `4in 6in`, or a function that measures the laid-out paper. */
  readonly size: string | ((paper: HTMLElement) => string)
  readonly margin: string
  readonly onDone: () => void
  readonly children: ReactNode
}

/** Prints its children. It renders them beside the app, hides the app from the printer, and opens the browser's print dialog once. */
export function PrintSheet({ size, margin, onDone, children }: Props) {
  const paper = useRef<HTMLDivElement>(null)
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    document.body.dataset.printingSheet = ''
    const page = document.createElement('style')
    page.textContent = `@page { size: ${sizeOf(paper.current, size)}; margin: ${margin} }`
    document.head.append(page)
    // Browsers on phones do not wait for the dialog: they read the page later, when the person prints. If `afterprint` never comes, a touch or a key
    // means that the person is back.
    const printed = new AbortController()
    const finish = () => done.current()
    // wait one frame, so that the sheet is laid out before the dialog freezes the page
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
  // hidden, but laid out
  paper.style.cssText = 'display: block; position: absolute; visibility: hidden'
  const measured = size(paper)
  paper.style.cssText = ''
  return measured
}
