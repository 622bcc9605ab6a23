import type { Shipment } from '@shop/shared/shipments/schema.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'

const PrintLabel = lazy(() => import('./print-label.tsx'))

/** Prints the label of a shipment; the caller renders `sheet`. The code that draws barcodes loads with the first label. */
export function useLabel(): { readonly print: (shipment: Shipment) => void; readonly sheet: ReactNode } {
  const [shipment, setShipment] = useState<Shipment | null>(null)
  return {
    print: setShipment,
    sheet: shipment && (
      <Suspense fallback={null}>
        <PrintLabel shipment={shipment} onDone={() => setShipment(null)} />
      </Suspense>
    ),
  }
}
