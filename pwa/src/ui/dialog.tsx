import { CloseButton } from '@mantine/core'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import classes from './dialog.module.css'

/** Delay after which a button that was disabled while the dialog was open can take the focus again, milliseconds. */
const RESTING_MS = 50

type Props = {
  readonly isOpen: boolean
  /** Called on Esc, the cross, or a tap beside the dialog. */
  readonly onClose: () => void
  readonly title: string
  /** `sheet`: rises from the lower edge on a phone. */
  readonly look?: 'dialog' | 'sheet'
  readonly children: ReactNode
}

/** A window over the page, by the browser's own dialog element, which traps and restores the focus and adds nothing to the till's download. */
export function Dialog({ isOpen, onClose, title, look = 'dialog', children }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayoutEffect(() => {
    const dialog = element.current
    if (!isOpen || !dialog) return
    const before = document.activeElement
    dialog.showModal()
    return () => {
      // `close` restores the focus, even when React removes the dialog from the page
      dialog.close()
      // restores the focus once more a little later, for a button that is disabled while the dialog is open
      setTimeout(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus({ preventScroll: true })
      }, RESTING_MS)
    }
  }, [isOpen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key of this click is Esc, which the browser turns into `cancel`
    <dialog
      ref={element}
      className={classes.dialog}
      data-look={look}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // the event comes some time after the closing: a dialog that was opened again meanwhile stays open
      onClose={() => !element.current?.open && onClose()}
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
