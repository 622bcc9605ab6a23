import type { Channel, ChannelMessage, Lock } from './ports.ts'

/** Locks among the tabs of one simulated browser, first come, first served. */
export class MemoryLocks {
  private readonly queues = new Map<string, Promise<void>>()
  private readonly held = new Set<string>()

  /** The Lock port of one tab. `onDeath` resolves when the tab dies. The tab's locks are then free for `hold`, as in a browser. */
  portFor(onDeath: Promise<void> = new Promise(() => undefined)): Lock {
    return {
      hold: (name, work, signal) => this.hold(name, work, onDeath, signal),
      tryHold: async (name, work) => (this.held.has(name) ? undefined : this.hold(name, work, onDeath)),
    }
  }

  private async hold<T>(name: string, work: () => Promise<T>, onDeath: Promise<void>, signal?: AbortSignal): Promise<T> {
    const before = this.queues.get(name) ?? Promise.resolve()
    let release = () => {}
    const ours = new Promise<void>((resolve) => (release = resolve))
    this.queues.set(
      name,
      before.then(() => ours),
    )
    let isDead = false
    void onDeath.then(() => {
      isDead = true
      release()
    })
    await before
    if (isDead) return new Promise<T>(() => undefined)
    if (signal?.aborted) {
      release()
      throw signal.reason
    }
    this.held.add(name)
    try {
      return await work()
    } finally {
      this.held.delete(name)
      release()
    }
  }
}

/** Messages among the tabs of one simulated browser. */
export class MemoryChannels {
  private readonly listeners = new Set<{ owner: object; hear: (message: ChannelMessage) => void }>()

  /** The Channel port of one tab. `deliver` decides when and whether a message arrives. */
  port(deliver: (arrive: () => void) => void = (arrive) => queueMicrotask(arrive)): Channel {
    const owner = {}
    return {
      post: (message) => {
        for (const listener of [...this.listeners]) {
          if (listener.owner === owner) continue
          deliver(() => {
            if (this.listeners.has(listener)) listener.hear(message)
          })
        }
      },
      subscribe: (hear) => {
        const listener = { owner, hear }
        this.listeners.add(listener)
        return () => void this.listeners.delete(listener)
      },
      close: () => {
        for (const listener of [...this.listeners]) if (listener.owner === owner) this.listeners.delete(listener)
      },
    }
  }
}
