import { IconChevronRight } from '@tabler/icons-react'
import { Tag } from '../../ui/tag.tsx'
import { useMoments } from '../../ui/use-moments.ts'
import { useNames } from '../../ui/use-names.ts'
import type { OpenedShift } from './open-shift.ts'
import classes from './open-shifts.module.css'
import { useOpenShifts } from './use-shifts.ts'

/** The shifts that are open now, as lines of a list; nothing when there is none. */
export function OpenShifts({ onOpen }: { readonly onOpen: (shiftId: string) => void }) {
  const open = useOpenShifts()
  const sinceWords = useSinceWords()
  if (open.length === 0) return null
  return (
    <ul className={classes.open} aria-label="Open shifts">
      {open.map((shift) => (
        <li key={shift.id}>
          <button type="button" className={classes.shift} onClick={() => onOpen(shift.id)}>
            <Tag tone="good">Open</Tag>
            <span className={classes.words}>
              <bdi>{shift.drawer}</bdi>
              <small>{sinceWords(shift)}</small>
            </span>
            <IconChevronRight size="1.25rem" aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Says since when and by whom a shift is open: "open since 9:02 AM · Ann". Another day is named too. */
export function useSinceWords(): (shift: OpenedShift) => string {
  const { day, time, moment } = useMoments()
  const nameOf = useNames('Unknown')
  const today = day(Date.now())
  return ({ openedAtMs, openedByUid }) => {
    const since = day(openedAtMs) === today ? time(openedAtMs) : moment(openedAtMs)
    return `open since ${since}${openedByUid === null ? '' : ` · ${nameOf(openedByUid)}`}`
  }
}
