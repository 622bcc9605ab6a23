import { markShippedCall, removeTradeCall } from '@shop/shared/trades/calls/fulfillment.ts'
import { useCall } from '../../sync/api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { counted } from '../../ui/counted.ts'
import { useLabelDownload } from '../use-label-download.ts'
import { useRowAct } from '../use-row-act.ts'
import type { OrderRow } from './order-list.ts'

/** An admin's acts on an order; irreversible ones ask for a confirmation first. */
export function useOrderActs(onMessage: (text: string) => void) {
  const call = useCall()
  const ask = useConfirm()
  const download = useLabelDownload()
  const { act, busyId } = useRowAct(onMessage)

  const ship = async ({ tradeId, itemName, carrier, trackingNumber }: OrderRow) => {
    const isSure = await ask({
      title: `Mark “${itemName}” as shipped?`,
      body: (
        <>
          <p>Do this after the parcel with the buyer’s label was handed over. The order is then fulfilled, and its sellers are paid.</p>
          <p>
            Its label: {carrier} <bdi>{trackingNumber}</bdi>
          </p>
        </>
      ),
      confirmLabel: 'Mark as shipped',
      tone: 'neutral',
    })
    if (isSure) await act(tradeId, () => call(markShippedCall, { params: { id: tradeId }, body: { trackingNumber } }))
  }
  const remove = async ({ tradeId, itemName, buyerUsername, sellers }: OrderRow) => {
    const isSure = await ask({
      title: `Delete the trade of “${itemName}”?`,
      body: (
        <>
          <p>
            Trade {tradeId.slice(0, 8)} of <bdi>{buyerUsername}</bdi>
            {sellers.length > 0 && `, ${counted(sellers.length, 'seller')}`}
          </p>
          <p>
            The buyer is refunded, the sellers’ inventory is restored, and payouts to them are reversed. The trade is removed. This cannot
            be undone.
          </p>
        </>
      ),
      confirmLabel: 'Delete trade',
      tone: 'bad',
    })
    if (isSure) await act(tradeId, () => call(removeTradeCall, { params: { id: tradeId } }))
  }
  const openLabel = ({ tradeId, trade }: OrderRow) => act(tradeId, () => download(trade))
  return { ship, remove, openLabel, busyId }
}
