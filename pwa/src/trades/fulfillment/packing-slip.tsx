import { code128, drawingSVG } from 'bwip-js/browser'
import { PrintSheet } from '../../ui/print-sheet.tsx'
import { useMoments, useShopSettings } from '../../ui/use-moments.ts'
import { addressLines } from './order-columns.tsx'
import type { OrderRow } from './order-list.ts'
import classes from './packing-slip.module.css'

type Props = { readonly order: OrderRow; readonly onDone: () => void }

/** What lies in the box, on a 4 × 6 inch page. It goes to the buyer: nothing on it is of the sellers. */
export default function PackingSlip({ order, onDone }: Props) {
  const { shopName, shopAddress } = useShopSettings()
  const { day } = useMoments()
  const shownId = order.tradeId.slice(0, 8)
  return (
    <PrintSheet size="4in 6in" margin="0.2in" onDone={onDone}>
      <article className={classes.slip}>
        <section>
          <h2 className={classes.head}>From</h2>
          <Lines lines={[shopName, ...shopAddress.split('\n')]} />
        </section>
        <section className={classes.to}>
          <h2 className={classes.head}>Ship to</h2>
          <Lines lines={addressLines(order)} />
        </section>
        <section>
          <h2 className={classes.head}>Packing slip</h2>
          <dl className={classes.facts}>
            <dt>Item</dt>
            <dd>
              <bdi>{order.itemName}</bdi>
            </dd>
            <dt>Barcode</dt>
            <dd>{order.trade.itemBarcode}</dd>
            <dt>Quantity</dt>
            <dd>{order.totalQuantity.toLocaleString('en-US')}</dd>
            <dt>Ordered</dt>
            <dd>{day(order.trade.requestedAtMs)}</dd>
            <dt>Trade ID</dt>
            <dd>{shownId}</dd>
          </dl>
          <img className={classes.code} src={barcodePicture(shownId)} alt={`Barcode ${shownId}`} />
        </section>
      </article>
    </PrintSheet>
  )
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <address className={classes.address}>
      {lines
        .filter((line) => line.trim() !== '')
        .map((line) => (
          <bdi key={line}>{line}</bdi>
        ))}
    </address>
  )
}

/** A Code 128 barcode as a picture: an address of its own, so that nothing drawn elsewhere becomes part of this page. */
function barcodePicture(text: string): string {
  const svg = code128({ bcid: 'code128', text, height: 10, scale: 2 }, drawingSVG())
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
