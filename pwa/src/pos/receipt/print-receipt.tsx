import type { PosSale } from '@shop/shared/pos/schema.ts'
import { PrintSheet } from '../../ui/print-sheet.tsx'
import { PAGES, usePaper } from './paper.ts'
import { Receipt } from './receipt.tsx'

type Props = {
  readonly sale: PosSale
  readonly shopName: string
  readonly isReprint: boolean
  readonly onDone: () => void
}

export default function PrintReceipt({ onDone, ...receipt }: Props) {
  const [paper] = usePaper()
  return (
    <PrintSheet {...PAGES[paper]} onDone={onDone}>
      <Receipt {...receipt} paper={paper} />
    </PrintSheet>
  )
}
