import type { ReactNode } from 'react'
import classes from './row-button.module.css'

/** How a row's button looks, for what opens a menu or leads elsewhere. */
export const ROW_BUTTON = classes.button ?? ''

type Props = {
  readonly label: string
  readonly onClick: () => void
  readonly isDisabled?: boolean
  /** Why it cannot be pressed now; shown in place of the label. */
  readonly reason?: string | null
  readonly children: ReactNode
}

/** A button of a row, its icon inside. A plain element: hundreds of them are drawn while one scrolls. */
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
