import { Button } from '@mantine/core'
import { type Cents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { balances } from '@shop/shared/sales/schema.ts'
import { IconCashBanknote, IconPackageExport } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useLive, useSyncStatus } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import classes from './dashboard.module.css'

const RequestPayoutDialog = lazy(() => import('../../payouts/request-payout-dialog.tsx'))
const ShipmentDialog = lazy(() => import('../../shipments/shipment-dialog.tsx'))

/** What a consignor does from the dashboard: ask for the money, and send goods (spec §2). */
export function DashboardActions({ uid }: { readonly uid: string }) {
  const available: Cents = useLive((view) => view.get(balances, uid)?.availableCents ?? ZERO_CENTS, [uid])
  const { online } = useSyncStatus()
  const [open, setOpen] = useState<'payout' | 'shipment' | null>(null)
  const banner = useBanner()
  const close = () => setOpen(null)
  const done = (message: string) => {
    close()
    banner.show(message)
  }
  return (
    <div className={classes.acts}>
      {available > 0 && (
        <Button leftSection={<IconCashBanknote size="1.25rem" />} disabled={!online} onClick={() => setOpen('payout')}>
          Request Payout
        </Button>
      )}
      <Button variant="default" leftSection={<IconPackageExport size="1.25rem" />} onClick={() => setOpen('shipment')}>
        Submit Shipment
      </Button>
      {available > 0 && !online && (
        <p className={classes.actsNote} role="status">
          You are offline. A payout can be requested when there is a connection.
        </p>
      )}
      <Banner {...banner.props} />
      <Suspense fallback={null}>
        {open === 'payout' && <RequestPayoutDialog uid={uid} availableCents={available} onClose={close} onDone={done} />}
        {open === 'shipment' && <ShipmentDialog uid={uid} onClose={close} onDone={done} />}
      </Suspense>
    </div>
  )
}
