import { type Cents, cents, formatCents } from '@shop/shared/kernel/money.ts'
import type { CashMove, Denomination, Shift, ShiftFigures } from '@shop/shared/pos/shift-schema.ts'
import type { ReactNode } from 'react'
import { useMoments } from '../../ui/use-moments.ts'
import { useNames } from '../../ui/use-names.ts'
import type { OpenedShift } from './open-shift.ts'
import classes from './report.module.css'
import { cashRows, differenceOf, differenceWords, type FigureRow, MOVES, paymentRows, saleRows } from './shift-words.ts'

type Props = {
  readonly shift: OpenedShift
  /** Those of this moment (X), or as they were printed (Z). */
  readonly figures: ShiftFigures
  readonly moves: readonly CashMove[]
}

/** The figures of a shift, alike on screen and on paper: the X of an open shift, the Z of a closed one. */
export function ShiftReport({ shift, figures, moves }: Props) {
  return (
    <>
      <Figures title="Sales" rows={saleRows(figures)} />
      {figures.payments.length > 0 && <Figures title="Payments" rows={paymentRows(figures)} />}
      <Figures title="Cash" rows={cashRows(figures)} />
      {shift.closedAtMs !== null && <Counted shift={shift} />}
      {shift.counts.length > 0 && <Pieces counts={shift.counts} />}
      <Moves moves={moves} noSaleCount={figures.noSaleCount} />
      {shift.note !== '' && (
        <Part title="Note">
          <p className={classes.note}>
            <bdi>{shift.note}</bdi>
          </p>
        </Part>
      )}
    </>
  )
}

/** Says when and by whom a shift was opened and closed. */
export function ShiftTimes({ shift: { openedAtMs, openedByUid, closedAtMs, closedByUid } }: { readonly shift: OpenedShift }) {
  const { moment } = useMoments()
  const nameOf = useNames('Unknown')
  const by = (uid: string | null) =>
    uid !== null && (
      <>
        {' '}
        by <bdi>{nameOf(uid)}</bdi>
      </>
    )
  return (
    <div className={classes.times}>
      <div>
        Opened {moment(openedAtMs)}
        {by(openedByUid)}
      </div>
      {closedAtMs !== null && (
        <div>
          Closed {moment(closedAtMs)}
          {by(closedByUid)}
        </div>
      )}
    </div>
  )
}

/** The figures of a shift whose opening has not arrived. Its float is unknown, and so is the cash that should be in the drawer. */
export const HeardReport = ({ figures, moves }: Omit<Props, 'shift'>) => (
  <>
    <Figures title="Sales" rows={saleRows(figures)} />
    {figures.payments.length > 0 && <Figures title="Payments" rows={paymentRows(figures)} />}
    <Moves moves={moves} noSaleCount={figures.noSaleCount} />
  </>
)

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function Figures({ title, rows }: { readonly title: string; readonly rows: readonly FigureRow[] }) {
  return (
    <Part title={title}>
      <dl className={classes.figures}>
        {rows.map(({ name, note, amountCents, isSum }) => (
          <Figure key={name} name={name} note={note} isSum={isSum} value={formatCents(amountCents)} />
        ))}
      </dl>
    </Part>
  )
}

type FigureProps = {
  readonly name: string
  readonly note?: string | undefined
  readonly isSum?: boolean | undefined
  readonly value: string
}

const Figure = ({ name, note, isSum, value }: FigureProps) => (
  <div className={classes.figure} data-sum={isSum || undefined}>
    <dt>
      <bdi>{name}</bdi>
      {note !== undefined && <small>{note}</small>}
    </dt>
    <dd>{value}</dd>
  </div>
)

function Counted({ shift }: { readonly shift: Shift }) {
  const differenceCents = differenceOf(shift)
  const { countedCents, leftCents } = shift
  if (differenceCents === null || countedCents === null || leftCents === null) return null
  const safeCents: Cents = cents(countedCents - leftCents)
  return (
    <Part title="Count">
      <dl className={classes.figures}>
        <Figure name="Counted" value={formatCents(countedCents)} />
        <Figure name="Difference" value={differenceWords(differenceCents)} isSum />
        <Figure name="Stays in the drawer" value={formatCents(leftCents)} />
        <Figure name="To the safe at the close" value={formatCents(safeCents)} />
      </dl>
    </Part>
  )
}

function Pieces({ counts }: { readonly counts: readonly Denomination[] }) {
  return (
    <Part title="Notes and coins">
      <dl className={classes.figures}>
        {counts.map(({ valueCents, pieces }) => (
          <Figure key={valueCents} name={`${pieces} × ${faceValue(valueCents)}`} value={formatCents(cents(pieces * valueCents))} />
        ))}
      </dl>
    </Part>
  )
}

/** Words on a coin or note: "$20", "25¢". */
export const faceValue = (valueCents: Cents): string => (valueCents < 100 ? `${valueCents}¢` : formatCents(valueCents).replace(/\.00$/, ''))

function Moves({ moves, noSaleCount }: { readonly moves: readonly CashMove[]; readonly noSaleCount: number }) {
  const { time } = useMoments()
  const nameOf = useNames('Unknown')
  if (moves.length === 0 && noSaleCount === 0) return null
  return (
    <Part title="Cash moves">
      <ul className={classes.moves}>
        {moves.map(({ id, kind, amountCents, reason, atMs, byUid }) => (
          <li key={id} className={classes.move}>
            <span>
              {MOVES[kind].label}
              <small>
                {time(atMs)} · <bdi>{nameOf(byUid)}</bdi>
                {reason !== '' && (
                  <>
                    {' · '}
                    <bdi>{reason}</bdi>
                  </>
                )}
              </small>
            </span>
            <span className={classes.amount}>
              {kind === 'no_sale' ? '' : formatCents(cents(kind === 'in' ? amountCents : -amountCents))}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}
