import { type ShipmentStatus, statusOf } from '@shop/shared/shipments/rules/status.ts'
import { trackingLink } from '@shop/shared/shipments/rules/tracking.ts'
import type { Shipment } from '@shop/shared/shipments/schema.ts'
import type { CommandState } from '../sync/api.ts'
import { CommandStateTag } from '../ui/command-state-tag.tsx'
import { Tag, type Tone } from '../ui/tag.tsx'
import type { RowIdsOf } from '../ui/use-row-states.ts'
import classes from './shipments.module.css'

const STATUS: Readonly<Record<ShipmentStatus, { readonly tone: Tone; readonly text: string }>> = {
  pending: { tone: 'warn', text: 'Pending' },
  processed: { tone: 'info', text: 'Processed' },
  delivered: { tone: 'good', text: 'Delivered' },
}

type StatusProps = { readonly shipment: Shipment; readonly state: CommandState | undefined }

export function StatusCell({ shipment, state }: StatusProps) {
  const { tone, text } = STATUS[statusOf(shipment)]
  return (
    <span className={classes.state}>
      <Tag tone={tone}>{text}</Tag>
      {state && <CommandStateTag state={state} />}
    </span>
  )
}

/** Tracking number, as a link where the carrier has a page for it. */
export function TrackingCell({ shipment: { carrier, trackingNumber } }: { readonly shipment: Shipment }) {
  const link = trackingLink(carrier, trackingNumber)
  if (link === undefined) return <bdi title={trackingNumber}>{trackingNumber}</bdi>
  return (
    <a className={classes.tracking} href={link} title={trackingNumber} target="_blank" rel="noopener noreferrer">
      {trackingNumber}
      <span className="shop-visually-hidden">(opens the carrier’s page)</span>
    </a>
  )
}

/** Shipment that a queued command changes or makes. */
export const shipmentIdsOf: RowIdsOf = (name, args) => {
  const { id } = (args ?? {}) as { id?: unknown }
  return name.startsWith('shipments.') && typeof id === 'string' ? [id] : []
}
