import { randomUUID } from 'node:crypto'
import { storableText } from '@shop/shared/kernel/text.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/database.ts'
import { anyOf, now, secondsFromNow } from '../database/expressions.ts'
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

/** Takes the job that is due longest, of these kinds, and holds it for `leaseSeconds`; undefined when none is due. A job whose holder died is due again
 *  when its lease is over. */
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

/** Holds a job on for `leaseSeconds` from now, unless somebody else has taken it since. */
export async function renewJob(db: Db, job: Job, leaseSeconds: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ leased_until: secondsFromNow(leaseSeconds) })
    .where('id', '=', job.id)
    .where('attempts', '=', job.attempts)
    .where('leased_until', 'is not', null)
    .execute()
}

/** Notes a run that went well: the job is gone, or waits for its next time. */
export async function finishJob(db: Db, job: Job): Promise<void> {
  if (job.repeatSeconds === null) await db.deleteFrom('jobs').where('id', '=', job.id).execute()
  else await rescheduleJob(db, job, job.repeatSeconds, null)
}

/** Notes a run that went wrong: tried again after `waitSeconds`, or given up after the last attempt. */
export async function failJob(db: Db, job: Job, waitSeconds: number, message: string): Promise<void> {
  const error = storableText(message)
  const failed = db.updateTable('jobs').set({ last_error: error }).where('id', '=', job.id)
  if (job.attempts < job.maxAttempts) {
    const then = secondsFromNow(waitSeconds)
    // one that repeats keeps the time it was due at, from which its next one is counted
    const held = job.repeatSeconds === null ? { leased_until: null, run_at: then } : { leased_until: then }
    await failed.set(held).execute()
  } else if (job.repeatSeconds !== null) await rescheduleJob(db, job, job.repeatSeconds, error)
  else await failed.set({ leased_until: null, status: 'failed' }).execute()
}

/** Its next time is a whole number of repetitions after the one it was due at: what belongs to the night stays there, however late one was. */
async function rescheduleJob(db: Db, job: Job, repeatSeconds: number, error: string | null): Promise<void> {
  await sql`update jobs set leased_until = null, attempts = 0, last_error = ${error},
      run_at = run_at + make_interval(secs => ${repeatSeconds}::double precision
        * (floor(greatest(extract(epoch from now() - run_at), 0)::double precision / ${repeatSeconds}::double precision) + 1))
    where id = ${job.id}`.execute(db)
}
