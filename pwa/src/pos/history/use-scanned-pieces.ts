import { sameBarcode } from '@shop/shared/inventory/rules/barcodes.ts'
import { useState } from 'react'
import { useItemSearch } from '../../sync/api.ts'
import { useScanner } from '../scan/use-scanner.ts'
import type { ReturnLine } from './return-lines.tsx'

/** Lets a scan choose one more piece of a sale. `problem` says why the latest scan chose none. */
export function useScannedPieces(lines: readonly ReturnLine[], onChange: (saleLineId: string, quantity: number) => void) {
  const { byBarcode } = useItemSearch()
  const [problem, setProblem] = useState<string | null>(null)
  const linesOf = (code: string) => {
    // a piece may have two barcodes, of which the sale keeps one
    const itemIds = new Set(byBarcode(code).map(({ id }) => id))
    return lines.filter(({ sold }) => sameBarcode(sold.barcode1, code) || (sold.itemId !== null && itemIds.has(sold.itemId)))
  }
  useScanner({
    isKnown: (code) => byBarcode(code).length > 0 || linesOf(code).length > 0,
    onScan: (code) => {
      const sold = linesOf(code)
      const open = sold.find(({ left, quantity }) => quantity < left.quantity)
      if (open) onChange(open.sold.id, open.quantity + 1)
      setProblem(open ? null : whyNone(code, sold))
    },
    onKey: () => false,
    onGlobalKey: () => false,
  })
  return { problem, forget: () => setProblem(null) }
}

function whyNone(code: string, [line]: readonly ReturnLine[]): string {
  if (!line) return `${code} is not on this receipt`
  return line.left.quantity > 0
    ? `All that is left of ${line.sold.itemName} is chosen already`
    : `All of ${line.sold.itemName} came back already`
}
