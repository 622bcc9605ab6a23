import type { Shipment } from '@shop/shared/shipments/schema.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'

const PrintPackingSlip = lazy(() => import('./print-packing-slip.tsx'))

/** Prints the packing slip of a shipment; the caller renders `sheet`. The code that draws barcodes loads with the first slip. */
export function usePackingSlip(): { readonly print: (shipment: Shipment) => void; readonly sheet: ReactNode } {
  const [shipment, setShipment] = useState<Shipment | null>(null)
  return {
    print: setShipment,
    sheet: shipment && (
      <Suspense fallback={null}>
        <PrintPackingSlip shipment={shipment} onDone={() => setShipment(null)} />
      </Suspense>
    ),
  }
}
