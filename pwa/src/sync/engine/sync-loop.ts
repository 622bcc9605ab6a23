import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { CommandResult, PullRequest } from '@shop/shared/kernel/wire.ts'
import { StorageProblem } from '../ports/contract.ts'
import { ServerProblem, SYNC_LOCK } from '../ports/ports.ts'
import { dropUnfinished, trimJournal } from '../store/apply-pull.ts'
import { StorageLost } from '../store/state.ts'
import { BACKOFF_LONGEST_MS, Backoff } from './alarm.ts'
import type { SyncEngine } from './engine.ts'
import { fetchStart } from './first-sync.ts'
import { type Pulled, pullAll, type RowCheck, rowCheck } from './pull.ts'
import { clockOffset, pushWaiting } from './push.ts'
import { applyStart, checkSums, foldWhenIdle, takePull } from './take-pull.ts'

/** Interval between pulls of the leading tab, without and with an open event stream. */
export const POLL_MS = 30_000
export const QUIET_POLL_MS = 5 * 60_000
/** Maximum number of rounds in one cycle, each a push and a pull. The next cycle does the rest. */
const MAX_ROUNDS = 50
const MAX_FRESH_STARTS = 3
/** Interval between progress reports of a first sync. */
const PROGRESS_MS = 100
const DAY_MS = 86_400_000
/** Interval at which work that waits on a restored server is offered again, in case a later restore has lost it. */
const OFFER_AGAIN_MS = 60 * 60_000

/** Lets an engine take part in syncing until it is stopped, or a newer version of the app has replaced the rows. */
export function startSyncing(engine: SyncEngine): void {
  const { lock, channel, log } = engine.ports
  lock
    .hold(SYNC_LOCK, () => new SyncLoop(engine).lead(), engine.ending)
    .catch((thrown: unknown) => {
      if (!engine.ending.aborted) log('the sync loop ended', thrown)
    })
  channel.post({ kind: 'wake' })
}

/** Pushes and pulls while this tab holds the lock `sync`. Between two attempts it rests until the alarm goes off or the wait is over. */
class SyncLoop {
  private readonly takesRow: RowCheck
  /** Aborts when this tab no longer leads. */
  private readonly leaving = new AbortController()
  private streamIsOpen = false
  private trimmedAtMs = 0
  /** Time of the last refused audit, and the wait the server asked for. */
  private auditRefusedAtMs = 0
  private auditWaitMs = 0
  private progressAtMs = 0
  /** Time at which waiting work was last offered again; 0 after a start of the app. */
  private offeredAtMs = 0
  /** The server's time at its last answer. It decides which acknowledged commands are old, because the device's clock may be wrong. */
  private serverNowMs = 0
  private readonly unnoted = new Map<string, CommandResult>()

  constructor(private readonly engine: SyncEngine) {
    this.takesRow = rowCheck((name) => engine.registry.findCollection(name), engine.ports.log)
  }

  async lead(): Promise<void> {
    const { alarm, board, ending } = this.engine
    alarm.isLeading = true
    ending.addEventListener('abort', () => this.leaving.abort())
    // a device without rows needs its first sync before a stream
    let isListening = !this.mustStartAfresh()
    if (isListening) void this.listen()
    while (!ending.aborted && !board.isOutdated) {
      alarm.wentOff = false
      const callers = alarm.takeCallers()
      const restMs = await this.attempt()
      if (!isListening) void this.listen()
      isListening = true
      for (const resolve of callers) resolve()
      // a sync requested during this attempt gets an attempt of its own, at once
      if (!alarm.wentOff && !alarm.hasCallers) await alarm.rest(restMs)
    }
    alarm.isLeading = false
    this.leaving.abort()
  }

  /** Runs one cycle, reports how it ended, and answers how long to rest. */
  private async attempt(): Promise<number> {
    const { engine } = this
    try {
      await this.cycle()
      // a newer tab leads next, and its status counts
      if (engine.board.isOutdated) return 0
      engine.alarm.isFailing = false
      engine.alarm.backoff.reset()
      engine.noteLeader({ online: true, phase: 'idle', signInNeeded: false, startProgress: null, trouble: null })
      await this.tidy()
      return this.streamIsOpen ? QUIET_POLL_MS : POLL_MS
    } catch (thrown) {
      if (engine.ending.aborted) return 0
      engine.alarm.isFailing = true
      return this.afterFailure(thrown)
    }
  }

  private afterFailure(thrown: unknown): number {
    const { engine } = this
    const resting = { phase: 'idle', startProgress: null } as const
    if (thrown instanceof StorageProblem) {
      engine.noteFailure(thrown)
      engine.noteLeader(resting)
    } else if (thrown instanceof StorageLost) engine.noteLeader(resting)
    else if (!(thrown instanceof ServerProblem)) {
      engine.ports.log('sync failed', thrown)
      engine.ports.onFault?.(thrown)
      engine.noteLeader({
        ...resting,
        trouble: { code: 'FAILED', message: 'Sync met an error of the app. Your work is kept; reloading may help.' },
      })
    } else if (thrown.kind === 'offline') engine.noteLeader({ ...resting, online: false })
    else if (thrown.kind === 'signedOut') {
      engine.noteLeader({ ...resting, online: true, signInNeeded: true })
      return engine.alarm.backoff.next(BACKOFF_LONGEST_MS)
    } else {
      engine.noteLeader({ ...resting, online: true, trouble: this.troubleOf(thrown) })
    }
    return engine.alarm.backoff.next(thrown instanceof ServerProblem ? thrown.details.retryAfterMs : 0)
  }

