import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { kernelRefusals } from '@shop/shared/kernel/errors.ts'
import { MAX_EVENT_STREAMS, MAX_POKES_PER_SECOND } from '@shop/shared/kernel/limits.ts'
import { TooMany } from '../kernel/too-many.ts'
import { audiencesOf } from '../pull/snapshot.ts'

const POKE_INTERVAL_MS = 1_000 / MAX_POKES_PER_SECOND
/** Time that a client is asked to wait when there is no room for its stream. */
const NO_ROOM_RETRY_SECONDS = 60

type Listener = { readonly keys: ReadonlySet<string>; readonly poke: () => void; lastMs: number; timer: NodeJS.Timeout | undefined }

/** Pokes clients that have something new to pull. */
export class EventHub {
  private readonly listeners = new Set<Listener>()
  private readonly counts = new Map<string, number>()
  private readonly closers = new Set<() => void>()

  get size(): number {
    return this.listeners.size
  }

  /** Pokes this client on a change for one of its audiences, at most MAX_POKES_PER_SECOND times a second and never losing the last one. Answers the
   *  unsubscribe function; refuses TOO_MANY_STREAMS. */
  subscribe(actor: Actor, poke: () => void): () => void {
    const others = this.counts.get(actor.uid) ?? 0
    if (others >= MAX_EVENT_STREAMS) throw new TooMany('TOO_MANY_STREAMS', kernelRefusals.TOO_MANY_STREAMS.message, NO_ROOM_RETRY_SECONDS)
    this.counts.set(actor.uid, others + 1)
    const keys = new Set(audiencesOf(actor.uid, actor.role))
    const listener: Listener = { keys, poke, lastMs: 0, timer: undefined }
    this.listeners.add(listener)
    return () => {
      clearTimeout(listener.timer)
      if (this.listeners.delete(listener)) this.forget(actor.uid)
    }
  }

  /** Pokes the clients of these audiences; `everyone` reaches all. */
  publish(audiences: ReadonlySet<string>): void {
    for (const listener of this.listeners) {
      if (listener.timer || !intersects(listener.keys, audiences)) continue
      const waitMs = listener.lastMs + POKE_INTERVAL_MS - Date.now()
      if (waitMs <= 0) this.poke(listener)
      else listener.timer = setTimeout(() => this.poke(listener), waitMs)
    }
  }

  /** Calls `close` when the server stops. */
  onClose(close: () => void): () => void {
    this.closers.add(close)
    return () => this.closers.delete(close)
  }

  close(): void {
    for (const close of [...this.closers]) close()
    for (const listener of this.listeners) clearTimeout(listener.timer)
    this.listeners.clear()
    this.counts.clear()
  }

  private forget(uid: string): void {
    const count = (this.counts.get(uid) ?? 0) - 1
    if (count > 0) this.counts.set(uid, count)
    else this.counts.delete(uid)
  }

  private poke(listener: Listener): void {
    listener.timer = undefined
    listener.lastMs = Date.now()
    listener.poke()
  }
}

function intersects(keys: ReadonlySet<string>, audiences: ReadonlySet<string>): boolean {
  const [small, large] = keys.size < audiences.size ? [keys, audiences] : [audiences, keys]
  for (const key of small) if (large.has(key)) return true
  return false
}
