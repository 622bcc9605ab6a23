import type { PosSale } from '@shop/shared/pos/schema.ts'
import { PrintSheet } from '../../ui/print-sheet.tsx'
import { Receipt } from './receipt.tsx'

type Props = {
  readonly sale: PosSale
  readonly shopName: string
  readonly isReprint: boolean
  readonly onDone: () => void
}

const MM_PER_PX = 25.4 / 96

export default function PrintReceipt({ onDone, ...receipt }: Props) {
  return (
    <PrintSheet size={pageSize} margin="2mm 4mm" onDone={onDone}>
      <Receipt {...receipt} />
    </PrintSheet>
  )
}

/** The size of a page as long as the receipt. On letter paper a printer with a roll would feed a whole sheet. */
function pageSize(paper: HTMLElement): string {
  return `80mm ${Math.max(60, Math.ceil(paper.getBoundingClientRect().height * MM_PER_PX) + 8)}mm`
}