  /** The server's own refusal is a sentence for people. The app's own message about an unreadable answer is for developers, and goes to the log. */
  private troubleOf(problem: ServerProblem): { code: string; message: string } {
    const { status, code = 'FAILED' } = problem.details
    if (status !== undefined) return { code, message: problem.message }
    this.engine.ports.log(problem.message, problem)
    this.engine.ports.onFault?.(problem)
    return {
      code,
      message: 'The shop’s server gave an answer that this app cannot read. Your work is kept; the app tries again by itself.',
    }
  }

  /** Pushes and pulls until nothing is left to send or fetch. A refused push does not stop the pull. */
  private async cycle(): Promise<void> {
    await this.engine.catchUp()
    if (this.engine.board.isOutdated) return
    if (this.engine.replica.state.sealed) await this.openSealed()
    let freshStarts = 0
    for (let round = 0; round < MAX_ROUNDS; round++) {
      this.engine.alarm.wentOff = false
      const trouble = await this.push()
      const reason = this.mustStartAfresh() ? 'needed' : await this.pull()
      if (reason !== null && reason !== 'more') {
        if (freshStarts++ === MAX_FRESH_STARTS) throw new ServerProblem('broken', 'the server asks for one new start after the other')
        await this.freshStart()
      }
      if (trouble) throw trouble
      if (reason === null && !this.engine.alarm.wentOff && !this.hasUnsent()) return
    }
    this.engine.alarm.wentOff = true
  }

  /** Loads the code for sealed work only here, because hardly any start needs it. */
  private async openSealed(): Promise<void> {
    const { openSealed } = await import('./open-sealed.ts')
    await openSealed(this.engine)
  }

  private mustStartAfresh(): boolean {
    const { cursor, protocol, drifted } = this.engine.replica.state
    return cursor === null || protocol !== PROTOCOL_VERSION || drifted.length > 0
  }

  private hasUnsent(): boolean {
    return this.engine.replica.entries.some((entry) => !entry.answered && !entry.held)
  }

  /** True when no work waits on this device, so that whatever the device sends later also happened later. Refused commands count as waiting, because
   *  a person may send them again with their old time. */
  private keepsNothing(): boolean {
    const { entries, results, draftsByKey, state } = this.engine.replica
    return entries.every((entry) => entry.answered) && results.length === 0 && draftsByKey.size === 0 && !state.sealed
  }

  /** Sends the outbox. Answers the refusal of a whole push, for example by a server that is too old. Throws every other failure. */
  private async push(): Promise<ServerProblem | null> {
    const { engine } = this
    if (!this.hasUnsent()) return null
    try {
      await pushWaiting(engine.ports, {
        clientId: engine.replica.state.clientId,
        signal: engine.ending,
        rules: engine.registry,
        unnoted: this.unnoted,
        onSending: () => engine.noteLeader({ phase: 'pushing' }),
        onStored: () => engine.catchUp(),
        onClockOffset: (offsetMs) => (engine.clockOffsetMs = offsetMs),
      })
      return null
    } catch (thrown) {
      await engine.catchUp()
      if (thrown instanceof ServerProblem && thrown.kind === 'refused') return thrown
      throw thrown
    }
  }

  /** Pulls once. Answers null when the device is up to date, `more` to pull again, or the reason to start afresh. */
  private async pull(): Promise<string | null> {
    const { engine } = this
    const { replica, ports } = engine
    engine.noteLeader({ phase: 'pulling' })
    const { clientId, cursor, lastAuditAtMs, newestDone, newestSeal } = replica.state
    if (cursor === null) return 'needed'
    const answeredIds = replica.entries.filter((entry) => entry.answered).map(({ id }) => id)
    const audit = engine.nowMs() - lastAuditAtMs > DAY_MS && Math.abs(ports.clock.nowMs() - this.auditRefusedAtMs) > this.auditWaitMs
    const askedAtMs = ports.clock.nowMs()
    const request = {
      clientId,
      protocol: PROTOCOL_VERSION,
      cursor,
      ...(audit ? { audit } : {}),
      ...(newestDone ? { newestDone, ...(newestSeal ? { newestSeal } : {}) } : {}),
      ...(this.keepsNothing() ? { nothingWaits: true } : {}),
    }
    const pulled = await this.pullAudited(request)
    engine.clockOffsetMs = clockOffset(pulled.serverNowMs, askedAtMs, ports.clock.nowMs())
    this.serverNowMs = pulled.serverNowMs
    if (pulled.kind === 'startAfresh') return pulled.reason
    const isWhole = pulled.pages === 1
    const asksAgain = isWhole && Math.abs(askedAtMs - this.offeredAtMs) >= OFFER_AGAIN_MS
    const outcome = await takePull(engine, pulled, { cursor, answeredIds: isWhole ? answeredIds : [], asksAgain })
    if (outcome === 'stale') {
      await engine.catchUp()
      return 'more'
    }
    if (asksAgain) this.offeredAtMs = askedAtMs
    if (isWhole && pulled.sums) {
      await checkSums(engine, pulled.sums, pulled.cursor)
      if (this.mustStartAfresh()) return 'drifted'
    }
    return isWhole ? null : 'more'
  }

