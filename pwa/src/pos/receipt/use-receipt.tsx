import type { PosSale } from '@shop/shared/pos/schema.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useShopSettings } from '../../ui/use-shop-settings.ts'

const PrintReceipt = lazy(() => import('./print-receipt.tsx'))
const ReceiptDialog = lazy(() => import('./receipt-dialog.tsx'))

type Shown = { readonly sale: PosSale; readonly isReprint: boolean; readonly as: 'dialog' | 'print' }

/** Shows and prints receipts; the caller renders `receipt`. The code loads with the first receipt. */
export function useReceipt(): {
  show: (sale: PosSale, isReprint: boolean) => void
  print: (sale: PosSale, isReprint: boolean) => void
  receipt: ReactNode
} {
  const { shopName } = useShopSettings()
  const [shown, setShown] = useState<Shown | null>(null)
  const print = (sale: PosSale, isReprint: boolean) => setShown({ sale, isReprint, as: 'print' })
  return {
    show: (sale, isReprint) => setShown({ sale, isReprint, as: 'dialog' }),
    print,
    receipt: shown && (
      <Suspense fallback={null}>
        {shown.as === 'print' ? (
          <PrintReceipt {...shown} shopName={shopName} onDone={() => setShown(null)} />
        ) : (
          <ReceiptDialog {...shown} onPrint={() => print(shown.sale, shown.isReprint)} onClose={() => setShown(null)} />
        )}
      </Suspense>
    ),
  }
}
