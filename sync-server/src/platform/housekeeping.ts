import { REMOVAL_DAYS } from '@shop/shared/kernel/limits.ts'
import { sql } from 'kysely'
import { checkBooks, checkStock } from './checks.ts'
import type { Database } from './database.ts'
import { scheduleJob } from './job-store.ts'
import type { JobRunner } from './jobs.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

const DAY_SECONDS = 86_400
/** The embedded database has no autovacuum: dead rows and stale statistics would slow every read. */
const VACUUM_SECONDS = 3_600

/** Schedules what the shop's server does every day by itself. */
export async function scheduleHousekeeping(database: Database, jobs: JobRunner, log: Log, metrics: Metrics): Promise<void> {
  const { db } = database
  jobs.handle('platform.purge', () => purge(database))
  jobs.handle('platform.checkBooks', async () => {
    const mismatches = await checkBooks(db)
    metrics.booksMismatches.set(mismatches.length)
    if (mismatches.length > 0) log.error({ mismatches }, 'the books do not add up')
  })
  jobs.handle('platform.checkStock', async () => {
    const mismatches = await checkStock(db)
    metrics.stockMismatches.set(mismatches.length)
    if (mismatches.length > 0) log.error({ mismatches }, 'stock is not the sum of its movements')
  })
  await scheduleJob(db, 'platform.purge', DAY_SECONDS, DAY_SECONDS / 2)
  await scheduleJob(db, 'platform.checkBooks', DAY_SECONDS, 60)
  await scheduleJob(db, 'platform.checkStock', DAY_SECONDS, 120)
  if (database.kind !== 'pglite') return
  jobs.handle('platform.vacuum', async () => {
    await sql`vacuum (analyze)`.execute(db)
  })
  await scheduleJob(db, 'platform.vacuum', VACUUM_SECONDS, VACUUM_SECONDS / 4)
}

/** Forgets removals and acknowledgements no valid cursor can ask for, and import chunks nobody finished. */
async function purge({ db }: Database): Promise<void> {
  await sql`delete from removals where removed_at < now() - make_interval(days => ${REMOVAL_DAYS})`.execute(db)
  await sql`delete from command_acks where acked_at < now() - make_interval(days => ${REMOVAL_DAYS})`.execute(db)
  await sql`delete from import_chunks where created_at < now() - interval '2 days'`.execute(db)
}
