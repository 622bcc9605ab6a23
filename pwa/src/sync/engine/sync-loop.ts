import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { CommandResult } from '@shop/shared/kernel/wire.ts'
import { StorageProblem } from '../ports/contract.ts'
import { type LeaderStatus, type Ports, ServerProblem, SYNC_LOCK } from '../ports/ports.ts'
import type { Replica } from '../rows/replica.ts'
import { dropUnfinished, trimJournal } from '../store/apply-pull.ts'
import { StorageLost } from '../store/state.ts'
import { BACKOFF_LONGEST_MS, Backoff } from './backoff.ts'
import { type FetchedStart, fetchStart } from './first-sync.ts'
import { type Pulled, pullAll, type RowCheck } from './pull.ts'
import { clockOffset, pushWaiting } from './push.ts'

/** How often the tab that syncs asks when no poke tells it to: without and with an open event stream. */
export const POLL_MS = 30_000
export const QUIET_POLL_MS = 5 * 60_000
/** Pushes and pulls of one cycle; what is left then is done by the next. */
const MAX_ROUNDS = 50
const MAX_FRESH_STARTS = 3
/** How often it is told how far a first sync is. */
const PROGRESS_MS = 100
const DAY_MS = 86_400_000

/** What the loop needs of the engine it works for. */
export type LoopHost = {
  readonly ports: Ports
  readonly replica: Replica
  readonly takesRow: RowCheck
  readonly isKnown: (collection: string) => boolean
  /** Pages of a first sync that are written together. */
  readonly pagesAtOnce: number
  nowMs(): number
  catchUp(): Promise<void>
  /** Applies a finished pull. `stale`: somebody else did meanwhile. */
  applyPulled(pulled: Pulled & { kind: 'changes' }, since: PullStart): Promise<'applied' | 'stale'>
  /** Switches over to a finished first sync. */
  applyStart(start: FetchedStart, pulled: Pulled & { kind: 'changes' }): Promise<'applied' | 'stale'>
  /** Compares with the server's sums and notes what drifted. */
  audit(sums: NonNullable<(Pulled & { kind: 'changes' })['sums']>, cursor: string): Promise<void>
  foldWhenIdle(): Promise<void>
  noteLeader(status: Partial<LeaderStatus>): void
  noteClockOffset(offsetMs: number): void
  noteStorage(problem: StorageProblem): void
}

/** Where a pull began. */
export type PullStart = { readonly cursor: string; readonly answeredIds: readonly string[] }

/** Talks to the server while it holds the lock `sync`: pushes, pulls, rests, and wakes when there is reason to. */
export class SyncLoop {
  private readonly backoff: Backoff
  private readonly sleepers = new Set<() => void>()
  private readonly ending = new AbortController()
  private again = false
  private isFailing = false
  private streamIsOpen = false
  private trimmedAtMs = 0
  private progressAtMs = 0
  /** The server's time when it last answered. What is kept for days is not dated by a clock that someone may set meanwhile. */
  private serverNowMs = 0
  private readonly unnoted = new Map<string, CommandResult>()
  private attempts: { resolve: () => void }[] = []
  isLeader = false

  constructor(private readonly host: LoopHost) {
    this.backoff = new Backoff(host.ports.clock)
  }

  start(): void {
    const { lock, log } = this.host.ports
    lock
      .hold(SYNC_LOCK, () => this.lead(), this.ending.signal)
      .catch((thrown: unknown) => {
        if (!this.ending.signal.aborted) log('the sync loop ended', thrown)
      })
  }

  stop(): void {
    this.ending.abort()
    this.rouse()
  }

  /** There is news, or trying again has become worth it: a poke, coming online, focus, a person. */
  wake(): void {
    this.backoff.reset()
    this.again = true
    this.rouse()
  }

  /** There is something to send; while attempts fail it waits for the next one. */
  nudge(): void {
    if (this.isFailing) return
    this.again = true
    this.rouse()
  }

