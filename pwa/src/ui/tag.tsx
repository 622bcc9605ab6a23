import type { ReactNode } from 'react'
import classes from './tag.module.css'

/** What a colour means: nothing, all well, needs a look, wrong, for your information; and two for states that need telling apart from these: something is still
 *  open, something is agreed on. */
export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'info' | 'open' | 'agreed'

type Props = { readonly tone?: Tone; readonly icon?: ReactNode; readonly children: ReactNode }

/** A word of state. The icon goes along with the colour, so that neither stands alone. */
export function Tag({ tone = 'neutral', icon, children }: Props) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {icon}
      {children}
    </span>
  )
}

/** How many things wait behind an entry; nothing for 0. `label` says of what. */
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
