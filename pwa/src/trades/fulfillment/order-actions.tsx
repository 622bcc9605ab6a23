import { Button, Group } from '@mantine/core'
import { ORDER_STATUSES, whyNot } from '@shop/shared/trades/rules/machine.ts'
import { IconPrinter, IconTrash } from '@tabler/icons-react'
import { useSyncStatus } from '../../sync/api.ts'
import { RowButton } from '../../ui/row-button.tsx'
import type { OrderRow } from './order-list.ts'

const OFFLINE = 'Offline: this needs a connection'

type Props = {
  readonly order: OrderRow
  readonly now: number
  /** The order whose act is running; no other act starts meanwhile. */
  readonly busyId: string | null
  readonly onShip: () => void
  readonly onTrack: () => void
  readonly onOpenLabel: () => void
  readonly onPrint: () => void
  readonly onDelete: () => void
}

/** Buttons of an order: its next step first, then label, packing slip, and deletion. */
export function OrderActions({ order, now, busyId, onShip, onTrack, onOpenLabel, onPrint, onDelete }: Props) {
  const { online } = useSyncStatus()
  const can = (move: 'addTracking' | 'markShipped') => whyNot(move, order.trade, undefined, now) === null
  const isBusy = busyId !== null
  const needsServer = { disabled: !online || isBusy, title: online ? undefined : OFFLINE }
  return (
    <>
      {can('markShipped') && (
        <Button {...needsServer} loading={busyId === order.tradeId} aria-label={`Mark as Shipped: ${order.itemName}`} onClick={onShip}>
          Mark as Shipped
        </Button>
      )}
      {can('addTracking') && (
        <Button
          {...needsServer}
          variant={order.providesOwnShipping ? 'default' : 'filled'}
          aria-label={`Add Tracking: ${order.itemName}`}
          onClick={onTrack}
        >
          Add Tracking
        </Button>
      )}
      {order.hasLabel && (
        <Button {...needsServer} variant="default" aria-label={`Download Label: ${order.itemName}`} onClick={onOpenLabel}>
          Label
        </Button>
      )}
      <Group gap={0} wrap="nowrap">
        {ORDER_STATUSES.includes(order.status) && (
          <RowButton label={`Print packing slip: ${order.itemName}`} onClick={onPrint}>
            <IconPrinter aria-hidden="true" />
          </RowButton>
        )}
        <RowButton label={`Delete trade: ${order.itemName}`} isDisabled={isBusy} reason={online ? null : OFFLINE} onClick={onDelete}>
          <IconTrash aria-hidden="true" />
        </RowButton>
      </Group>
    </>
  )
}
