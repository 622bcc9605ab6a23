import { Button, CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './banner.module.css'
import type { ShownMessage } from './message-store.ts'

/** A message with its clock, which stands still while a pointer or the focus is on the message. */
export function MessageCard({ message }: { readonly message: ShownMessage }) {
  const { text, isError, undo, onEnd } = message
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  useClock(message, isPointed || isFocused)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: holds the clock only; the message's buttons do the rest
    <div
      className={classes.banner}
      data-tone={isError ? 'bad' : 'good'}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {isError ? <IconAlertTriangle aria-hidden="true" /> : <IconCircleCheck aria-hidden="true" />}
      <span className={classes.text}>{text}</span>
      {undo && (
        <Button variant="subtle" size="md" onClick={undo}>
          Undo
        </Button>
      )}
      <CloseButton variant="transparent" onClick={onEnd} aria-label="Close this message" />
    </div>
  )
}

function useClock(message: ShownMessage, isHeld: boolean): void {
  const leftMs = useRef(message.forMs)
  useEffect(() => {
    leftMs.current = message.forMs
  }, [message])
  useEffect(() => {
    if (isHeld || message.forMs === Number.POSITIVE_INFINITY) return
    const sinceMs = performance.now()
    const timer = setTimeout(message.onEnd, leftMs.current)
    return () => {
      clearTimeout(timer)
      leftMs.current -= performance.now() - sinceMs
    }
  }, [message, isHeld])
}
