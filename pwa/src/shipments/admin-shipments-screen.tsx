import { Button, Checkbox, Group, Switch, Text } from '@mantine/core'
import { setShipmentStatus } from '@shop/shared/shipments/commands/set-shipment-status.ts'
import { shownShipmentId } from '@shop/shared/shipments/rules/status.ts'
import { carrierWord } from '@shop/shared/shipments/rules/tracking.ts'
import { type Shipment, shipments } from '@shop/shared/shipments/schema.ts'
import { IconPackageImport, IconPrinter, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { type CommandState, useLive, useRunCommand } from '../sync/api.ts'
import { Banner, useBanner } from '../ui/banner.tsx'
import { counted } from '../ui/counted.ts'
import { DataTable } from '../ui/data-table.tsx'
import type { Column } from '../ui/data-table-columns.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { showUndo } from '../ui/message-store.ts'
import type { Moments } from '../ui/moments.ts'
import { Page } from '../ui/page.tsx'
import { RowButton } from '../ui/row-button.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { useLoad } from '../ui/use-load.tsx'
import { useMoments } from '../ui/use-moments.ts'
import { useNames } from '../ui/use-names.ts'
import { useRowStates } from '../ui/use-row-states.ts'
import { useFreeLabelCount } from './labels/use-postal-labels.ts'
import { StatusCell, shipmentIdsOf, TrackingCell } from './shipment-cells.tsx'
import classes from './shipments.module.css'
import { usePackingSlip } from './slip/use-packing-slip.tsx'
import { useDeleteShipment } from './use-delete-shipment.tsx'
import { type ShipmentSearch, useShipmentSearch } from './use-shipment-search.ts'

const PostalLabelsDialog = lazy(() => import('./labels/postal-labels-dialog.tsx'))

type Flag = 'isDelivered' | 'isProcessed'
type Toggle = (shipment: Shipment, flag: Flag) => Promise<void>

/** `/admin-shipments`: everybody's boxes, received and expected. */
export default function AdminShipmentsScreen() {
  const all = useLive((view) => view.all(shipments), [])
  const nameOfOwner = useNames()
  const { day } = useMoments()
  const search = useShipmentSearch(all, nameOfOwner)
  const { isLoading, failure } = useLoad('shipments', all.length === 0)
  const states = useRowStates(shipmentIdsOf)
  const slip = usePackingSlip()
  const banner = useBanner()
  const freeLabels = useFreeLabelCount()
  const [isShowingLabels, setShowingLabels] = useState(false)
  const toggle = useToggle(banner.show, search.keep)
  const remove = useDeleteShipment(banner.show, {
    ownerOf: ({ uid }) => nameOfOwner(uid),
    effect: 'It disappears from the consignor’s list as well.',
  })
  const columns = useMemo(() => columnsOf(nameOfOwner, day, states, toggle), [nameOfOwner, day, states, toggle])
  return (
    <Page
      title="Shipment Management"
      subtitle="Boxes from consignors"
      actions={
        <Button variant="default" onClick={() => setShowingLabels(true)}>
          Postal Labels ({freeLabels} free)
        </Button>
      }
    >
      <Banner {...banner.props} />
      <SearchBar search={search} />
      <DataTable
        label="Shipments"
        rows={search.rows}
        columns={columns}
        rowId={({ id }) => id}
        isLoading={isLoading}
        actionsWidth="6.25rem"
        cardsBelowPx={900}
        actions={(shipment) => (
          <>
            <RowButton label="Print packing slip" onClick={() => slip.print(shipment)}>
              <IconPrinter aria-hidden />
            </RowButton>
            <RowButton label="Delete" onClick={() => void remove(shipment)}>
              <IconTrash aria-hidden />
            </RowButton>
          </>
        )}
        filter={search.isSearching ? { message: 'No shipments found', onClear: () => search.setText('') } : null}
        empty={failure ?? <NothingToReceive hasFinished={search.hidden > 0} />}
      />
      {slip.sheet}
      <Suspense fallback={null}>{isShowingLabels && <PostalLabelsDialog onClose={() => setShowingLabels(false)} />}</Suspense>
    </Page>
  )
}

const FLAG_WORD: Readonly<Record<Flag, string>> = { isDelivered: 'Delivered', isProcessed: 'Processed' }

/** Switches one state of a shipment, leaves the other state alone, and offers to undo it. `keep` keeps the row of a finished box in the list. */
function useToggle(show: (message: string) => void, keep: (id: string) => void): Toggle {
  const run = useRunCommand()
  return useCallback(
    async ({ id, ...before }, flag) => {
      const set = async (isOn: boolean) => {
        try {
          await run(setShipmentStatus, { id, [flag]: isOn })
          return true
        } catch (thrown) {
          show(errorMessage('Error updating shipment: ', thrown))
          return false
        }
      }
      keep(id)
      const was = before[flag]
      if (await set(!was)) showUndo(`${FLAG_WORD[flag]} switched ${was ? 'off' : 'on'}`, () => void set(was))
    },
    [run, show, keep],
  )
}

function columnsOf(
  nameOfOwner: (uid: string) => string,
  day: Moments['day'],
  states: ReadonlyMap<string, CommandState>,
  toggle: Toggle,
): readonly Column<Shipment>[] {
  const switchOf = (key: string, header: string, flag: Flag): Column<Shipment> => ({
    key,
    header,
    width: '6.5rem',
    cell: (shipment) => <Switch aria-label={header} checked={shipment[flag]} onChange={() => void toggle(shipment, flag)} />,
  })
  // a synced change needs no tag, because its switch shows it
  const unsynced = (id: string) => (states.get(id) === 'synced' ? undefined : states.get(id))
  return [
    {
      key: 'consignor',
      header: 'Consignor',
      width: 'minmax(9rem, 1.5fr)',
      card: 'title',
      cell: ({ uid }) => <bdi>{nameOfOwner(uid)}</bdi>,
    },
    { key: 'id', header: 'Shipment ID', width: '8rem', hideBelow: 1240, cell: ({ uid }) => shownShipmentId(uid) },
    { key: 'carrier', header: 'Carrier', width: 'minmax(5rem, 1fr)', cell: ({ carrier }) => <bdi>{carrierWord(carrier)}</bdi> },
    { key: 'tracking', header: 'Tracking', width: 'minmax(11rem, 2fr)', cell: (shipment) => <TrackingCell shipment={shipment} /> },
    { key: 'submitted', header: 'Submitted', width: '8rem', hideBelow: 1080, cell: ({ submittedAtMs }) => day(submittedAtMs) },
    {
      key: 'status',
      header: 'Status',
      width: 'minmax(8rem, 1fr)',
      card: 'aside',
      cell: (shipment) => <StatusCell shipment={shipment} state={unsynced(shipment.id)} />,
    },
    switchOf('processed', 'Processed', 'isProcessed'),
    switchOf('delivered', 'Delivered', 'isDelivered'),
  ]
}

function SearchBar({ search: { text, setText, isShowingAll, setShowingAll, hidden } }: { readonly search: ShipmentSearch }) {
  return (
    <Group align="center" gap="md">
      <SearchInput
        className={classes.search ?? ''}
        aria-label="Search shipments"
        placeholder="Consignor, tracking or scanned box code"
        value={text}
        onText={setText}
      />
      <Checkbox label="Show all" checked={isShowingAll} onChange={(event) => setShowingAll(event.currentTarget.checked)} />
      {hidden > 0 && (
        <Text c="dimmed" size="sm">
          {counted(hidden, 'delivered and processed shipment is', 'delivered and processed shipments are')} hidden
        </Text>
      )}
    </Group>
  )
}

function NothingToReceive({ hasFinished }: { readonly hasFinished: boolean }) {
  const [title, hint] = hasFinished
    ? ['Nothing to receive', 'Everything sent so far was delivered and processed.']
    : ['No shipments yet', 'Boxes appear here when consignors submit them.']
  return <EmptyState icon={<IconPackageImport />} title={title} hint={hint} />
}
