import { REMOVAL_DAYS } from '@shop/shared/kernel/limits.ts'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { daysFromNow, now } from '../database/expressions.ts'
import { scheduleJob } from './job-store.ts'
import type { JobRunner } from './jobs.ts'

/** Interval of nightly jobs, in seconds. */
export const DAY_SECONDS = 86_400
/** Days for which an ended session is remembered. After that its token would have run out anyway. */
export const ENDED_SESSION_DAYS = 400
/** Maximum number of ended sessions that are remembered; the oldest are forgotten. */
const MAX_ENDED_SESSIONS = 100_000
/** Seconds between two vacuums of the embedded database, which has no autovacuum. Dead rows and old statistics slow reads. */
const VACUUM_SECONDS = 900

/** Seconds between two removals of expired one-time secrets. They are frequent, because strangers can make the server issue such secrets. */
const SECRETS_SECONDS = 3_600

/** Schedules the jobs of the platform. */
export async function scheduleHousekeeping(database: Database, jobs: JobRunner): Promise<void> {
  const { db } = database
  jobs.handle('platform.purge', () => purge(database))
  await scheduleJob(db, 'platform.purge', DAY_SECONDS, secondsUntilNight(new Date()) + 120)
  jobs.handle('platform.purgeSecrets', async () => {
    await db.deleteFrom('tickets').where('expires_at', '<', now()).execute()
  })
  await scheduleJob(db, 'platform.purgeSecrets', SECRETS_SECONDS, SECRETS_SECONDS)
  if (database.kind !== 'pglite') return
  jobs.handle('platform.vacuum', () => vacuumWorn(database))
  await scheduleJob(db, 'platform.vacuum', VACUUM_SECONDS, VACUUM_SECONDS)
}

/** Vacuums tables with many changes, by the thresholds of autovacuum. The shop waits during that time, about a third of a second for 100,000 rows. */
async function vacuumWorn({ db }: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_stat_user_tables
    where schemaname = current_schema() and (n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup)`.execute(db)
  for (const { name } of rows) await sql`vacuum (analyze) ${sql.table(name)}`.execute(db)
}

/** Answers the seconds until three in the morning by the server's clock. A server that is off at that time runs its jobs when it starts. */
export function secondsUntilNight(now: Date): number {
  const night = new Date(now)
  night.setHours(3, 0, 0, 0)
  if (night <= now) night.setDate(night.getDate() + 1)
  return Math.round((night.getTime() - now.getTime()) / 1_000)
}

/** Deletes tombstones, acknowledgements, contacts, import chunks and sessions that are no longer needed. */
async function purge({ db }: Database): Promise<void> {
  await db.deleteFrom('removals').where('removed_at', '<', daysFromNow(-REMOVAL_DAYS)).execute()
  await db.deleteFrom('command_acks').where('acked_at', '<', daysFromNow(-REMOVAL_DAYS)).execute()
  await db.deleteFrom('device_contacts').where('noted_at', '<', daysFromNow(-REMOVAL_DAYS)).execute()
  await db.deleteFrom('import_chunks').where('created_at', '<', daysFromNow(-2)).execute()
  await db.deleteFrom('identity_sessions').where('expiresAt', '<', now()).execute()
  await db.deleteFrom('ended_sessions').where('ended_at', '<', daysFromNow(-ENDED_SESSION_DAYS)).execute()
  const beyond = db.selectFrom('ended_sessions').select('ended_at').orderBy('ended_at', 'desc').offset(MAX_ENDED_SESSIONS).limit(1)
  await db.deleteFrom('ended_sessions').where('ended_at', '<=', beyond).execute()
}
