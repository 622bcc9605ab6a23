import { addresses, nameOf, users } from '@shop/shared/accounts/schema.ts'
import type { Shipment } from '@shop/shared/shipments/schema.ts'
import { useLive } from '../../sync/api.ts'
import { PrintSheet } from '../../ui/print-sheet.tsx'
import { useMoments, useShopSettings } from '../../ui/use-moments.ts'
import { Label } from './label.tsx'

/** The label of a box on a 4 × 6 inch page: what label printers take, and what fits a letter sheet as well. */
export default function PrintLabel({ shipment, onDone }: { readonly shipment: Shipment; readonly onDone: () => void }) {
  const { shopName, shopAddress } = useShopSettings()
  const { day } = useMoments()
  const sender = useLive((view) => view.get(users, shipment.uid), [shipment.uid])
  const from = useLive((view) => view.where(addresses, 'uid', shipment.uid).find(({ isDefault }) => isDefault), [shipment.uid])
  return (
    <PrintSheet size="4in 6in" margin="0.2in" onDone={onDone}>
      <Label
        shipment={shipment}
        submitted={day(shipment.submittedAtMs)}
        shop={[shopName, ...shopAddress.split('\n')]}
        sender={
          from
            ? [from.name, from.street, `${from.city}, ${from.state} ${from.zip}`, from.country === 'USA' ? '' : from.country]
            : [sender ? nameOf(sender) : '']
        }
      />
    </PrintSheet>
  )
}
