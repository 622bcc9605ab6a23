import { Button } from '@mantine/core'
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import classes from './confirm.module.css'
import { Dialog } from './dialog.tsx'

export type Question = {
  /** Names the act and the thing: "Delete “Blue teapot”?" */
  readonly title: string
  /** The consequence. */
  readonly body: ReactNode
  /** Names the act on the button: "Delete item". */
  readonly confirmLabel: string
  readonly cancelLabel?: string
  /** `bad` for a destructive act. */
  readonly tone?: 'bad' | 'neutral'
  /** Withdraws the question when its subject is gone: the dialog closes, and the answer is false. */
  readonly signal?: AbortSignal
}

type Ask = (question: Question) => Promise<boolean>

const ConfirmContext = createContext<Ask | null>(null)

/** Resolves to true when the person confirms. */
export function useConfirm(): Ask {
  const ask = useContext(ConfirmContext)
  if (!ask) throw new Error('useConfirm works inside ConfirmProvider only')
  return ask
}

/** Renders the one dialog that asks. A second question answers an open one with no. */
export function ConfirmProvider({ children }: { readonly children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null)
  const [isOpen, setOpen] = useState(false)
  const answer = useRef<((isConfirmed: boolean) => void) | null>(null)

  const settle = useCallback((isConfirmed: boolean) => {
    setOpen(false)
    answer.current?.(isConfirmed)
    answer.current = null
  }, [])
  const ask = useCallback<Ask>(
    (next) =>
      new Promise((resolve) => {
        answer.current?.(false)
        answer.current = resolve
        setQuestion(next)
        setOpen(true)
        next.signal?.addEventListener('abort', () => answer.current === resolve && settle(false))
      }),
    [settle],
  )
  return (
    <ConfirmContext value={ask}>
      {children}
      <Dialog isOpen={isOpen} onClose={() => settle(false)} title={question?.title ?? ''}>
        <div className={classes.body}>{question?.body}</div>
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => settle(false)} autoFocus>
            {question?.cancelLabel ?? 'Cancel'}
          </Button>
          <Button color={question?.tone === 'neutral' ? 'accent' : 'red'} onClick={() => settle(true)}>
            {question?.confirmLabel}
          </Button>
        </div>
      </Dialog>
    </ConfirmContext>
  )
}
