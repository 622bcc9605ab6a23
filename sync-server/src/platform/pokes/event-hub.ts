import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { kernelRefusals } from '@shop/shared/kernel/errors.ts'
import { MAX_EVENT_STREAMS, MAX_EVENT_STREAMS_OF_NETWORK, MAX_POKES_PER_SECOND } from '@shop/shared/kernel/limits.ts'
import { TooMany } from '../kernel/too-many.ts'
import { audiencesOf } from '../pull/snapshot.ts'

const POKE_INTERVAL_MS = 1_000 / MAX_POKES_PER_SECOND
/** Seconds that a client is asked to wait when there is no room for its stream. */
const NO_ROOM_RETRY_SECONDS = 60

/** A stream's connection with its session. `recheck` answers the present actor, or null without a session; `end` closes the stream; `network` is the
 *  client's network. */
export type Ties = { readonly recheck?: () => Promise<Actor | null>; readonly end?: () => void; readonly network?: string }

type Listener = Ties & {
  readonly uid: string
  readonly poke: () => void
  keys: ReadonlySet<string>
  lastMs: number
  timer: NodeJS.Timeout | undefined
}

/** Pokes clients that have something new to pull. Ends the streams of people who may no longer listen. */
export class EventHub {
  private readonly listeners = new Set<Listener>()
  private readonly counts = new Map<string, number>()
  private readonly closers = new Set<() => void>()
  private readonly watchers = new Set<(uid: string | null) => void>()

  get size(): number {
    return this.listeners.size
  }

  /** Subscribes a client to changes for its audiences. It gets at most MAX_POKES_PER_SECOND pokes a second, and the last poke is never lost. Answers
   *  the function that unsubscribes; refuses TOO_MANY_STREAMS. */
  subscribe({ uid, role }: Actor, poke: () => void, ties: Ties = {}): () => void {
    const places = [`user ${uid}`, ...(ties.network === undefined ? [] : [`network ${ties.network}`])]
    if (
      places.some(
        (place) => (this.counts.get(place) ?? 0) >= (place.startsWith('user ') ? MAX_EVENT_STREAMS : MAX_EVENT_STREAMS_OF_NETWORK),
      )
    )
      throw new TooMany('TOO_MANY_STREAMS', kernelRefusals.TOO_MANY_STREAMS.message, NO_ROOM_RETRY_SECONDS)
    for (const place of places) this.counts.set(place, (this.counts.get(place) ?? 0) + 1)
    const listener: Listener = {
      ...ties,
      uid,
      poke,
      keys: new Set(audiencesOf(uid, role)),
      lastMs: Number.NEGATIVE_INFINITY,
      timer: undefined,
    }
    this.listeners.add(listener)
    // since the request was checked, its session may have ended or the role may have changed
    void this.recheck(listener)
    return () => {
      clearTimeout(listener.timer)
      if (this.listeners.delete(listener)) for (const place of places) this.forget(place)
    }
  }

  /** Pokes the clients of these audiences. The audience `everyone` reaches all clients. */
  publish(audiences: ReadonlySet<string>): void {
    for (const listener of this.listeners) if (intersects(listener.keys, audiences)) this.pokeSoon(listener)
  }

  /** Calls `watch` with the uid of each person whose access changed. Null stands for everybody. */
  onAccessChange(watch: (uid: string | null) => void): void {
    this.watchers.add(watch)
  }

  /** Tells the watchers that a person's access changed. Then ends that person's streams, or adapts them to the new role. Null stands for
   *  everybody. */
  async accessChanged(uid: string | null): Promise<void> {
    for (const watch of this.watchers) watch(uid)
    for (const listener of [...this.listeners]) if (uid === null || listener.uid === uid) await this.recheck(listener)
  }

  /** Calls `close` when the server stops. Answers a function that revokes this. */
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

  /** Ends a stream whose session has ended or cannot be checked. If it could not be checked, the client opens a new stream. A stream of a user with
   *  a new role gets that role's pokes. */
  private async recheck(listener: Listener): Promise<void> {
    if (!listener.recheck) return
    const actor = await listener.recheck().catch(() => null)
    if (!this.listeners.has(listener)) return
    if (actor?.uid !== listener.uid) return listener.end?.()
    const keys = new Set(audiencesOf(actor.uid, actor.role))
    if (keys.size === listener.keys.size) return
    listener.keys = keys
    this.pokeSoon(listener)
  }

  private forget(place: string): void {
    const count = (this.counts.get(place) ?? 0) - 1
    if (count > 0) this.counts.set(place, count)
    else this.counts.delete(place)
  }

  private pokeSoon(listener: Listener): void {
    if (listener.timer) return
    const waitMs = listener.lastMs + POKE_INTERVAL_MS - performance.now()
    if (waitMs <= 0) this.poke(listener)
    else listener.timer = setTimeout(() => this.poke(listener), waitMs)
  }

  private poke(listener: Listener): void {
    listener.timer = undefined
    listener.lastMs = performance.now()
    listener.poke()
  }
}

function intersects(keys: ReadonlySet<string>, audiences: ReadonlySet<string>): boolean {
  const [small, large] = keys.size < audiences.size ? [keys, audiences] : [audiences, keys]
  for (const key of small) if (large.has(key)) return true
  return false
}
