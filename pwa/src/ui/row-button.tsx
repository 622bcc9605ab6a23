import type { ReactNode } from 'react'
import classes from './row-button.module.css'

type Props = { readonly label: string; readonly onClick: () => void; readonly isDisabled?: boolean; readonly children: ReactNode }

/** A button of a row, its icon inside. A plain element: hundreds of them are drawn while one scrolls. */
export function RowButton({ label, onClick, isDisabled = false, children }: Props) {
  return (
    <button type="button" className={classes.button} aria-label={label} title={label} onClick={onClick} disabled={isDisabled}>
      {children}
    </button>
  )
}
