import type { PosSale } from '@shop/shared/pos/schema.ts'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import classes from './receipt.module.css'
import { Receipt } from './receipt.tsx'

type Props = {
  readonly sale: PosSale
  readonly shopName: string
  readonly timeZone: string
  readonly isReprint: boolean
  readonly onDone: () => void
}

const MM_PER_PX = 25.4 / 96

/** Puts a receipt on paper: renders it beside the app, hides the app from the printer, and opens the browser's print dialog once. */
export default function PrintReceipt({ onDone, ...receipt }: Props) {
  const paper = useRef<HTMLDivElement>(null)
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    document.body.dataset.printingReceipt = ''
    const page = document.createElement('style')
    page.textContent = pageRule(paper.current)
    document.head.append(page)
    // One frame, so that the receipt is laid out before the dialog freezes the page.
    const frame = requestAnimationFrame(() => {
      window.print()
      done.current()
    })
    return () => {
      cancelAnimationFrame(frame)
      page.remove()
      delete document.body.dataset.printingReceipt
    }
  }, [])
  return createPortal(
    <div ref={paper} data-receipt-paper="" className={classes.printOnly}>
      <Receipt {...receipt} />
    </div>,
    document.body,
  )
}

/** A page as long as the receipt: printers on a roll would otherwise feed a sheet of letter paper. */
function pageRule(paper: HTMLElement | null): string {
  if (!paper) return ''
  paper.style.cssText = 'display: block; position: absolute; visibility: hidden'
  const heightMm = Math.max(60, Math.ceil(paper.getBoundingClientRect().height * MM_PER_PX) + 8)
  paper.style.cssText = ''
  return `@page { size: 80mm ${heightMm}mm; margin: 2mm 4mm }`
}
