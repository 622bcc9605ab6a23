import { trackingLink } from '@shop/shared/shipments/rules/tracking.ts'
import type { ReactNode } from 'react'
import { ItemPicture } from '../ui/item-picture.tsx'
import classes from './trades.module.css'

type ItemProps = { readonly itemName: string; readonly imageUrl: string; readonly note?: ReactNode }

export function ItemCell({ itemName, imageUrl, note }: ItemProps) {
  return (
    <span className={classes.item}>
      <ItemPicture imageUrl={imageUrl} />
      <span className={classes.lines}>
        <bdi className={classes.name}>{itemName}</bdi>
        {note !== undefined && <span className={classes.note}>{note}</span>}
      </span>
    </span>
  )
}

export function Lines({ children, notes }: { readonly children: ReactNode; readonly notes: readonly (string | null)[] }) {
  return (
    <span className={classes.lines}>
      <span>{children}</span>
      {notes.map((note) => note !== null && <Note key={note}>{note}</Note>)}
    </span>
  )
}

export function Note({ children }: { readonly children: ReactNode }) {
  return <span className={classes.note}>{children}</span>
}

type TrackingProps = { readonly carrier: string; readonly trackingNumber: string }

export function TradeTracking({ carrier, trackingNumber }: TrackingProps) {
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
