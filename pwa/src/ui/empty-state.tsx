import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

type Props = {
  readonly title: string
  /** What to do next, or why there is nothing. */
  readonly hint?: ReactNode
  readonly icon?: ReactNode
  readonly action?: ReactNode
}

/** What stands where nothing is: what this place is for, and the next step. */
export function EmptyState({ title, hint, icon, action }: Props) {
  return (
    <div className={classes.empty}>
      {icon !== undefined && (
        <div className={classes.icon} aria-hidden="true">
          {icon}
        </div>
      )}
      <p className={classes.title}>{title}</p>
      {hint !== undefined && <p className={classes.hint}>{hint}</p>}
      {action}
    </div>
  )
}
