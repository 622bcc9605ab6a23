import { IconCheck, IconMinus } from '@tabler/icons-react'
import classes from './row-check.module.css'

type Props = {
  /** Accessible name. */
  readonly label: string
  readonly state: 'none' | 'some' | 'all'
  readonly onToggle: (isRange: boolean) => void
  /** Shows the name beside the box. */
  readonly isNamed?: boolean
}

/** A checkbox as large as a fingertip in the space of a small box: the first cell of a row. Shift ticks a range. */
export function RowCheck({ label, state, onToggle, isNamed = false }: Props) {
  const box = (
    <span className={classes.check}>
      <input
        ref={(input) => {
          if (input) input.indeterminate = state === 'some'
        }}
        type="checkbox"
        className={classes.input}
        aria-label={label}
        checked={state === 'all'}
        onChange={({ nativeEvent }) => onToggle((nativeEvent as MouseEvent).shiftKey)}
      />
      <span className={classes.box} aria-hidden="true">
        {state === 'all' && <IconCheck />}
        {state === 'some' && <IconMinus />}
      </span>
    </span>
  )
  return isNamed ? (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox stands before the words
    <label className={classes.named}>
      {box}
      {label}
    </label>
  ) : (
    box
  )
}
