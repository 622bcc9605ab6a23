import { Button } from '@mantine/core'
import { type Cents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { balances } from '@shop/shared/sales/schema.ts'
import { isPending } from '@shop/shared/shipments/rules/status.ts'
import { carrierWord } from '@shop/shared/shipments/rules/tracking.ts'
import { type Shipment, shipments } from '@shop/shared/shipments/schema.ts'
import { IconCashBanknote, IconPackageExport, IconPrinter, IconTag } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useHasFreeLabel } from '../../shipments/labels/use-postal-labels.ts'
import { usePackingSlip } from '../../shipments/slip/use-packing-slip.tsx'
import { useLive, useSyncStatus } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import classes from './dashboard.module.css'

const RequestPayoutDialog = lazy(() => import('../../payouts/request-payout-dialog.tsx'))
const TakeLabelDialog = lazy(() => import('../../shipments/labels/take-label-dialog.tsx'))
const ShipmentDialog = lazy(() => import('../../shipments/shipment-dialog.tsx'))

export function DashboardActions({ uid }: { readonly uid: string }) {
  const available: Cents = useLive((view) => view.get(balances, uid)?.availableCents ?? ZERO_CENTS, [uid])
  const box = useLive((view) => latestOf(view.where(shipments, 'uid', uid).filter(isPending)), [uid])
  const hasFreeLabels = useHasFreeLabel()
  const slip = usePackingSlip()
  const { online } = useSyncStatus()
  const [open, setOpen] = useState<'payout' | 'shipment' | 'label' | null>(null)
  const banner = useBanner()
  const close = () => setOpen(null)
  const done = (message: string) => {
    close()
    banner.show(message)
  }
  return (
    <div className={classes.acts}>
      {available > 0 && (
        <Button
          className={classes.payout ?? ''}
          leftSection={<IconCashBanknote size="1.25rem" />}
          disabled={!online}
          onClick={() => setOpen('payout')}
        >
          Request Payout
        </Button>
      )}
      <Button variant="default" leftSection={<IconPackageExport size="1.25rem" />} onClick={() => setOpen('shipment')}>
        Submit Shipment
      </Button>
      {hasFreeLabels && (
        <Button variant="default" leftSection={<IconTag size="1.25rem" />} onClick={() => setOpen('label')}>
          Get a Postal Label
        </Button>
      )}
      {box && (
        <Button
          variant="default"
          leftSection={<IconPrinter size="1.25rem" />}
          aria-label={`Print packing slip of ${carrierWord(box.carrier)} ${box.trackingNumber}`}
          title={`${carrierWord(box.carrier)} ${box.trackingNumber}`}
          onClick={() => slip.print(box)}
        >
          Print packing slip
        </Button>
      )}
      {available > 0 && !online && (
        <p className={classes.actsNote} role="status">
          You are offline. A payout can be requested when there is a connection.
        </p>
      )}
      <Banner {...banner.props} />
      <Suspense fallback={null}>
        {open === 'payout' && <RequestPayoutDialog uid={uid} availableCents={available} onClose={close} onDone={done} />}
        {open === 'label' && <TakeLabelDialog onClose={close} onDone={done} />}
        {open === 'shipment' && <ShipmentDialog uid={uid} onClose={close} onDone={done} />}
      </Suspense>
      {slip.sheet}
    </div>
  )
}

const latestOf = (all: readonly Shipment[]): Shipment | undefined =>
  all.reduce<Shipment | undefined>((last, one) => (last && last.submittedAtMs > one.submittedAtMs ? last : one), undefined)
