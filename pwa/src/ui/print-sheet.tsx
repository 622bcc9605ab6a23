import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import classes from './print-sheet.module.css'

type Props = {
  /** The size and margin of the page, as CSS has them: `4in 6in`. */
  readonly size: string
  readonly margin: string
  readonly onDone: () => void
  readonly children: ReactNode
}

/** Puts its children on paper: renders them beside the app, hides the app from the printer, and opens the browser's print dialog once. */
export function PrintSheet({ size, margin, onDone, children }: Props) {
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    document.body.dataset.printingSheet = ''
    const page = document.createElement('style')
    page.textContent = `@page { size: ${size}; margin: ${margin} }`
    document.head.append(page)
    // one frame, so that the sheet is laid out before the dialog freezes the page
    const frame = requestAnimationFrame(() => {
      window.print()
      done.current()
    })
    return () => {
      cancelAnimationFrame(frame)
      page.remove()
      delete document.body.dataset.printingSheet
    }
  }, [size, margin])
  return createPortal(
    <div data-print-sheet="" className={classes.sheet}>
      {children}
    </div>,
    document.body,
  )
}
