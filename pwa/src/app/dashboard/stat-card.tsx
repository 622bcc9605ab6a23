import type { ReactNode } from 'react'
import classes from './dashboard.module.css'

type Props = { readonly label: string; readonly value: ReactNode; readonly note: string }

/** One figure that matters. */
export function StatCard({ label, value, note }: Props) {
  return (
    <section className={classes.stat} aria-label={label}>
      <h2 className={classes.statLabel}>{label}</h2>
      <p className={classes.statValue}>{value}</p>
      <p className={classes.statNote}>{note}</p>
    </section>
  )
}
