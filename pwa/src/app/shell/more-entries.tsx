import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useDevice, useLive, useSession } from '../../sync/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CountBadge } from '../../ui/tag.tsx'
import type { NavEntry } from '../navigation.ts'
import classes from './more-entries.module.css'
import linkClasses from './nav-link.module.css'
import { NavLink } from './nav-link.tsx'

type Props = { readonly entries: readonly NavEntry[]; readonly current: NavEntry | undefined }

/** Shows entries behind one tile, which has the sum of their badges. */
export function MoreEntries({ entries, current }: Props) {
  const [isOpen, setOpen] = useState(false)
  const uid = useSession().user?.uid ?? ''
  const { nowMs } = useDevice()
  const waiting = useLive((view) => entries.reduce((sum, entry) => sum + (entry.badge?.count(view, uid, nowMs) ?? 0), 0), [entries, uid])
  if (entries.length === 0) return null
  return (
    <>
      <button
        type="button"
        className={`${linkClasses.link} ${classes.more}`}
        data-look="tile"
        data-current={(current && entries.includes(current)) || undefined}
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
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="More" look="sheet">
        <div className={classes.sheet}>
          {entries.map((entry) => (
            <NavLink key={entry.to} entry={entry} look="row" isCurrent={entry === current} onClick={() => setOpen(false)} />
          ))}
        </div>
      </Dialog>
    </>
  )
}
