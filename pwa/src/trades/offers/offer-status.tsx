import type { ReactNode } from 'react'
import { Tag } from '../../ui/tag.tsx'
import { Note } from '../item-cell.tsx'
import { leftWords } from '../trade-words.tsx'
import classes from '../trades.module.css'

type Props = {
  readonly tag: ReactNode
  readonly expiresAtMs: number
  readonly now: number
  /** Whom it waits for, when it is somebody else. */
  readonly waiting: string | null
}

/** The state of a negotiation, whom it waits for, and how long it lasts. */
export function OfferStatusCell({ tag, expiresAtMs, now, waiting }: Props) {
  const isOver = expiresAtMs <= now
  return (
    <span className={classes.status}>
      {isOver ? <Tag>Expired</Tag> : tag}
      {!isOver && waiting !== null && <Note>{waiting}</Note>}
      {!isOver && <Note>Expires in {leftWords(expiresAtMs - now)}</Note>}
    </span>
  )
}
