import { BoxPaper } from '../../ui/box-paper.tsx'
import { grouped } from '../../ui/counted.ts'
import { useMoments } from '../../ui/use-moments.ts'
import { useShopSettings } from '../../ui/use-shop-settings.ts'
import { addressLines } from './order-columns.tsx'
import type { OrderRow } from './order-list.ts'

type Props = { readonly order: OrderRow; readonly onDone: () => void }

/** Lists the content of the box. It goes to the buyer, so it names no seller. */
export default function PackingSlip({ order, onDone }: Props) {
  const { shopName, shopAddress } = useShopSettings()
  const { day } = useMoments()
  const shownId = order.tradeId.slice(0, 8)
  return (
    <BoxPaper
      from={[shopName, ...shopAddress.split('\n')]}
      to={addressLines(order)}
      title="Packing slip"
      barcode={shownId}
      facts={[
        ['Item', order.itemName],
        ['Barcode', order.trade.itemBarcode],
        ['Quantity', grouped(order.totalQuantity)],
        ['Ordered', day(order.trade.requestedAtMs)],
        ['Trade ID', shownId],
      ]}
      onDone={onDone}
    />
  )
}
