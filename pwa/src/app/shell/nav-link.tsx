import { useDevice, useLive, useSession } from '../../sync/api.ts'
import { Link } from '../../ui/router.tsx'
import { CountBadge } from '../../ui/tag.tsx'
import type { NavEntry } from '../navigation.ts'
import classes from './nav-link.module.css'

type Props = {
  readonly entry: NavEntry
  readonly isCurrent: boolean
  /** `row`: icon and label side by side. `tile`: label below the icon. */
  readonly look: 'row' | 'tile'
  readonly onClick?: () => void
}

export function NavLink({ entry, isCurrent, look, onClick }: Props) {
  const uid = useSession().user?.uid ?? ''
  const { nowMs } = useDevice()
  const count = useLive((view) => entry.badge?.count(view, uid, nowMs) ?? 0, [entry, uid])
  const { Icon } = entry
  return (
    <Link to={entry.to} className={classes.link} data-look={look} aria-current={isCurrent ? 'page' : undefined} onClick={onClick}>
      <Icon className={classes.icon} stroke={1.75} aria-hidden="true" />
      <span className={classes.label}>{look === 'tile' ? (entry.shortLabel ?? entry.label) : entry.label}</span>
      {entry.badge && (
        <span className={classes.badge}>
          <CountBadge count={count} label={entry.badge.label} />
        </span>
      )}
    </Link>
  )
}
