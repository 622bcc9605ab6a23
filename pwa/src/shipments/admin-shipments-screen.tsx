import { Checkbox, Group, Switch, Text, TextInput } from '@mantine/core'
import { searchKey } from '@shop/shared/kernel/text.ts'
import { setShipmentStatus } from '@shop/shared/shipments/commands/set-shipment-status.ts'
import { boxCode, isFinished, shownShipmentId } from '@shop/shared/shipments/rules/status.ts'
import { carrierWord, plainTrackingNumber } from '@shop/shared/shipments/rules/tracking.ts'
import { type Shipment, shipments } from '@shop/shared/shipments/schema.ts'
import { IconPackageImport, IconPrinter, IconSearch, IconTrash } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useLive, useRunCommand } from '../sync/api.ts'
import { Banner, useBanner } from '../ui/banner.tsx'
import { CommandStateTag } from '../ui/command-state-tag.tsx'
import { counted } from '../ui/counted.ts'
import { DataTable } from '../ui/data-table.tsx'
import type { Column } from '../ui/data-table-columns.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { Page } from '../ui/page.tsx'
import { RowButton } from '../ui/row-button.tsx'
import { useLoad } from '../ui/use-load.tsx'
import { useMoments } from '../ui/use-moments.ts'
import { useNames } from '../ui/use-names.ts'
import { useRowStates } from '../ui/use-row-states.ts'
import { useLabel } from './label/use-label.tsx'
import { StatusTag, shipmentIdsOf, TrackingCell } from './shipment-cells.tsx'
import classes from './shipments.module.css'
import { useDeleteShipment } from './use-delete-shipment.tsx'

type Flag = 'isDelivered' | 'isProcessed'

/** `/admin-shipments`: everybody's boxes, received and to be received (spec §2 Shipment management). */
export default function AdminShipmentsScreen() {
  const all = useLive((view) => view.all(shipments), [])
  const nameOfOwner = useNames()
  const { day } = useMoments()
  const [isShowingAll, setShowingAll] = useState(false)
  const [text, setText] = useState('')
  const { isLoading, failure } = useLoad('shipments', all.length === 0)
  const states = useRowStates(shipmentIdsOf)
  const label = useLabel()
  const banner = useBanner()
  const run = useRunCommand()
  const { show } = banner
  const remove = useDeleteShipment(show, {
    ownerOf: ({ uid }) => nameOfOwner(uid),
    effect: 'It disappears from the consignor’s list as well.',
  })

  const { rows, hidden } = useMemo(() => {
    const wanted = searchKey(text)
    const found = all.filter((shipment) => matches(shipment, nameOfOwner(shipment.uid), wanted))
    const shown = isShowingAll ? found : found.filter((shipment) => !isFinished(shipment))
    return { rows: shown.sort((a, b) => b.submittedAtMs - a.submittedAtMs), hidden: found.length - shown.length }
  }, [all, isShowingAll, text, nameOfOwner])
  const toggle = useCallback(
    async (shipment: Shipment, flag: Flag) => {
      try {
        await run(setShipmentStatus, { id: shipment.id, [flag]: !shipment[flag] })
      } catch (thrown) {
        show(errorMessage('Error updating shipment: ', thrown))
      }
    },
    [run, show],
  )
  const columns = useMemo<readonly Column<Shipment>[]>(
    () => [
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
        cell: (shipment) => {
          const state = states.get(shipment.id)
          return (
            <span className={classes.state}>
              <StatusTag shipment={shipment} />
              {state && state !== 'synced' && <CommandStateTag state={state} />}
            </span>
          )
        },
      },
      {
        key: 'processed',
        header: 'Processed',
        width: '6.5rem',
        cell: (shipment) => (
          <Switch aria-label="Processed" checked={shipment.isProcessed} onChange={() => void toggle(shipment, 'isProcessed')} />
        ),
      },
      {
        key: 'delivered',
        header: 'Delivered',
        width: '6.5rem',
        cell: (shipment) => (
          <Switch aria-label="Delivered" checked={shipment.isDelivered} onChange={() => void toggle(shipment, 'isDelivered')} />
        ),
      },
    ],
    [nameOfOwner, day, states, toggle],
  )
  return (
    <Page title="Shipment Management" subtitle="Boxes from consignors">
      <Banner {...banner.props} />
      <Group align="center" gap="md">
        <TextInput
          className={classes.search ?? ''}
          type="search"
          aria-label="Search shipments"
          placeholder="Consignor, tracking or scanned box code"
          leftSection={<IconSearch size="1.25rem" aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Checkbox label="Show all" checked={isShowingAll} onChange={(event) => setShowingAll(event.currentTarget.checked)} />
        {hidden > 0 && (
          <Text c="dimmed" size="sm">
            {counted(hidden, 'delivered and processed shipment is', 'delivered and processed shipments are')} hidden
          </Text>
        )}
      </Group>
      <DataTable
        label="Shipments"
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        isLoading={isLoading}
        actionsWidth="6.25rem"
        cardsBelowPx={900}
        actions={(shipment) => (
          <>
            <RowButton label="Print label" onClick={() => label.print(shipment)}>
              <IconPrinter aria-hidden />
            </RowButton>
            <RowButton label="Delete" onClick={() => void remove(shipment)}>
              <IconTrash aria-hidden />
            </RowButton>
          </>
        )}
        filter={searchKey(text) === '' ? null : { message: 'No shipments found', onClear: () => setText('') }}
        empty={
          failure ?? (
            <EmptyState
              icon={<IconPackageImport />}
              title={hidden > 0 ? 'Nothing to receive' : 'No shipments yet'}
              hint={hidden > 0 ? 'Everything sent so far was delivered and processed.' : 'Boxes appear here when consignors submit them.'}
            />
          )
        }
      />
      {label.sheet}
    </Page>
  )
}

function matches(shipment: Shipment, owner: string, wanted: string): boolean {
  if (wanted === '') return true
  const number = searchKey(plainTrackingNumber(shipment.trackingNumber))
  return (
    [owner, shipment.carrier, shipment.trackingNumber, shownShipmentId(shipment.uid)].some((part) => searchKey(part).includes(wanted)) ||
    (number !== '' && number.includes(searchKey(plainTrackingNumber(wanted)))) ||
    searchKey(boxCode(shipment.id)) === wanted
  )
}
