import { type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { MessageCard } from './message-card.tsx'
import { readMessages, type ShownMessage, subscribeToMessages } from './message-store.ts'
import classes from './messages.module.css'

/** Pixels between the messages and what stands below them. */
const GAP_PX = 12

/** The one place of all messages that belong to no form: at the lower left, above every bar with buttons. The shell mounts it once. */
export default function Messages(): ReactNode {
  const shown = useSyncExternalStore(subscribeToMessages, readMessages)
  const place = useRef<HTMLDivElement>(null)
  useRoom(place, shown)
  return (
    <div ref={place} className={classes.place}>
      <Stack role="alert" shown={shown.filter(({ isError }) => isError)} />
      <Stack role="status" shown={shown.filter(({ isError }) => !isError)} />
    </div>
  )
}

/** A live region, in which each message is read on its own. */
function Stack({ role, shown }: { readonly role: 'alert' | 'status'; readonly shown: readonly ShownMessage[] }) {
  return (
    <div role={role} aria-atomic="false" className={classes.stack}>
      {shown.map((message) => (
        <MessageCard key={keyOf(message)} message={message} />
      ))}
    </div>
  )
}

const keys = new WeakMap<ShownMessage, number>()
let lastKey = 0

function keyOf(message: ShownMessage): number {
  const key = keys.get(message) ?? ++lastKey
  keys.set(message, key)
  return key
}

/** Keeps the messages above the bars at the lower edge, which come, go and move, and gives pages room to scroll their end out from under them. */
function useRoom(place: { readonly current: HTMLElement | null }, shown: readonly ShownMessage[]): void {
  useLayoutEffect(() => {
    const element = place.current
    if (!element || shown.length === 0) return
    const page = document.documentElement
    let frame = 0
    const measure = () => {
      frame = 0
      const above = `${lowerEdge(element)}px`
      if (element.style.insetBlockEnd !== above) element.style.insetBlockEnd = above
      const room = `${element.offsetHeight + GAP_PX}px`
      if (page.style.getPropertyValue('--shop-messages') !== room) page.style.setProperty('--shop-messages', room)
    }
    const measureSoon = () => {
      frame ||= requestAnimationFrame(measure)
    }
    measure()
    const changes = new MutationObserver(measureSoon)
    changes.observe(document.body, { childList: true, subtree: true, attributes: true })
    window.addEventListener('resize', measureSoon)
    window.addEventListener('scroll', measureSoon, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      changes.disconnect()
      window.removeEventListener('resize', measureSoon)
      window.removeEventListener('scroll', measureSoon, { capture: true })
      page.style.removeProperty('--shop-messages')
    }
  }, [place, shown])
}

/** Distance from the window's lower edge at which the messages cover no bar. */
function lowerEdge(element: HTMLElement): number {
  const { left, right, height } = element.getBoundingClientRect()
  const bars = [...document.querySelectorAll('[data-bottom-bar]')]
    .map((bar) => bar.getBoundingClientRect())
    .filter((bar) => bar.height > 0 && bar.right > left && bar.left < right)
    .sort((a, b) => b.bottom - a.bottom)
  let edge = window.innerHeight
  // a bar that leaves no room for the messages below it lifts them above it
  for (const { top, bottom } of bars) if (top < edge && bottom > edge - height - 2 * GAP_PX) edge = top
  return window.innerHeight - edge + GAP_PX
}
