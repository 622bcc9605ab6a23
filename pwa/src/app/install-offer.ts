import { useSyncExternalStore } from 'react'

/** The event with the browser's installation prompt. Only some browsers fire it. */
type InstallEvent = Event & { prompt(): Promise<unknown> }

let offer: InstallEvent | null = null
const listeners = new Set<() => void>()

function set(next: InstallEvent | null): void {
  offer = next
  for (const listener of listeners) listener()
}

/** Call this at the start, because the event may fire before any screen exists. */
export function listenForInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    set(event as InstallEvent)
  })
  window.addEventListener('appinstalled', () => set(null))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isInstalled = (): boolean => window.matchMedia('(display-mode: standalone)').matches

// iPadOS calls itself a Mac, but no Mac has a touch screen
const isApple = (): boolean =>
  /iPad|iPhone|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** Returns the installation state. `install` shows the browser's prompt; it is null if the browser has none. */
export function useInstall(): { isInstalled: boolean; isApple: boolean; install: (() => void) | null } {
  const current = useSyncExternalStore(subscribe, () => offer)
  const install = current && (() => void current.prompt().finally(() => set(null)))
  return { isInstalled: isInstalled(), isApple: isApple(), install }
}
