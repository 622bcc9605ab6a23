import type { Db } from '../database/database.ts'
import type { Log } from '../kernel/log.ts'
import type { Metrics } from '../kernel/metrics.ts'
import { enqueueJobs, failJob, finishJob, type Job, type JobRequest, renewJob, takeJob } from './job-store.ts'

const POLL_MS = 5_000
/** A server that has not said for so long that it is still at a job is taken for dead, and the job runs again elsewhere. */
const LEASE_SECONDS = 300
/** It says so this often within a lease. */
const RENEWALS_PER_LEASE = 3
/** A run that takes longer than any backup hangs: its lease ends. */
const RUN_MAX_MS = 6 * 3_600_000
const BACKOFF_MAX_SECONDS = 3_600

/** Does the work of one job. Runs at least once: a server may die between the work and its note. */
export type JobHandler = (payload: unknown, job: { id: string; attempts: number }) => Promise<void>

/** Hears that a job is given up which its handler has not brought to an end, and why, as a sentence. Runs at least once. */
export type GivenUp = (payload: unknown, why: string) => Promise<void>

/** Thrown by a handler that was told when to come back: the next attempt is not before. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater'
  constructor(
    message: string,
    readonly afterSeconds: number,
  ) {
    super(message)
  }
}

/** The jobs of one feature: one after another, whatever those of the others wait for. */
type Lane = { readonly kinds: string[]; running: Promise<unknown> | undefined; wanted: boolean }

/** Runs due jobs, those of a feature (`mail.send` is one of `mail`) one after another: a mail server that does not answer holds up mails and nothing else.
 *  Several servers share them. */
export class JobRunner {
  private readonly handlers = new Map<string, JobHandler>()
  private readonly givenUp = new Map<string, GivenUp>()
  private readonly lanes = new Map<string, Lane>()
  private timer: NodeJS.Timeout | undefined
  private closed = false

  constructor(
    private readonly db: Db,
    private readonly log: Log,
    private readonly metrics: Metrics,
    private readonly firstRetrySeconds = 5,
    private readonly leaseSeconds = LEASE_SECONDS,
  ) {}

  /** Says who does jobs of a kind. A kind without a handler here waits for a server that has one. */
  handle(kind: string, handler: JobHandler, givenUp?: GivenUp): void {
    const feature = kind.split('.')[0] ?? kind
    const lane = this.lanes.get(feature) ?? { kinds: [], running: undefined, wanted: false }
    if (!this.handlers.has(kind)) lane.kinds.push(kind)
    this.lanes.set(feature, lane)
    this.handlers.set(kind, handler)
    if (givenUp) this.givenUp.set(kind, givenUp)
  }

  /** Adds jobs outside of a command. */
  async add(jobs: readonly JobRequest[]): Promise<void> {
    await enqueueJobs(this.db, jobs)
    this.wake()
  }

  start(): void {
    this.timer = setInterval(() => this.wake(), POLL_MS)
    this.timer.unref()
    this.wake()
  }

  /** Looks for due jobs now. */
  wake(): void {
    for (const lane of this.lanes.values()) this.wakeLane(lane)
  }

  private wakeLane(lane: Lane): void {
    if (this.closed || this.timer === undefined) return
    lane.wanted = true
    lane.running ??= this.drainLane(lane).finally(() => {
      lane.running = undefined
      if (lane.wanted) this.wakeLane(lane)
    })
  }

  /** Runs what is due and answers when nothing is left (tests). */
  async drain(): Promise<void> {
    for (;;) {
      const counts = await Promise.all([...this.lanes.values()].map((lane) => this.drainLane(lane)))
      if (counts.every((count) => count === 0)) return
    }
  }

  /** Runs what is due in a lane; answers how many that were. */
  private async drainLane(lane: Lane): Promise<number> {
    let count = 0
    do {
      lane.wanted = false
      try {
        for (;;) {
          const job = this.closed ? undefined : await takeJob(this.db, lane.kinds, this.leaseSeconds)
          if (!job) break
          count++
          await this.run(job)
        }
      } catch (error) {
        this.log.warn({ err: error }, 'jobs cannot be run at present')
      }
    } while (lane.wanted && !this.closed)
    return count
  }

  async close(): Promise<void> {
    this.closed = true
    clearInterval(this.timer)
    await Promise.all([...this.lanes.values()].map(({ running }) => running ?? Promise.resolve()))
  }

  /** Keeps others from a job for as long as its run goes on. Answers how to stop. */
  private hold(job: Job): () => void {
    const sinceMs = performance.now()
    const timer = setInterval(
      () => {
        if (performance.now() - sinceMs > RUN_MAX_MS) return clearInterval(timer)
        renewJob(this.db, job, this.leaseSeconds).catch((error: unknown) =>
          this.log.warn({ err: error, kind: job.kind, jobId: job.id }, 'a job cannot be held on to at present'),
        )
      },
      (this.leaseSeconds * 1_000) / RENEWALS_PER_LEASE,
    )
    timer.unref()
    return () => clearInterval(timer)
  }

  private async run(job: Job): Promise<void> {
    // taken more often than it may be tried: no run of it came to an end, and another one may end this server, too
    if (job.attempts > job.maxAttempts) {
      const why = 'The server ended each time it was at this.'
      await this.givenUp.get(job.kind)?.(job.payload, why)
      return failJob(this.db, job, 0, why)
    }
    const handler = this.handlers.get(job.kind)
    const letGo = this.hold(job)
    try {
      await handler?.(job.payload, { id: job.id, attempts: job.attempts })
      await finishJob(this.db, job)
      this.metrics.jobs.inc({ kind: job.kind, outcome: 'done' })
    } catch (error) {
      const askedSeconds = error instanceof RetryLater ? error.afterSeconds : 0
      const waitSeconds = Math.max(askedSeconds, Math.min(this.firstRetrySeconds * 2 ** (job.attempts - 1), BACKOFF_MAX_SECONDS))
      this.metrics.jobs.inc({ kind: job.kind, outcome: job.attempts < job.maxAttempts ? 'retried' : 'failed' })
      this.log.warn({ err: error, kind: job.kind, jobId: job.id, attempts: job.attempts }, 'a job failed')
      if (job.attempts >= job.maxAttempts) await this.givenUp.get(job.kind)?.(job.payload, 'The server made a mistake; its log says more.')
      await failJob(this.db, job, waitSeconds, error instanceof Error ? error.message : String(error))
    } finally {
      letGo()
    }
  }
}