  /** Wakes, and resolves when the next attempt ended, one way or the other. Only for the tab that leads. */
  syncNow(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.attempts.push({ resolve }))
    this.wake()
    return ended
  }

  private rouse(): void {
    for (const resume of [...this.sleepers]) resume()
  }

  private rest(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const resume = () => {
        cancel()
        this.sleepers.delete(resume)
        resolve()
      }
      const cancel = this.host.ports.clock.after(delayMs, resume)
      this.sleepers.add(resume)
      if (this.ending.signal.aborted) resume()
    })
  }

  private async lead(): Promise<void> {
    this.isLeader = true
    // a device without rows has other things to do at first
    let isListening = !this.mustStartAfresh()
    if (isListening) void this.listen()
    while (!this.ending.signal.aborted) {
      this.again = false
      const waiters = this.attempts
      this.attempts = []
      const restMs = await this.attempt()
      if (!isListening) void this.listen()
      isListening = true
      for (const { resolve } of waiters) resolve()
      // whoever asked while this attempt was under way waits for the next one: it begins now
      if (!this.again && this.attempts.length === 0) await this.rest(restMs)
    }
    this.isLeader = false
  }

  /** One cycle and what its end means. Answers how long to rest. */
  private async attempt(): Promise<number> {
    try {
      await this.cycle()
      this.isFailing = false
      this.backoff.reset()
      this.host.noteLeader({ online: true, phase: 'idle', signInNeeded: false, startProgress: null, trouble: null })
      await this.tidy()
      return this.streamIsOpen ? QUIET_POLL_MS : POLL_MS
    } catch (thrown) {
      if (this.ending.signal.aborted) return 0
      this.isFailing = true
      return this.afterFailure(thrown)
    }
  }

  private afterFailure(thrown: unknown): number {
    const { host } = this
    const resting = { phase: 'idle', startProgress: null } as const
    if (thrown instanceof StorageProblem) {
      host.noteStorage(thrown)
      host.noteLeader(resting)
    } else if (thrown instanceof StorageLost) host.noteLeader(resting)
    else if (!(thrown instanceof ServerProblem)) {
      host.ports.log('sync failed', thrown)
      host.noteLeader({
        ...resting,
        trouble: { code: 'FAILED', message: 'Sync met an error of the app. Your work is kept; reloading may help.' },
      })
    } else if (thrown.kind === 'offline') host.noteLeader({ ...resting, online: false })
    else if (thrown.kind === 'signedOut') {
      host.noteLeader({ ...resting, online: true, signInNeeded: true })
      return this.backoff.next(BACKOFF_LONGEST_MS)
    } else {
      host.noteLeader({ ...resting, online: true, trouble: { code: thrown.details.code ?? 'FAILED', message: thrown.message } })
    }
    return this.backoff.next(thrown instanceof ServerProblem ? thrown.details.retryAfterMs : 0)
  }

  /** Pushes and pulls until nothing waits and nothing is new. Trouble with what is sent does not keep news away. */
  private async cycle(): Promise<void> {
    await this.host.catchUp()
    let freshStarts = 0
    for (let round = 0; round < MAX_ROUNDS; round++) {
      this.again = false
      const trouble = await this.push()
      const reason = this.mustStartAfresh() ? 'needed' : await this.pull()
      if (reason !== null && reason !== 'more') {
        if (freshStarts++ === MAX_FRESH_STARTS) throw new ServerProblem('broken', 'the server asks for one new start after the other')
        await this.freshStart()
      }
      if (trouble) throw trouble
      if (reason === null && !this.again && !this.hasUnsent()) return
    }
    this.again = true
  }

  private mustStartAfresh(): boolean {
    const { cursor, protocol, drifted } = this.host.replica.state
    return cursor === null || protocol !== PROTOCOL_VERSION || drifted.length > 0
  }

  private hasUnsent(): boolean {
    return this.host.replica.entries.some((entry) => !entry.answered && !entry.held)
  }

  /** Answers what the server refused about what was sent: an older server, an app too old. Everything else is thrown. */
  private async push(): Promise<ServerProblem | null> {
    const { host } = this
    if (!this.hasUnsent()) return null
    try {
      await pushWaiting(host.ports, {
        clientId: host.replica.state.clientId,
        signal: this.ending.signal,
        unnoted: this.unnoted,
        onSending: () => host.noteLeader({ phase: 'pushing' }),
        onStored: () => host.catchUp(),
        onClockOffset: (offsetMs) => host.noteClockOffset(offsetMs),
      })
      return null
    } catch (thrown) {
      await host.catchUp()
      if (thrown instanceof ServerProblem && thrown.kind === 'refused') return thrown
      throw thrown
    }
  }

  /** Null: up to date. `more`: pull again. Else why to start afresh. */
  private async pull(): Promise<string | null> {
    const { host } = this
    const { replica, ports } = host
    host.noteLeader({ phase: 'pulling' })
    const { clientId, cursor, lastAuditAtMs, newestDone } = replica.state
    if (cursor === null) return 'needed'
    const answeredIds = replica.entries.filter((entry) => entry.answered).map(({ id }) => id)
    const audit = host.nowMs() - lastAuditAtMs > DAY_MS
    const askedAtMs = ports.clock.nowMs()
    const request = { clientId, protocol: PROTOCOL_VERSION, cursor, ...(audit ? { audit } : {}), ...(newestDone ? { newestDone } : {}) }
    const pulled = await pullAll(ports.server, request, { takes: host.takesRow, signal: this.ending.signal })
    host.noteClockOffset(clockOffset(pulled.serverNowMs, askedAtMs, ports.clock.nowMs()))
    this.serverNowMs = pulled.serverNowMs
    if (pulled.kind === 'startAfresh') return pulled.reason
    const isWhole = pulled.pages === 1
    const outcome = await host.applyPulled(pulled, { cursor, answeredIds: isWhole ? answeredIds : [] })
    if (outcome === 'stale') {
      await host.catchUp()
      return 'more'
    }
    if (isWhole && pulled.sums) {
      await host.audit(pulled.sums, pulled.cursor)
      if (this.mustStartAfresh()) return 'drifted'
    }
    return isWhole ? null : 'more'
  }

  private async freshStart(): Promise<void> {
    try {
      await this.fetchAfresh()
    } catch (thrown) {
      // half a first sync is of no use, and takes the room that sales need
      await dropUnfinished(this.host.ports.database).catch(() => undefined)
      throw thrown
    }
  }

  private async fetchAfresh(): Promise<void> {
    const { host } = this
    const { ports, replica } = host
    host.noteLeader({ phase: 'starting', startProgress: { rows: 0, of: 0 } })
    const { signal } = this.ending
    const { clientId, drifted } = replica.state
    const start = await fetchStart(ports.database, ports.server, {
      // what drifted can only be told by asking
      withNews: drifted.length === 0,
      state: replica.state,
      pagesAtOnce: host.pagesAtOnce,
      isKnown: host.isKnown,
      onProgress: (startProgress) => this.noteProgress(startProgress),
      signal,
    })
    const told = drifted.length > 0 ? { drifted: [...drifted] } : {}
    const request = { clientId, protocol: PROTOCOL_VERSION, cursor: start.header.cursor, everyResult: true, ...told }
    const pulling = pullAll(ports.server, request, { takes: host.takesRow, signal, first: start.news })
    // a disk that fails first is the news
    pulling.catch(() => undefined)
    await start.stored
    const pulled = await pulling
    if (pulled.kind === 'startAfresh') throw new ServerProblem('broken', 'the server went back while a first sync was under way')
    const outcome = await host.applyStart(start, pulled)
    host.noteLeader({ startProgress: null })
    if (outcome === 'stale') await host.catchUp()
    else if (pulled.pages === 1 && pulled.sums) await host.audit(pulled.sums, pulled.cursor)
  }

  /** Tells how far a first sync is, as often as a person could see. */
  private noteProgress(startProgress: { rows: number; of: number }): void {
    const nowMs = this.host.ports.clock.nowMs()
    if (Math.abs(nowMs - this.progressAtMs) < PROGRESS_MS) return
    this.progressAtMs = nowMs
    this.host.noteLeader({ startProgress })
  }

  /** Housekeeping after a cycle that went well. */
  private async tidy(): Promise<void> {
    const { host } = this
    try {
      await host.foldWhenIdle()
      if (Math.abs(this.serverNowMs - this.trimmedAtMs) < DAY_MS) return
      this.trimmedAtMs = this.serverNowMs
      await trimJournal(host.ports.database, this.serverNowMs)
    } catch (thrown) {
      if (this.ending.signal.aborted) return
      if (thrown instanceof StorageProblem) host.noteStorage(thrown)
      else host.ports.log('housekeeping failed', thrown)
    }
  }

  /** Listens to pokes for as long as it leads. */
  private async listen(): Promise<void> {
    const backoff = new Backoff(this.host.ports.clock)
    const { signal } = this.ending
    while (!signal.aborted) {
      const heard = {
        onOpen: () => {
          this.streamIsOpen = true
          this.host.noteLeader({ listening: true })
          backoff.reset()
          this.wake()
        },
        onPoke: () => this.wake(),
      }
      // how the stream ended does not matter, only how long the server wants to be left alone: polling finds out whether it is there
      const atLeastMs = await this.host.ports.server.events(heard, signal).then(
        () => 0,
        (thrown: unknown) => (thrown instanceof ServerProblem ? (thrown.details.retryAfterMs ?? 0) : 0),
      )
      this.streamIsOpen = false
      this.host.noteLeader({ listening: false })
      if (!signal.aborted) await this.rest(backoff.next(atLeastMs))
    }
  }
}
