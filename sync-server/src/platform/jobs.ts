import type { Db } from './database.ts'
import { enqueueJobs, failJob, finishJob, type Job, type JobRequest, takeJob } from './job-store.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

const POLL_MS = 5_000
/** A handler that takes longer is taken for dead, and the job runs again elsewhere. */
const LEASE_SECONDS = 300
const BACKOFF_MAX_SECONDS = 3_600

/** Does the work of one job. Runs at least once: a server may die between the work and its note. */
export type JobHandler = (payload: unknown, job: { id: string; attempts: number }) => Promise<void>

/** Runs due jobs, one after another; several servers share them. */
export class JobRunner {
  private readonly handlers = new Map<string, JobHandler>()
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> | undefined
  private wanted = false
  private closed = false

  constructor(
    private readonly db: Db,
    private readonly log: Log,
    private readonly metrics: Metrics,
    private readonly firstRetrySeconds = 5,
  ) {}

  /** Says who does jobs of a kind. A kind without a handler here waits for a server that has one. */
  handle(kind: string, handler: JobHandler): void {
    this.handlers.set(kind, handler)
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
    if (this.closed || this.timer === undefined) return
    this.wanted = true
    this.running ??= this.drain().finally(() => {
      this.running = undefined
      if (this.wanted) this.wake()
    })
  }

  /** Runs what is due and answers when nothing is left (tests). */
  async drain(): Promise<void> {
    do {
      this.wanted = false
      try {
        for (;;) {
          const job = this.closed ? undefined : await takeJob(this.db, [...this.handlers.keys()], LEASE_SECONDS)
          if (!job) break
          await this.run(job)
        }
      } catch (error) {
        this.log.warn({ err: error }, 'jobs cannot be run at present')
      }
    } while (this.wanted && !this.closed)
  }

  async close(): Promise<void> {
    this.closed = true
    clearInterval(this.timer)
    await this.running
  }

  private async run(job: Job): Promise<void> {
    const handler = this.handlers.get(job.kind)
    try {
      await handler?.(job.payload, { id: job.id, attempts: job.attempts })
      await finishJob(this.db, job)
      this.metrics.jobs.inc({ kind: job.kind, outcome: 'done' })
    } catch (error) {
      const waitSeconds = Math.min(this.firstRetrySeconds * 2 ** (job.attempts - 1), BACKOFF_MAX_SECONDS)
      this.metrics.jobs.inc({ kind: job.kind, outcome: job.attempts < job.maxAttempts ? 'retried' : 'failed' })
      this.log.warn({ err: error, kind: job.kind, jobId: job.id, attempts: job.attempts }, 'a job failed')
      await failJob(this.db, job, waitSeconds, error instanceof Error ? error.message : String(error))
    }
  }
}
