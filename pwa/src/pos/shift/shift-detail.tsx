import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useDevice } from '../../sync/api.ts'
import { Tag } from '../../ui/tag.tsx'
import { useMoments } from '../../ui/use-moments.ts'
import { type OpenedShift, openShiftsOf } from './open-shift.ts'
import { PrintShift } from './print-shift.tsx'
import classes from './shift.module.css'
import { ShiftReport, ShiftTimes } from './shift-report.tsx'
import type { Go } from './shift-views.ts'
import { differenceOf, differenceTone, differenceWords, lateWords, MOVES } from './shift-words.ts'
import { useAllShifts, useShiftFigures } from './use-shifts.ts'

type Props = {
  readonly shift: OpenedShift
  /** True for the open shift of this device's drawer. */
  readonly isOwn: boolean
  readonly go: Go
}

/** A shift: the figures of this moment and what may be done while it is open, and after its close the figures as they were printed. */
export function ShiftDetail({ shift, isOwn, go }: Props) {
  const { nowMs, deviceId } = useDevice()
  const { figures: present, moves } = useShiftFigures(shift)
  const [printedAtMs, setPrintedAtMs] = useState<number | null>(null)
  const isOpen = shift.closedAtMs === null
  const { z } = shift
  const report = { shift, figures: z ?? present, moves: z ? moves.filter(({ id }) => z.moveIds.includes(id)) : moves }
  const late = lateWords(shift, present)
  return (
    <>
      <State shift={shift} late={late} />
      <ShiftTimes shift={shift} />
      {isOpen && <Twice shift={shift} go={go} />}
      {isOpen && shift.clientId !== deviceId() && (
        <p className={classes.hint}>Another device opened this shift. What it has not sent yet is missing here.</p>
      )}
      {isOpen && <MoveButtons shift={shift} go={go} />}
      <ShiftReport {...report} />
      <div className={classes.others}>
        <Button variant="default" onClick={() => go.to({ kind: 'list' })}>
          All shifts
        </Button>
        {isOwn && (
          <Button variant="default" onClick={() => go.to({ kind: 'open' })}>
            Use another drawer
          </Button>
        )}
      </div>
      <div className={classes.foot} data-bottom-bar>
        <Button variant="default" leftSection={<IconPrinter size="1.25rem" />} onClick={() => setPrintedAtMs(nowMs())}>
          {isOpen ? 'Print X' : 'Print Z'}
        </Button>
        {isOpen && <Button onClick={() => go.to({ kind: 'close', id: shift.id })}>Close shift</Button>}
      </div>
      {printedAtMs !== null && <PrintShift {...report} late={late} nowMs={printedAtMs} onDone={() => setPrintedAtMs(null)} />}
    </>
  )
}

/** The state in one line: open, or how the count came out, and what came after it. */
function State({ shift, late }: { readonly shift: OpenedShift; readonly late: string | null }) {
  const differenceCents = differenceOf(shift)
  return (
    <div className={classes.state} role="status">
      {shift.closedAtMs === null ? (
        <Tag tone="good">Open</Tag>
      ) : (
        <>
          <Tag>Closed</Tag>
          {differenceCents !== null && <Tag tone={differenceTone(differenceCents, 'good')}>{differenceWords(differenceCents)}</Tag>}
        </>
      )}
      {late !== null && (
        <p className={classes.late}>
          <strong>Later: {late}</strong>
          <span>A device sent this after the close. The report stays as it was printed.</span>
        </p>
      )}
    </div>
  )
}

/** Says that two devices opened the drawer, and leads to the other shift. */
function Twice({ shift, go }: { readonly shift: OpenedShift; readonly go: Go }) {
  const others = openShiftsOf(useAllShifts(), shift.drawer).filter(({ id }) => id !== shift.id)
  const { time } = useMoments()
  if (others.length === 0) return null
  return (
    <div className={classes.twice}>
      <strong>
        <bdi>{shift.drawer}</bdi> was opened on two devices
      </strong>
      <span>Each shift has its own sales. Close one of them with all the cash, and then the other with what stays in the drawer.</span>
      {others.map((other) => (
        <Button key={other.id} variant="default" onClick={() => go.to({ kind: 'shift', id: other.id })}>
          Show the one opened {time(other.openedAtMs)}
        </Button>
      ))}
    </div>
  )
}

const BUTTONS = ['in', 'out', 'drop', 'no_sale'] as const

const MoveButtons = ({ shift, go }: { readonly shift: OpenedShift; readonly go: Go }) => (
  <div className={classes.moves}>
    {BUTTONS.map((move) => (
      <Button key={move} variant="default" onClick={() => go.to({ kind: 'move', id: shift.id, move })}>
        {MOVES[move].label}
      </Button>
    ))}
  </div>
)
