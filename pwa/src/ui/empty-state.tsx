import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

type Props = {
  readonly title: string
  /** The next step, or the reason for the emptiness. */
  readonly hint?: ReactNode
  readonly icon?: ReactNode
  readonly action?: ReactNode
}

/** Shown in place of an empty list: the purpose of the list, and the next step. */
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
