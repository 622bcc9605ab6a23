import { PrintSheet } from '../../ui/print-sheet.tsx'
import { useMoments } from '../../ui/use-moments.ts'
import { useShopSettings } from '../../ui/use-shop-settings.ts'
import { PAGES, usePaper } from '../receipt/paper.ts'
import classes from './report.module.css'
import { ShiftReport, ShiftTimes } from './shift-report.tsx'

type Props = React.ComponentProps<typeof ShiftReport> & {
  readonly nowMs: number
  /** Words for what came after the close; null for nothing. */
  readonly late: string | null
  readonly onDone: () => void
}

/** Prints the X or Z of a shift on the paper of this device's receipts. */
export function PrintShift({ nowMs, late, onDone, ...report }: Props) {
  const { shopName } = useShopSettings()
  const { moment } = useMoments()
  const [paper] = usePaper()
  const { shift } = report
  const isClosed = shift.closedAtMs !== null
  return (
    <PrintSheet {...PAGES[paper]} onDone={onDone}>
      <article className={classes.paper} data-paper={paper}>
        <header className={classes.head}>
          {shopName && <bdi className={classes.shop}>{shopName}</bdi>}
          <div className={classes.title}>
            {isClosed ? 'Z report' : 'X report'} · <bdi>{shift.drawer}</bdi> · Shift {shift.number}
          </div>
          {!isClosed && <div>{moment(nowMs)}</div>}
        </header>
        <ShiftTimes shift={shift} />
        <ShiftReport {...report} />
        {late !== null && <p className={classes.note}>Later: {late}</p>}
      </article>
    </PrintSheet>
  )
}
