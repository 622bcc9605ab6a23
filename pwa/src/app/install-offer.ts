import { useSyncExternalStore } from 'react'

/** The browser's offer to install the app; only some make one, and only once per page. */
type InstallEvent = Event & { prompt(): Promise<unknown> }

let offer: InstallEvent | null = null
const listeners = new Set<() => void>()

function set(next: InstallEvent | null): void {
  offer = next
  for (const listener of listeners) listener()
}

/** The offer comes early, before any screen asks for it. */
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

/** Whether the app is installed, and how it can be. `install` is null where the browser makes no offer. */
export function useInstall(): { isInstalled: boolean; isApple: boolean; install: (() => void) | null } {
  const current = useSyncExternalStore(subscribe, () => offer)
  const install = current && (() => void current.prompt().finally(() => set(null)))
  return { isInstalled: isInstalled(), isApple: isApple(), install }
}
