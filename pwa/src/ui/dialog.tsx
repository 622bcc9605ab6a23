import { CloseButton } from '@mantine/core'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import classes from './dialog.module.css'

/** After this what waited for an answer can be pressed again. */
const RESTING_MS = 50

type Props = {
  readonly isOpen: boolean
  /** Esc, the cross, or a tap beside it. */
  readonly onClose: () => void
  readonly title: string
  /** `sheet`: on a phone it rises from the lower edge. */
  readonly look?: 'dialog' | 'sheet'
  readonly children: ReactNode
}

/** A window over the page. The browser's own: it keeps the focus inside, gives it back, and costs the till nothing to load. */
export function Dialog({ isOpen, onClose, title, look = 'dialog', children }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayoutEffect(() => {
    const dialog = element.current
    if (!isOpen || !dialog) return
    const before = document.activeElement
    dialog.showModal()
    return () => {
      // also of a dialog that is taken out of the page: gives the focus back to where it was
      dialog.close()
      // once more, for a button that rests while it is asked about
      setTimeout(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus({ preventScroll: true })
      }, RESTING_MS)
    }
  }, [isOpen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key for it is Esc, which the browser turns into `cancel`
    <dialog
      ref={element}
      className={classes.dialog}
      data-look={look}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={onClose}
      onClick={(event) => event.target === element.current && onClose()}
    >
      {isOpen && (
        <div className={classes.inner}>
          <div className={classes.head}>
            <h2 id={titleId} className={classes.title}>
              {title}
            </h2>
            <CloseButton aria-label="Close" onClick={onClose} />
          </div>
          {children}
        </div>
      )}
    </dialog>
  )
}
