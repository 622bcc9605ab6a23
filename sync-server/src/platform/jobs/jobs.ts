import type { Db } from '../database/database.ts'
import type { Log } from '../kernel/log.ts'
import type { Metrics } from '../kernel/metrics.ts'
import { outsideRequest } from '../kernel/request-context.ts'
import { enqueueJobs, failJob, finishJob, type Job, type JobRequest, renewJob, takeJob } from './job-store.ts'

const POLL_MS = 5_000
/** Seconds of a job's lease. A server that has not renewed the lease by then counts as dead, and the job runs on another server. */
const LEASE_SECONDS = 300
/** Number of renewals within one lease. */
const RENEWALS_PER_LEASE = 3
/** Maximum milliseconds of a run, far more than a backup takes. A longer run counts as hung, and its lease is no longer renewed. */
const RUN_MAX_MS = 6 * 3_600_000
const BACKOFF_MAX_SECONDS = 3_600

/** Does the work of one job. It may run more than once for a job, because a server may stop before it records the end. */
export type JobHandler = (payload: unknown, job: { id: string; attempts: number }) => Promise<void>

/** Runs at least once when a job is given up. `why` is the reason as a sentence. */
export type GivenUp = (payload: unknown, why: string) => Promise<void>

/** Thrown by a handler to delay the next attempt, for example after an answer with Retry-After. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater'
  constructor(
    message: string,
    readonly afterSeconds: number,
  ) {
    super(message)
  }
}

/** The jobs of one feature, which one server runs one after another. */
type Lane = { readonly kinds: string[]; running: Promise<unknown> | undefined; wanted: boolean }

/** Runs due jobs, which all servers share. One server runs the jobs of a feature (`mail.send` belongs to `mail`) one after another, without waiting
 *  for other features. So a silent mail server delays only the jobs of `mail`. */
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

  /** Registers the handler of a kind of job. Jobs whose kind has no handler here wait for a server that has one. */
  handle(kind: string, handler: JobHandler, givenUp?: GivenUp): void {
    const feature = kind.split('.')[0] ?? kind
    const lane = this.lanes.get(feature) ?? { kinds: [], running: undefined, wanted: false }
    if (!this.handlers.has(kind)) lane.kinds.push(kind)
    this.lanes.set(feature, lane)
    this.handlers.set(kind, handler)
    // with a start at 0, the first failure is a rise
    this.metrics.jobs.inc({ kind, outcome: 'failed' }, 0)
    if (givenUp) this.givenUp.set(kind, givenUp)
  }

  async add(jobs: readonly JobRequest[]): Promise<void> {
    await enqueueJobs(this.db, jobs)
    this.wake()
  }

  start(): void {
    this.timer = setInterval(() => this.wake(), POLL_MS)
    this.timer.unref()
    this.wake()
  }

  /** Starts due jobs now, if this runner was started. */
  wake(): void {
    for (const lane of this.lanes.values()) this.wakeLane(lane)
  }

  private wakeLane(lane: Lane): void {
    if (this.closed || this.timer === undefined) return
    lane.wanted = true
    lane.running ??= outsideRequest(() => this.drainLane(lane)).finally(() => {
      lane.running = undefined
      if (lane.wanted) this.wakeLane(lane)
    })
  }

  /** Runs due jobs until none is left, for tests. */
  async drain(): Promise<void> {
    for (;;) {
      const counts = await Promise.all([...this.lanes.values()].map((lane) => this.drainLane(lane)))
      if (counts.every((count) => count === 0)) return
    }
  }

  /** Runs the due jobs of a lane and answers their number. */
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
        this.log.warn({ err: error }, 'jobs cannot run at present')
      }
    } while (lane.wanted && !this.closed)
    return count
  }

  async close(): Promise<void> {
    this.closed = true
    clearInterval(this.timer)
    await Promise.all([...this.lanes.values()].map(({ running }) => running ?? Promise.resolve()))
  }

  /** Renews the lease of a job while it runs. Answers a function that stops this. */
  private hold(job: Job): () => void {
    const sinceMs = performance.now()
    const timer = setInterval(
      () => {
        if (performance.now() - sinceMs > RUN_MAX_MS) return clearInterval(timer)
        renewJob(this.db, job, this.leaseSeconds).catch((error: unknown) =>
          this.log.warn({ err: error, kind: job.kind, jobId: job.id }, 'the lease of a job cannot be renewed at present'),
        )
      },
      (this.leaseSeconds * 1_000) / RENEWALS_PER_LEASE,
    )
    timer.unref()
    return () => clearInterval(timer)
  }

  private async run(job: Job): Promise<void> {
    // the last allowed run never ended, and another run may end this server too
    if (job.attempts > job.maxAttempts) {
      const why = 'The server ended each time it was at this.'
      await this.givenUp.get(job.kind)?.(job.payload, why)
      this.metrics.jobs.inc({ kind: job.kind, outcome: 'failed' })
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
