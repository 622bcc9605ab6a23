import { Button } from '@mantine/core'
import { formatCents } from '@shop/shared/kernel/money.ts'
import { IconCashRegister, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useSyncStatus } from '../../sync/api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useLoad } from '../../ui/use-load.tsx'
import { useMoments } from '../../ui/use-moments.ts'
import { useNames } from '../../ui/use-names.ts'
import type { HeardShift } from './heard-shifts.ts'
import type { OpenedShift } from './open-shift.ts'
import classes from './shift.module.css'
import type { Go } from './shift-views.ts'
import { differenceOf, differenceTone, differenceWords } from './shift-words.ts'
import { useOpenShift } from './use-open-shift.ts'
import { useHeardShifts, useShifts } from './use-shifts.ts'

const PAGE_ROWS = 20

/** Shifts of all drawers, the latest first. Those whose opening has not arrived come before them. */
export function ShiftList({ go }: { readonly go: Go }) {
  const all = useShifts()
  // while the first sync runs, the opening of any shift may still be on its way
  const isSynced = useSyncStatus().lastSyncAtMs !== null
  const known = useHeardShifts()
  const heard = isSynced ? known : []
  const own = useOpenShift()
  const { isLoading, failure } = useLoad('data', all.length + heard.length === 0)
  const [shownCount, setShownCount] = useState(PAGE_ROWS)
  return (
    <>
      {!own && (
        <Button className={classes.aside} onClick={() => go.to({ kind: 'own' })}>
          Open a shift
        </Button>
      )}
      {heard.length > 0 && (
        <ul className={classes.list} aria-label="Shifts whose opening is missing">
          {heard.map((shift) => (
            <HeardRow key={shift.id} shift={shift} onOpen={() => go.to({ kind: 'shift', id: shift.id })} />
          ))}
        </ul>
      )}
      {all.length === 0 ? (
        heard.length === 0 && (failure ?? (!isLoading && <NoShifts />))
      ) : (
        <ul className={classes.list} aria-label="Shifts">
          {all.slice(0, shownCount).map((shift) => (
            <Row key={shift.id} shift={shift} onOpen={() => go.to({ kind: 'shift', id: shift.id })} />
          ))}
        </ul>
      )}
      {all.length > shownCount && (
        <Button variant="default" className={classes.aside} onClick={() => setShownCount(shownCount + PAGE_ROWS)}>
          Load More
        </Button>
      )}
    </>
  )
}

const NoShifts = () => (
  <EmptyState
    icon={<IconCashRegister />}
    title="No shifts yet"
    hint="A shift begins with the cash in a drawer and ends with a count, so that nothing goes missing unseen."
  />
)

function Row({ shift, onOpen }: { readonly shift: OpenedShift; readonly onOpen: () => void }) {
  const { moment, time, day } = useMoments()
  const nameOf = useNames('Unknown')
  const { openedAtMs, closedAtMs, openedByUid } = shift
  const differenceCents = differenceOf(shift)
  const until = closedAtMs === null ? '' : ` – ${day(closedAtMs) === day(openedAtMs) ? time(closedAtMs) : moment(closedAtMs)}`
  return (
    <li>
      <button type="button" className={classes.row} onClick={onOpen}>
        <span className={classes.rowTexts}>
          <span className={classes.rowName}>
            <bdi>{shift.drawer}</bdi> · shift {shift.number}
          </span>
          <small>
            {moment(openedAtMs)}
            {until}
            {openedByUid !== null && (
              <>
                {' · '}
                <bdi>{nameOf(openedByUid)}</bdi>
              </>
            )}
          </small>
        </span>
        {differenceCents === null ? (
          <Tag tone="good">Open</Tag>
        ) : (
          <Tag tone={differenceTone(differenceCents, 'neutral')}>{differenceWords(differenceCents)}</Tag>
        )}
        <IconChevronRight className={classes.chevron} size="1.25rem" aria-hidden="true" />
      </button>
    </li>
  )
}

function HeardRow({ shift: { lastAtMs, takenCents }, onOpen }: { readonly shift: HeardShift; readonly onOpen: () => void }) {
  const { moment } = useMoments()
  return (
    <li>
      <button type="button" className={classes.row} onClick={onOpen}>
        <span className={classes.rowTexts}>
          <span className={classes.rowName}>Drawer not known yet</span>
          <small>
            Opened on a device that has not sent that yet · {formatCents(takenCents)} so far, last {moment(lastAtMs)}
          </small>
        </span>
        <Tag tone="warn">Incomplete</Tag>
        <IconChevronRight className={classes.chevron} size="1.25rem" aria-hidden="true" />
      </button>
    </li>
  )
}
