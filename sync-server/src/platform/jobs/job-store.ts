import { randomUUID } from 'node:crypto'
import { storableText } from '@shop/shared/kernel/text.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/database.ts'
import { anyOf, now, secondsFromNow } from '../database/expressions.ts'
import { storableJson } from '../database/storable-json.ts'

/** Default number of attempts after which a job is given up. */
export const JOB_MAX_ATTEMPTS = 12

/** Work after the commit, with retries. `payload` is JSON; `inSeconds` delays the first attempt. */
export type JobRequest = { readonly kind: string; readonly payload: unknown; readonly maxAttempts?: number; readonly inSeconds?: number }

/** A leased job. `attempts` includes this run. */
export type Job = {
  readonly id: string
  readonly kind: string
  readonly payload: unknown
  readonly attempts: number
  readonly maxAttempts: number
  readonly repeatSeconds: number | null
}

/** Adds jobs. With a transaction's handle, the jobs exist only if the transaction commits. */
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

/** Schedules a repeating job, once for all servers. */
export async function scheduleJob(db: Db, kind: string, repeatSeconds: number, firstInSeconds: number): Promise<void> {
  await db
    .insertInto('jobs')
    .values({
      id: randomUUID(),
      kind,
      payload: '{}',
      schedule_key: kind,
      repeat_seconds: repeatSeconds,
      max_attempts: JOB_MAX_ATTEMPTS,
      run_at: secondsFromNow(firstInSeconds),
    })
    .onConflict((conflict) => conflict.column('schedule_key').doUpdateSet({ repeat_seconds: repeatSeconds }))
    .execute()
}

/** Leases the job of these kinds that has been due longest, for `leaseSeconds`; undefined when none is due. If the server of a job stops, the job is
 *  due again when its lease expires. */
export async function takeJob(db: Db, kinds: readonly string[], leaseSeconds: number): Promise<Job | undefined> {
  const longestDue = db
    .selectFrom('jobs')
    .select('id')
    .where('status', '=', 'waiting')
    .where('run_at', '<=', now())
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', now())]))
    .where('kind', '=', anyOf(kinds))
    .orderBy('run_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('jobs')
    .set((eb) => ({ leased_until: secondsFromNow(leaseSeconds), attempts: eb('attempts', '+', 1) }))
    .where('id', '=', longestDue)
    .returning(['id', 'kind', 'payload', 'attempts', 'max_attempts as maxAttempts', 'repeat_seconds as repeatSeconds'])
    .executeTakeFirst()
}

/** Extends the lease of a job to `leaseSeconds` from now. Does nothing if the job has been taken again or has ended since. */
export async function renewJob(db: Db, job: Job, leaseSeconds: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ leased_until: secondsFromNow(leaseSeconds) })
    .where('id', '=', job.id)
    .where('attempts', '=', job.attempts)
    .where('leased_until', 'is not', null)
    .execute()
}

/** Records a successful run: removes the job, or reschedules a repeating job. */
export async function finishJob(db: Db, job: Job): Promise<void> {
  if (job.repeatSeconds === null) await db.deleteFrom('jobs').where('id', '=', job.id).execute()
  else await rescheduleJob(db, job, job.repeatSeconds, null)
}

/** Records a failed run. The job is retried after `waitSeconds`. After the last attempt it is given up, or waits for its next due time if it
 *  repeats. */
export async function failJob(db: Db, job: Job, waitSeconds: number, message: string): Promise<void> {
  const error = storableText(message)
  const failed = db.updateTable('jobs').set({ last_error: error }).where('id', '=', job.id)
  if (job.attempts < job.maxAttempts) {
    const then = secondsFromNow(waitSeconds)
    // a repeating job keeps its due time, from which the next due time is counted
    const held = job.repeatSeconds === null ? { leased_until: null, run_at: then } : { leased_until: then }
    await failed.set(held).execute()
  } else if (job.repeatSeconds !== null) await rescheduleJob(db, job, job.repeatSeconds, error)
  else await failed.set({ leased_until: null, status: 'failed' }).execute()
}

/** Schedules the next run a whole number of intervals after the last due time, so that a nightly job stays in the night even after a late run. */
async function rescheduleJob(db: Db, job: Job, repeatSeconds: number, error: string | null): Promise<void> {
  await sql`update jobs set leased_until = null, attempts = 0, last_error = ${error},
      run_at = run_at + make_interval(secs => ${repeatSeconds}::double precision
        * (floor(greatest(extract(epoch from now() - run_at), 0)::double precision / ${repeatSeconds}::double precision) + 1))
    where id = ${job.id}`.execute(db)
}
