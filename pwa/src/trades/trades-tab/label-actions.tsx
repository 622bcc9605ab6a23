import { Button } from '@mantine/core'
import { whyNot } from '@shop/shared/trades/rules/machine.ts'
import type { Trade } from '@shop/shared/trades/schema.ts'
import { IconFileDownload, IconUpload } from '@tabler/icons-react'
import { useSyncStatus } from '../../sync/api.ts'

/** True when the buyer provides the label and may still upload or replace it. */
const canUpload = (trade: Trade, now: number): boolean => trade.providesOwnShipping && whyNot('uploadLabel', trade, undefined, now) === null

/** True for a purchase with a label to view or to upload. Null stands for a sale, whose label belongs to the buyer. */
export const hasLabelActions = (trade: Trade | null, now: number): boolean =>
  trade !== null && (trade.label !== null || canUpload(trade, now))

type Props = {
  readonly trade: Trade
  readonly now: number
  /** The trade whose label is loading; no other label loads meanwhile. */
  readonly busyId: string | null
  readonly onView: () => void
  readonly onUpload: () => void
}

export function LabelActions({ trade, now, busyId, onView, onUpload }: Props) {
  const { online } = useSyncStatus()
  const upload = trade.label ? 'Replace Label' : 'Upload Label'
  return (
    <>
      {trade.label && (
        <Button
          variant="default"
          leftSection={<IconFileDownload size="1.25rem" aria-hidden="true" />}
          disabled={!online || busyId !== null}
          loading={busyId === trade.id}
          title={online ? undefined : 'Offline: the label is read from the server'}
          aria-label={`View Label: ${trade.itemName}`}
          onClick={onView}
        >
          View Label
        </Button>
      )}
      {canUpload(trade, now) && (
        <Button
          variant={trade.label ? 'default' : 'filled'}
          leftSection={<IconUpload size="1.25rem" aria-hidden="true" />}
          disabled={!online}
          title={online ? undefined : 'Offline: uploading needs a connection'}
          aria-label={`${upload}: ${trade.itemName}`}
          onClick={onUpload}
        >
          {upload}
        </Button>
      )}
    </>
  )
}
