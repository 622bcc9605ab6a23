import type { Channel, ChannelMessage, Clock, Lock } from './ports.ts'

/** Returns locks of the Web Locks API. On an insecure origin there are none: every tab syncs by itself, and ids keep a command from running twice. */
export function webLock(): Lock {
  const locks = (navigator as { locks?: LockManager }).locks
  if (!locks) return { hold: (_name, work) => work(), tryHold: (_name, work) => work() }
  return {
    hold: (name, work, signal) => locks.request(name, signal ? { signal } : {}, work),
    tryHold: (name, work) => locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : undefined)),
  }
}

/** Messages among the tabs and the service worker of one user. */
export function broadcastChannel(name: string): Channel {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, subscribe: () => () => undefined, close: () => undefined }
  const channel = new BroadcastChannel(name)
  let isOpen = true
  return {
    post: (message: ChannelMessage) => {
      if (isOpen) channel.postMessage(message)
    },
    subscribe: (listener) => {
      const hear = (event: MessageEvent<ChannelMessage>) => listener(event.data)
      channel.addEventListener('message', hear)
      return () => channel.removeEventListener('message', hear)
    },
    close: () => {
      isOpen = false
      channel.close()
    },
  }
}

export const deviceClock: Clock = {
  nowMs: () => Date.now(),
  after: (delayMs, work) => {
    const timer = setTimeout(work, Math.min(delayMs, 2 ** 31 - 1))
    return () => clearTimeout(timer)
  },
  random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
}

/** Name of one user's database and channel. */
export const userDatabaseName = (uid: string): string => `consign-${uid}`

/** Event of the window with an error that sync met and went on after; `detail` is the error. */
export const SYNC_FAULT = 'sync-fault'

/** Announces an error to the page. The service worker has no page. */
export function announceFault(detail: unknown): void {
  if (typeof window !== 'undefined') window.dispatchEvent(new CustomEvent(SYNC_FAULT, { detail }))
}

export const consoleLog = (message: string, detail?: unknown): void => console.warn(`sync: ${message}`, detail ?? '')
