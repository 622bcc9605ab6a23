import { type Cents, formatCents } from '@shop/shared/kernel/money.ts'
import { type KeyboardEvent, useId } from 'react'
import { amountOf, COINS_CENTS, type CountDraft, isWrong, NOTES_CENTS } from './count-draft.ts'
import classes from './shift.module.css'
import { faceValue } from './shift-report.tsx'

type Props = {
  readonly draft: CountDraft
  /** Shown below the fields, and marks the first field; null when nothing is wrong. */
  readonly problem: string | null
  readonly onChange: (changes: Partial<CountDraft>) => void
}

/** A field of pieces for each note and coin. Enter goes on to the next one. */
export function CountFields({ draft, problem, onChange }: Props) {
  const problemId = useId()
  const all = [...NOTES_CENTS, ...COINS_CENTS]
  const hasWrong = all.some((valueCents) => isWrong(draft, valueCents))
  const text = hasWrong ? 'Please check this number' : problem
  const field = (valueCents: Cents) => (
    <label key={valueCents} className={classes.piece}>
      <span>{faceValue(valueCents)}</span>
      <input
        aria-label={`${faceValue(valueCents)} pieces`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        {...(valueCents === all[0] && { 'data-autofocus': true })}
        aria-invalid={hasWrong ? isWrong(draft, valueCents) : problem !== null && valueCents === all[0]}
        aria-describedby={text === null ? undefined : problemId}
        value={draft.pieces[valueCents] ?? ''}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => onChange({ pieces: { ...draft.pieces, [valueCents]: event.currentTarget.value.replace(/\D/g, '') } })}
        onKeyDown={toNext}
      />
      <span className={classes.pieceSum} aria-hidden="true">
        {draft.pieces[valueCents] && formatCents(amountOf(draft, valueCents))}
      </span>
    </label>
  )
  return (
    <>
      <fieldset className={classes.pieces}>
        <legend>Notes</legend>
        {NOTES_CENTS.map(field)}
      </fieldset>
      <fieldset className={classes.pieces}>
        <legend>Coins</legend>
        {COINS_CENTS.map(field)}
      </fieldset>
      {text !== null && (
        <p id={problemId} role="alert" className={classes.problem}>
          {text}
        </p>
      )}
    </>
  )
}

/** Enter in the last field submits, as in every form. */
function toNext(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return
  const fields = [...(event.currentTarget.form?.querySelectorAll<HTMLInputElement>('fieldset input') ?? [])]
  const next = fields[fields.indexOf(event.currentTarget) + 1]
  if (!next) return
  event.preventDefault()
  next.focus()
}
