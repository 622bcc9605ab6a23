import type { ReactNode } from 'react'
import { ItemPicture } from '../ui/item-picture.tsx'
import classes from './trades.module.css'

type Props = { readonly itemName: string; readonly imageUrl: string; readonly note?: ReactNode }

/** An item with its picture, and a line below its name. */
export function ItemCell({ itemName, imageUrl, note }: Props) {
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

/** A value with smaller lines below it. */
export function Lines({ children, notes }: { readonly children: ReactNode; readonly notes: readonly (string | null)[] }) {
  return (
    <span className={classes.lines}>
      <span>{children}</span>
      {notes.map((note) => note !== null && <Note key={note}>{note}</Note>)}
    </span>
  )
}

/** A smaller line. */
export function Note({ children }: { readonly children: ReactNode }) {
  return <span className={classes.note}>{children}</span>
}
