import type { ReactNode } from 'react'
import classes from './event-list.module.css'

type ListProps = {
  /** Names the list where its heading does not. */
  readonly label?: string
  /** Whether it stands on the page itself rather than in a section. */
  readonly isFramed?: boolean
  readonly children: ReactNode
}

/** What happened, one below the other, the latest first. */
export function EventList({ label, isFramed = false, children }: ListProps) {
  return (
    <ol className={isFramed ? `${classes.list} ${classes.framed}` : classes.list} aria-label={label}>
      {children}
    </ol>
  )
}

type EventProps = {
  /** Who did what, or what became of what. */
  readonly what: ReactNode
  readonly atMs: number
  /** `atMs` in words. */
  readonly when: string
  readonly children: ReactNode
}

export function EventEntry({ what, atMs, when, children }: EventProps) {
  return (
    <li className={classes.event}>
      <span className={classes.head}>
        <span className={classes.what}>{what}</span>
        <time className={classes.when} dateTime={new Date(atMs).toISOString()}>
          {when}
        </time>
      </span>
      {children}
    </li>
  )
}
