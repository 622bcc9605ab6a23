import { IconChevronRight } from '@tabler/icons-react'
import { Tag } from '../../ui/tag.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { useMoments } from '../../ui/use-moments.ts'
import { useNames } from '../../ui/use-names.ts'
import { type OpenedShift, sinceWhen } from './open-shift.ts'
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
              <bdi>{shift.drawer}</bdi> · shift {shift.number}
              <small>{sinceWords(shift)}</small>
            </span>
            <IconChevronRight size="1.25rem" aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Says since when and by whom a shift is open: "since 9:02 AM · Ann". */
export function useSinceWords(): (shift: OpenedShift) => string {
  const moments = useMoments()
  const nameOf = useNames('Unknown')
  const nowMs = useMinute()
  return ({ openedAtMs, openedByUid }) =>
    `since ${sinceWhen(moments, openedAtMs, nowMs)}${openedByUid === null ? '' : ` · ${nameOf(openedByUid)}`}`
}
