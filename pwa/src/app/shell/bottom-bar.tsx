import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useLive } from '../../sync/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CountBadge } from '../../ui/tag.tsx'
import classes from './bottom-bar.module.css'
import linkClasses from './nav-link.module.css'
import { NavLink } from './nav-link.tsx'
import type { BarProps } from './rail.tsx'

/** The phone's navigation, under the thumb: the main entries, and the rest behind More. */
export function BottomBar({ entries, current, area }: BarProps) {
  const [isOpen, setOpen] = useState(false)
  const main = entries.filter((entry) => entry.place === 'main')
  const more = entries.filter((entry) => entry.place === 'more')
  const waiting = useLive((view) => more.reduce((sum, entry) => sum + (entry.badge?.count(view) ?? 0), 0), [entries])
  return (
    <nav className={classes.bar} aria-label={area === 'admin' ? 'Admin' : 'Main'}>
      {main.map((entry) => (
        <NavLink key={entry.to} entry={entry} look="tile" isCurrent={entry === current} />
      ))}
      {more.length > 0 && (
        <button
          type="button"
          className={`${linkClasses.link} ${classes.more}`}
          data-look="tile"
          data-current={current?.place === 'more' || undefined}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(true)}
        >
          <IconDots className={linkClasses.icon} stroke={1.75} aria-hidden="true" />
          <span className={linkClasses.label}>More</span>
          <span className={linkClasses.badge}>
            <CountBadge count={waiting} label="to look at" />
          </span>
        </button>
      )}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="More" look="sheet">
        <div className={classes.sheet}>
          {more.map((entry) => (
            <NavLink key={entry.to} entry={entry} look="row" isCurrent={entry === current} onClick={() => setOpen(false)} />
          ))}
        </div>
      </Dialog>
    </nav>
  )
}
