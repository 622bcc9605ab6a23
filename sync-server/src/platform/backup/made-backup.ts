import { z } from 'zod'
import type { Db } from '../database/database.ts'
import { enqueueJobs } from '../jobs/job-store.ts'

/** Job that records a backup. The backup program has no server, so it leaves the job to the shop's server, which may start later. */
export const BACKUP_MADE = 'backups.made'

/** Details of a backup in the security record. */
export const backupMadeSchema = z.object({ by: z.enum(['commandLine', 'night']), encrypted: z.enum(['yes', 'no']) })
/** Details of a backup in the security record. */
export type BackupMade = z.infer<typeof backupMadeSchema>

/** A backup and its time, as the job has it. */
export const datedBackupSchema = z.object({ ...backupMadeSchema.shape, atMs: z.number() })

/** Leaves the job in the database that was copied. The copy itself does not contain it. */
export async function noteBackup(db: Db, made: BackupMade): Promise<void> {
  const payload: z.infer<typeof datedBackupSchema> = { ...made, atMs: Date.now() }
  await enqueueJobs(db, [{ kind: BACKUP_MADE, payload }])
}
