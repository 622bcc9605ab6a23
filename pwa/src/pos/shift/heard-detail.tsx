import { Button } from '@mantine/core'
import { ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { useMemo } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Tag } from '../../ui/tag.tsx'
import classes from './shift.module.css'
import { HeardReport } from './shift-report.tsx'
import type { Go } from './shift-views.ts'
import { useHeardShifts, useShiftFigures } from './use-shifts.ts'

/** A shift whose opening has not arrived: its takings so far, and what is missing. Nobody counts it before its drawer is known. */
export function HeardDetail({ id, go }: { readonly id: string; readonly go: Go }) {
  const isHeard = useHeardShifts().some((shift) => shift.id === id)
  const { figures, moves } = useShiftFigures(useMemo(() => ({ id, openingCents: ZERO_CENTS }), [id]))
  if (!isHeard) return <EmptyState title="This shift is not on this device" hint="It appears after the next sync." />
  return (
    <>
      <div className={classes.state} role="status">
        <Tag tone="warn">Incomplete</Tag>
        <p className={classes.late}>
          <strong>The opening of this shift is missing</strong>
          <span>
            The device that opened it has not sent that yet, so its drawer and the cash at the start are unknown. Connect that device to the
            internet. If somebody opened the shift who is no admin, Discrepancies says so.
          </span>
        </p>
      </div>
      <HeardReport figures={figures} moves={moves} />
      <div className={classes.others}>
        <Button variant="default" onClick={() => go.to({ kind: 'list' })}>
          All shifts
        </Button>
      </div>
    </>
  )
}
