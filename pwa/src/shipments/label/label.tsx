import { boxCode, MAX_BOX_POUNDS, shownShipmentId } from '@shop/shared/shipments/rules/status.ts'
import { carrierWord } from '@shop/shared/shipments/rules/tracking.ts'
import type { Shipment } from '@shop/shared/shipments/schema.ts'
import { code128, drawingSVG } from 'bwip-js/browser'
import classes from './label.module.css'

type Props = {
  readonly shipment: Shipment
  /** The day it was submitted. */
  readonly submitted: string
  /** Lines of both addresses; empty ones are left out. */
  readonly shop: readonly string[]
  readonly sender: readonly string[]
}

/** Address label and packing slip in one: who sends, where to, and the code that finds this shipment in the shop. */
export function Label({ shipment, submitted, shop, sender }: Props) {
  return (
    <article className={classes.label}>
      <section>
        <h2 className={classes.head}>From</h2>
        <Lines lines={sender} />
      </section>
      <section className={classes.to}>
        <h2 className={classes.head}>Ship to</h2>
        <Lines lines={shop} />
        {shop.every((line) => line.trim() === '') && <p>The shop has not entered its address yet.</p>}
      </section>
      <section className={classes.slip}>
        <img className={classes.code} src={barcodePicture(boxCode(shipment.id))} alt={`Barcode ${boxCode(shipment.id)}`} />
        <p className={classes.digits}>{boxCode(shipment.id)}</p>
        <dl className={classes.facts}>
          <dt>Shipment ID</dt>
          <dd>{shownShipmentId(shipment.uid)}</dd>
          <dt>Carrier</dt>
          <dd>
            <bdi>{carrierWord(shipment.carrier)}</bdi>
          </dd>
          <dt>Tracking</dt>
          <dd>
            <bdi>{shipment.trackingNumber}</bdi>
          </dd>
          <dt>Submitted</dt>
          <dd>{submitted}</dd>
          <dt>Weight</dt>
          <dd>under {MAX_BOX_POUNDS} lbs</dd>
        </dl>
      </section>
    </article>
  )
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <address className={classes.address}>
      {lines
        .filter((line) => line.trim() !== '')
        .map((line) => (
          <span key={line}>{line}</span>
        ))}
    </address>
  )
}

/** A Code 128 barcode as a picture: an address of its own, so that nothing drawn elsewhere becomes part of this page. */
function barcodePicture(text: string): string {
  const svg = code128({ bcid: 'code128', text, height: 12, scale: 2 }, drawingSVG())
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
