import { Button } from '@mantine/core'
import type { PostalLabel } from '@shop/shared/shipments/label-schema.ts'
import { isPending, shownShipmentId } from '@shop/shared/shipments/rules/status.ts'
import { carrierWord } from '@shop/shared/shipments/rules/tracking.ts'
import { type Shipment, shipments } from '@shop/shared/shipments/schema.ts'
import { IconFileDownload, IconPackageExport, IconPencil, IconPrinter, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { type CommandState, useLive, useSession, useSyncStatus } from '../sync/api.ts'
import { Banner, useBanner } from '../ui/banner.tsx'
import { DataTable } from '../ui/data-table.tsx'
import type { Column } from '../ui/data-table-columns.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Moments } from '../ui/moments.ts'
import { Page } from '../ui/page.tsx'
import { RowButton } from '../ui/row-button.tsx'
import { useLoad } from '../ui/use-load.tsx'
import { useMoments } from '../ui/use-moments.ts'
import { useRowStates } from '../ui/use-row-states.ts'
import { useLabelFile } from './labels/label-file.ts'
import { useHasFreeLabel, useTakenLabels } from './labels/use-postal-labels.ts'
import { StatusCell, shipmentIdsOf, TrackingCell } from './shipment-cells.tsx'
import ShipmentDialog from './shipment-dialog.tsx'
import { usePackingSlip } from './slip/use-packing-slip.tsx'
import { useDeleteShipment } from './use-delete-shipment.tsx'

const TakeLabelDialog = lazy(() => import('./labels/take-label-dialog.tsx'))

function columnsOf(states: ReadonlyMap<string, CommandState>, day: Moments['day']): readonly Column<Shipment>[] {
  return [
    {
      key: 'tracking',
      header: 'Tracking',
      width: 'minmax(12rem, 2fr)',
      card: 'title',
      cell: (shipment) => <TrackingCell shipment={shipment} />,
    },
    { key: 'carrier', header: 'Carrier', width: 'minmax(6rem, 1fr)', cell: ({ carrier }) => <bdi>{carrierWord(carrier)}</bdi> },
    { key: 'id', header: 'Shipment ID', width: '8rem', hideBelow: 760, cell: ({ uid }) => shownShipmentId(uid) },
    { key: 'submitted', header: 'Submitted', width: '8rem', cell: ({ submittedAtMs }) => day(submittedAtMs) },
    {
      key: 'status',
      header: 'Status',
      width: 'minmax(9rem, 1fr)',
      card: 'aside',
      cell: (shipment) => <StatusCell shipment={shipment} state={states.get(shipment.id)} />,
    },
  ]
}

/** `/user-shipments`: boxes that a consignor sent. */
export default function UserShipmentsScreen() {
  const { user } = useSession()
  return user ? <UserShipments uid={user.uid} /> : null
}

function UserShipments({ uid }: { readonly uid: string }) {
  const own = useLive((view) => view.where(shipments, 'uid', uid), [uid])
  const rows = useMemo(() => [...own].sort((a, b) => b.submittedAtMs - a.submittedAtMs), [own])
  const [editing, setEditing] = useState<Shipment | 'new' | 'label' | null>(null)
  const { isLoading, failure } = useLoad('shipments', rows.length === 0)
  const states = useRowStates(shipmentIdsOf)
  const { day } = useMoments()
  const columns = useMemo(() => columnsOf(states, day), [states, day])
  const slip = usePackingSlip()
  const banner = useBanner()
  const labels = useTakenLabels(uid)
  const hasFree = useHasFreeLabel()
  const download = useLabelFile(banner.show)
  const remove = useDeleteShipment(banner.show, { effect: 'The shop no longer expects it.' })

  const submitted = (message: string) => {
    setEditing(null)
    banner.show(message)
  }
  return (
    <Page
      title="My Shipments"
      subtitle="Boxes on their way to the shop: under 70 lbs each."
      actions={
        <>
          {hasFree && (
            <Button variant="default" onClick={() => setEditing('label')}>
              Get a Postal Label
            </Button>
          )}
          <Button onClick={() => setEditing('new')}>Submit Shipment</Button>
        </>
      }
    >
      <Banner {...banner.props} />
      <DataTable
        label="Your shipments"
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        isLoading={isLoading}
        actionsWidth="12rem"
        cardsBelowPx={800}
        actions={(shipment) => (
          <BoxActions
            shipment={shipment}
            label={labels.get(shipment.id)}
            onPrint={slip.print}
            onDownload={download}
            onEdit={setEditing}
            onRemove={remove}
          />
        )}
        empty={failure ?? <NoShipments onSubmit={() => setEditing('new')} />}
      />
      <Suspense fallback={null}>{editing === 'label' && <TakeLabelDialog onClose={() => setEditing(null)} onDone={submitted} />}</Suspense>
      {editing !== null && editing !== 'label' && (
        <ShipmentDialog uid={uid} shipment={editing === 'new' ? null : editing} onClose={() => setEditing(null)} onDone={submitted} />
      )}
      {slip.sheet}
    </Page>
  )
}

function NoShipments({ onSubmit }: { readonly onSubmit: () => void }) {
  return (
    <EmptyState
      icon={<IconPackageExport />}
      title="No shipments yet"
      hint="Tell the shop about a box you have sent, and follow it here."
      action={<Button onClick={onSubmit}>Submit Shipment</Button>}
    />
  )
}

type BoxActionsProps = {
  readonly shipment: Shipment
  readonly label: PostalLabel | undefined
  readonly onPrint: (shipment: Shipment) => void
  readonly onDownload: (label: PostalLabel) => Promise<boolean>
  readonly onEdit: (shipment: Shipment) => void
  readonly onRemove: (shipment: Shipment) => Promise<void>
}

/** Buttons of a box. One with a postal label has no Edit, because the label decides its number. */
function BoxActions({ shipment, label, onPrint, onDownload, onEdit, onRemove }: BoxActionsProps) {
  const { online } = useSyncStatus()
  return (
    <>
      <RowButton label="Print packing slip" onClick={() => onPrint(shipment)}>
        <IconPrinter aria-hidden />
      </RowButton>
      {label && (
        <RowButton
          label="Download postal label"
          reason={online ? null : 'offline, and the label is at the server'}
          onClick={() => void onDownload(label)}
        >
          <IconFileDownload aria-hidden />
        </RowButton>
      )}
      {isPending(shipment) && !label && (
        <RowButton label="Edit" onClick={() => onEdit(shipment)}>
          <IconPencil aria-hidden />
        </RowButton>
      )}
      {isPending(shipment) && (
        <RowButton label="Delete" onClick={() => void onRemove(shipment)}>
          <IconTrash aria-hidden />
        </RowButton>
      )}
    </>
  )
}
