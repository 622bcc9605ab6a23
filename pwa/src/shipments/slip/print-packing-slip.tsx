import { addresses, nameOf, users } from '@shop/shared/accounts/schema.ts'
import { boxCode, MAX_BOX_POUNDS, shownShipmentId } from '@shop/shared/shipments/rules/status.ts'
import { carrierWord } from '@shop/shared/shipments/rules/tracking.ts'
import type { Shipment } from '@shop/shared/shipments/schema.ts'
import { useLive, useSession } from '../../sync/api.ts'
import { BoxPaper } from '../../ui/box-paper.tsx'
import { useMoments } from '../../ui/use-moments.ts'
import { useShopSettings } from '../../ui/use-shop-settings.ts'

/** A slip for a box: sender, destination, and the code that finds this shipment in the shop. */
export default function PrintPackingSlip({ shipment, onDone }: { readonly shipment: Shipment; readonly onDone: () => void }) {
  const { shopName, shopAddress } = useShopSettings()
  const { day } = useMoments()
  const { user } = useSession()
  const sender = useLive((view) => view.get(users, shipment.uid), [shipment.uid])
  const from = useLive((view) => view.where(addresses, 'uid', shipment.uid).find(({ isDefault }) => isDefault), [shipment.uid])
  return (
    <BoxPaper
      from={
        from
          ? [from.name, from.street, `${from.city}, ${from.state} ${from.zip}`, from.country === 'USA' ? '' : from.country]
          : [sender ? nameOf(sender) : '']
      }
      // an address syncs only to its owner's devices, so an admin's device does not have it
      fromNote={
        from ? undefined : user?.uid === shipment.uid ? 'Your profile has no address yet.' : 'The address is on the sender’s own slip.'
      }
      to={[shopName, ...shopAddress.split('\n')]}
      toNote={shopAddress.trim() === '' ? 'The shop has not entered its address yet.' : undefined}
      barcode={boxCode(shipment.id)}
      title="Packing slip"
      facts={[
        ['Shipment ID', shownShipmentId(shipment.uid)],
        ['Carrier', carrierWord(shipment.carrier)],
        ['Tracking', shipment.trackingNumber],
        ['Submitted', day(shipment.submittedAtMs)],
        ['Weight', `under ${MAX_BOX_POUNDS} lbs`],
      ]}
      onDone={onDone}
    />
  )
}
