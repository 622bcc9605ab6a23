import { z } from 'zod'
import type { Db } from '../database/database.ts'
import { enqueueJobs } from '../jobs/job-store.ts'

/** The job that records a backup. The backup program only queues the job, and the shop's server runs it, perhaps after its next start. */
export const BACKUP_MADE = 'backups.made'

/** Details of a backup in the security record. */
export const backupMadeSchema = z.object({ by: z.enum(['commandLine', 'night']), encrypted: z.enum(['yes', 'no']) })
export type BackupMade = z.infer<typeof backupMadeSchema>

/** The payload of the job: a backup and its time. */
export const datedBackupSchema = z.object({ ...backupMadeSchema.shape, atMs: z.number() })

/** Queues the job in the database that was copied. The copy does not contain the job. */
export async function noteBackup(db: Db, made: BackupMade): Promise<void> {
  const payload: z.infer<typeof datedBackupSchema> = { ...made, atMs: Date.now() }
  await enqueueJobs(db, [{ kind: BACKUP_MADE, payload }])
}
