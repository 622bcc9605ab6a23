import classes from './bottom-bar.module.css'
import { MoreEntries } from './more-entries.tsx'
import { NavLink } from './nav-link.tsx'
import type { BarProps } from './rail.tsx'

/** The phone's navigation, in reach of the thumb. It shows the main entries, and the other entries behind More. */
export function BottomBar({ entries, current, area }: BarProps) {
  return (
    <nav className={classes.bar} data-bottom-bar aria-label={area === 'admin' ? 'Admin' : 'Main'}>
      {entries
        .filter((entry) => entry.place === 'main')
        .map((entry) => (
          <NavLink key={entry.to} entry={entry} look="tile" isCurrent={entry === current} />
        ))}
      <MoreEntries entries={entries.filter((entry) => entry.place === 'more')} current={current} />
    </nav>
  )
}