  /** Pulls. When the server has no time for an audit now, pulls without one, because people wait for the rows. */
  private async pullAudited({ audit, ...request }: PullRequest): Promise<Pulled> {
    const { ports, ending } = this.engine
    const options = { takes: this.takesRow, signal: ending }
    try {
      return await pullAll(ports.server, { ...request, ...(audit ? { audit } : {}) }, options)
    } catch (thrown) {
      if (!audit || !(thrown instanceof ServerProblem) || thrown.details.status !== 429) throw thrown
      this.auditRefusedAtMs = ports.clock.nowMs()
      this.auditWaitMs = thrown.details.retryAfterMs ?? 0
      return await pullAll(ports.server, request, options)
    }
  }

  private async freshStart(): Promise<void> {
    try {
      await this.fetchAfresh()
    } catch (thrown) {
      // half a first sync is useless and takes the room that sales need
      await dropUnfinished(this.engine.ports.database).catch(() => undefined)
      throw thrown
    }
  }

  private async fetchAfresh(): Promise<void> {
    const { engine } = this
    const { ports, replica } = engine
    engine.noteLeader({ phase: 'starting', startProgress: { rows: 0, of: 0 } })
    const signal = engine.ending
    const { clientId, drifted } = replica.state
    const start = await fetchStart(ports.database, ports.server, {
      // only a pull can tell the server which collections differ
      withNews: drifted.length === 0,
      state: replica.state,
      pagesAtOnce: engine.packing.pagesAtOnce,
      isKnown: (collection) => engine.isSynced(collection),
      onProgress: (startProgress) => this.noteProgress(startProgress),
      signal,
    })
    const told = drifted.length > 0 ? { drifted: [...drifted] } : {}
    const request = { clientId, protocol: PROTOCOL_VERSION, cursor: start.header.cursor, everyResult: true, ...told }
    const pulling = pullAll(ports.server, request, { takes: this.takesRow, signal, first: start.news })
    // awaited below, after the disk, because an error of the disk takes precedence
    pulling.catch(() => undefined)
    await start.stored
    const pulled = await pulling
    if (pulled.kind === 'startAfresh') throw new ServerProblem('broken', 'the server asked for a new start during a first sync')
    const outcome = await applyStart(engine, start, pulled)
    engine.noteLeader({ startProgress: null })
    if (outcome === 'applied') this.offeredAtMs = ports.clock.nowMs()
    if (outcome === 'stale') await engine.catchUp()
    else if (pulled.pages === 1 && pulled.sums) await checkSums(engine, pulled.sums, pulled.cursor)
  }

  /** Reports the progress of a first sync, at most every PROGRESS_MS. */
  private noteProgress(startProgress: { rows: number; of: number }): void {
    const nowMs = this.engine.ports.clock.nowMs()
    if (Math.abs(nowMs - this.progressAtMs) < PROGRESS_MS) return
    this.progressAtMs = nowMs
    this.engine.noteLeader({ startProgress })
  }

  private async tidy(): Promise<void> {
    const { engine } = this
    try {
      await foldWhenIdle(engine)
      if (Math.abs(this.serverNowMs - this.trimmedAtMs) < DAY_MS) return
      this.trimmedAtMs = this.serverNowMs
      await trimJournal(engine.ports.database, this.serverNowMs)
    } catch (thrown) {
      if (engine.ending.aborted) return
      if (thrown instanceof StorageProblem) engine.noteFailure(thrown)
      else engine.ports.log('housekeeping failed', thrown)
    }
  }

  /** Listens for pokes while this tab leads. */
  private async listen(): Promise<void> {
    const { engine } = this
    const backoff = new Backoff(engine.ports.clock)
    const { signal } = this.leaving
    while (!signal.aborted) {
      const heard = {
        onOpen: () => {
          this.streamIsOpen = true
          engine.noteLeader({ listening: true })
          backoff.reset()
          engine.alarm.wake()
        },
        onPoke: () => engine.alarm.wake(),
      }
      // only the wait that the server asks for matters here: polling finds out whether the server is reachable
      const problem = await engine.ports.server.events(heard, signal).then(
        () => undefined,
        (thrown: unknown) => (thrown instanceof ServerProblem ? thrown : undefined),
      )
      this.streamIsOpen = false
      if (signal.aborted) return
      engine.noteLeader({ listening: false })
      // the session has ended, and the loop might otherwise rest for minutes
      if (problem?.kind === 'signedOut') engine.alarm.nudge()
      await engine.alarm.rest(backoff.next(problem?.details.retryAfterMs))
    }
  }
}
