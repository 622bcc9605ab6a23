import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from '../../ui/router.tsx'
import classes from './dashboard.module.css'

type Props = {
  readonly label: string
  readonly value: ReactNode
  readonly note: string
  /** True until the rows behind the value have arrived. */
  readonly isLoading?: boolean
  /** The screen with the details. */
  readonly to?: string
}

export function StatCard({ label, value, note, isLoading = false, to }: Props) {
  return (
    <section className={classes.stat} aria-label={label} data-linked={to !== undefined || undefined}>
      <h2 className={classes.statLabel}>
        {to === undefined ? (
          label
        ) : (
          <Link to={to} className={classes.statLink}>
            {label}
          </Link>
        )}
      </h2>
      <p className={classes.statValue}>{isLoading ? <Skeleton component="span" display="block" height="1em" width="60%" /> : value}</p>
      <p className={classes.statNote}>{isLoading ? 'Loading...' : note}</p>
    </section>
  )
}
