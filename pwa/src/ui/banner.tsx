import { CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import classes from './banner.module.css'

/** Time that a success stays, unless a screen has a reason for more. */
export const SUCCESS_MS = 2_500

export const readsAsError = (text: string): boolean => text.includes('Error')

/** A message of a screen. Showing the same text again makes a new message, so that its time starts again. */
export type Message = { readonly text: string; readonly isError: boolean }

type Props = {
  readonly message: Message | null
  readonly onClear: () => void
  /** Milliseconds that a success stays. Errors stay until they are closed or replaced. */
  readonly clearAfterMs?: number
  /** `inline`: in the flow, for forms. Otherwise it floats at the top of the screen, so that nothing below moves. */
  readonly inline?: boolean
}

export function Banner({ message, onClear, clearAfterMs = SUCCESS_MS, inline = false }: Props) {
  useEffect(() => {
    if (message === null || message.isError) return
    const timer = setTimeout(onClear, clearAfterMs)
    return () => clearTimeout(timer)
  }, [message, onClear, clearAfterMs])
  const isWrong = message?.isError ?? false
  return (
    <div className={classes.place} data-inline={inline || undefined} role={isWrong ? 'alert' : 'status'}>
      {message !== null && (
        <div className={classes.banner} data-tone={isWrong ? 'bad' : 'good'}>
          {isWrong ? <IconAlertTriangle aria-hidden="true" /> : <IconCircleCheck aria-hidden="true" />}
          <span className={classes.text}>{message.text}</span>
          <CloseButton variant="transparent" onClick={onClear} aria-label="Close this message" />
        </div>
      )}
    </div>
  )
}

/** A screen's message: spread `props` into Banner. `show` shows a text with the word 'Error' as an error; `fail` is for errors without that word. */
export function useBanner() {
  const [message, setMessage] = useState<Message | null>(null)
  const onClear = useCallback(() => setMessage(null), [])
  const show = useCallback((text: string) => setMessage({ text, isError: readsAsError(text) }), [])
  const fail = useCallback((text: string) => setMessage({ text, isError: true }), [])
  return useMemo(() => ({ props: { message, onClear }, show, fail }), [message, onClear, show, fail])
}
