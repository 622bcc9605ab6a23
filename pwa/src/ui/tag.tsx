import type { ReactNode } from 'react'
import classes from './tag.module.css'

/** Meaning of a colour. `open` and `agreed` mark two states whose colours must differ from all others. */
export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'info' | 'open' | 'agreed'

type Props = { readonly tone?: Tone; readonly icon?: ReactNode; readonly children: ReactNode }

/** A word for a state, so that no meaning depends on colour alone. */
export function Tag({ tone = 'neutral', icon, children }: Props) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {icon}
      {children}
    </span>
  )
}

/** Shows the number of things behind an entry or a button, and nothing for 0. `label` names the things. */
export function CountBadge({ count, label, tone = 'bad' }: { readonly count: number; readonly label: string; readonly tone?: Tone }) {
  if (count <= 0) return null
  return (
    <span className={classes.count} data-tone={tone}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="shop-visually-hidden">
        {count} {label}
      </span>
    </span>
  )
}
