import { randomUUID } from 'node:crypto'
import { storableText } from '@shop/shared/kernel/text.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/database.ts'
import { storableJson } from '../database/storable-json.ts'

/** Attempts at a job before it is given up and shown as failed. */
export const JOB_MAX_ATTEMPTS = 12

/** Work to be done after the commit, with retry. `payload` is JSON. `inSeconds`: not before, at once by default. */
export type JobRequest = { readonly kind: string; readonly payload: unknown; readonly maxAttempts?: number; readonly inSeconds?: number }

/** A job taken for a run. `attempts` counts this run. */
export type Job = {
  readonly id: string
  readonly kind: string
  readonly payload: unknown
  readonly attempts: number
  readonly maxAttempts: number
  readonly repeatSeconds: number | null
}

/** Writes jobs; with a transaction's handle they exist exactly if it commits. */
export async function enqueueJobs(tx: Db | Tx, jobs: readonly JobRequest[]): Promise<void> {
  if (jobs.length === 0) return
  const records = jobs.map(({ kind, payload, maxAttempts, inSeconds }) => ({
    id: randomUUID(),
    kind,
    payload: payload ?? {},
    max_attempts: maxAttempts ?? JOB_MAX_ATTEMPTS,
    in_seconds: inSeconds ?? 0,
  }))
  await sql`insert into jobs (id, kind, payload, max_attempts, run_at)
    select id, kind, payload, max_attempts, now() + make_interval(secs => in_seconds)
    from jsonb_to_recordset(${storableJson(records)}::jsonb)
      as j(id text, kind text, payload jsonb, max_attempts integer, in_seconds double precision)`.execute(tx)
}

/** Sees to it that a job runs every so often, once for all replicas. */
export async function scheduleJob(db: Db, kind: string, repeatSeconds: number, firstInSeconds: number): Promise<void> {
  await sql`insert into jobs (id, kind, payload, schedule_key, repeat_seconds, max_attempts, run_at)
    values (${randomUUID()}, ${kind}, '{}', ${kind}, ${repeatSeconds}, ${JOB_MAX_ATTEMPTS}, now() + make_interval(secs => ${firstInSeconds}::double precision))
    on conflict (schedule_key) do update set repeat_seconds = excluded.repeat_seconds`.execute(db)
}

/** Takes the job that is due longest, of these kinds, and holds it for `leaseSeconds`; undefined when none is due. A job whose holder died is due again
 *  when its lease is over. */
export async function takeJob(db: Db, kinds: readonly string[], leaseSeconds: number): Promise<Job | undefined> {
  const { rows } =
    await sql<Job>`update jobs set leased_until = now() + make_interval(secs => ${leaseSeconds}::double precision), attempts = attempts + 1
    where id = (select id from jobs where status = 'waiting' and run_at <= now() and (leased_until is null or leased_until < now()) and kind = any(${[...kinds]}::text[])
      order by run_at limit 1 for update skip locked)
    returning id, kind, payload, attempts, max_attempts as "maxAttempts", repeat_seconds as "repeatSeconds"`.execute(db)
  return rows[0]
}

/** Holds a job on for `leaseSeconds` from now, unless somebody else has taken it since. */
export async function renewJob(db: Db, job: Job, leaseSeconds: number): Promise<void> {
  await sql`update jobs set leased_until = now() + make_interval(secs => ${leaseSeconds}::double precision)
    where id = ${job.id} and attempts = ${job.attempts} and leased_until is not null`.execute(db)
}

/** Notes a run that went well: the job is gone, or waits for its next time. */
export async function finishJob(db: Db, job: Job): Promise<void> {
  if (job.repeatSeconds === null) await sql`delete from jobs where id = ${job.id}`.execute(db)
  else await rescheduleJob(db, job, job.repeatSeconds, null)
}

/** Notes a run that went wrong: tried again after `waitSeconds`, or given up after the last attempt. */
export async function failJob(db: Db, job: Job, waitSeconds: number, message: string): Promise<void> {
  const error = storableText(message)
  if (job.attempts < job.maxAttempts) {
    const then = sql`now() + make_interval(secs => ${waitSeconds}::double precision)`
    // one that repeats keeps the time it was due at, from which its next one is counted
    const held = job.repeatSeconds === null ? sql`leased_until = null, run_at = ${then}` : sql`leased_until = ${then}`
    await sql`update jobs set ${held}, last_error = ${error} where id = ${job.id}`.execute(db)
  } else if (job.repeatSeconds !== null) await rescheduleJob(db, job, job.repeatSeconds, error)
  else await sql`update jobs set leased_until = null, last_error = ${error}, status = 'failed' where id = ${job.id}`.execute(db)
}

/** Its next time is a whole number of repetitions after the one it was due at: what belongs to the night stays there, however late one was. */
async function rescheduleJob(db: Db, job: Job, repeatSeconds: number, error: string | null): Promise<void> {
  await sql`update jobs set leased_until = null, attempts = 0, last_error = ${error},
      run_at = run_at + make_interval(secs => ${repeatSeconds}::double precision
        * (floor(greatest(extract(epoch from now() - run_at), 0)::double precision / ${repeatSeconds}::double precision) + 1))
    where id = ${job.id}`.execute(db)
}
