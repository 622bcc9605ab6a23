import type { ReactNode } from 'react'
import classes from './row-button.module.css'

/** Class of a row's button, for a link or a menu that must look like one. */
export const ROW_BUTTON = classes.button ?? ''

type Props = {
  readonly label: string
  readonly onClick: () => void
  readonly isDisabled?: boolean
  /** Reason why the button is disabled, shown behind the label in the tooltip. */
  readonly reason?: string | null
  readonly children: ReactNode
}

type WordProps = { readonly onClick: () => void; readonly reason?: string | null; readonly children: string }

/** A button of a row that shows its name. */
export function RowWord({ onClick, reason = null, children }: WordProps) {
  return (
    <button
      type="button"
      className={`${classes.button} ${classes.word}`}
      title={reason === null ? undefined : `${children}: ${reason}`}
      disabled={reason !== null}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

/** A button of a row, its icon inside. A plain element, since scrolling renders hundreds of them. */
export function RowButton({ label, onClick, isDisabled = false, reason = null, children }: Props) {
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={label}
      title={reason === null ? label : `${label}: ${reason}`}
      onClick={onClick}
      disabled={isDisabled || reason !== null}
    >
      {children}
    </button>
  )
}
