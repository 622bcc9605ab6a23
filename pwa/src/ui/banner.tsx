import { useCallback, useEffect, useMemo, useState } from 'react'
import classes from './banner.module.css'
import { MessageCard } from './message-card.tsx'
import { type ShownMessage, showMessage } from './message-store.ts'

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
  /** `inline`: in the flow, for forms. Otherwise it joins the messages at the lower edge of the screen, so that nothing moves. */
  readonly inline?: boolean
}

export function Banner({ message, onClear, clearAfterMs = SUCCESS_MS, inline = false }: Props) {
  const shown = useMemo<ShownMessage | null>(
    () => message && { ...message, forMs: message.isError ? Number.POSITIVE_INFINITY : clearAfterMs, onEnd: onClear },
    [message, onClear, clearAfterMs],
  )
  useEffect(() => (shown && !inline ? showMessage(shown) : undefined), [shown, inline])
  if (!inline) return null
  return (
    <div className={classes.inline} role={shown?.isError ? 'alert' : 'status'}>
      {shown && <MessageCard message={shown} />}
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
