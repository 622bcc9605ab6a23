import { trackingLink } from '@shop/shared/shipments/rules/tracking.ts'
import classes from '../trades.module.css'

type Props = { readonly carrier: string; readonly trackingNumber: string }

/** The way to the carrier's page, or 'Awaiting tracking' (spec §2 My Trades). */
export function TradeTracking({ carrier, trackingNumber }: Props) {
  if (trackingNumber === '') return <span className={classes.note}>Awaiting tracking</span>
  const link = trackingLink(carrier, trackingNumber)
  const text = `${carrier} ${trackingNumber}`
  return link === undefined ? (
    <bdi>{text}</bdi>
  ) : (
    <a className={classes.link} href={link} target="_blank" rel="noopener noreferrer">
      {text}
      <span className="shop-visually-hidden">(opens the carrier’s page)</span>
    </a>
  )
}
