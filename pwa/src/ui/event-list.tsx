import type { ReactNode } from 'react'
import classes from './event-list.module.css'

type ListProps = {
  /** Accessible name, where no heading names the list. */
  readonly label?: string
  /** Draws a frame, for a list on the page itself rather than in a section. */
  readonly isFramed?: boolean
  readonly children: ReactNode
}

/** A column of events; the caller puts the latest first. */
export function EventList({ label, isFramed = false, children }: ListProps) {
  return (
    <ol className={isFramed ? `${classes.list} ${classes.framed}` : classes.list} aria-label={label}>
      {children}
    </ol>
  )
}

type EventProps = {
  /** The event in words, with the person where known. */
  readonly what: ReactNode
  readonly atMs: number
  /** `atMs` as text. */
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
