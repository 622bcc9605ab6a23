import type { Shipment } from '@shop/shared/shipments/schema.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'

const PrintLabel = lazy(() => import('./print-label.tsx'))

/** Prints the label of a shipment; `sheet` is to be rendered somewhere. What draws the barcode is loaded when the first label is asked for. */
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
