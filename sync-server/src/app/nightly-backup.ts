import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RecordSecurity } from '../accounts/record/security-record.ts'
import { BACKUP_MADE, datedBackupSchema } from '../platform/backup/made-backup.ts'
import { nameOf } from '../platform/backup/restore.ts'
import { HALF } from '../platform/backup/write-backup.ts'
import { DAY_SECONDS, secondsUntilNight } from '../platform/jobs/housekeeping.ts'
import { scheduleJob } from '../platform/jobs/job-store.ts'
import type { Platform } from '../platform/platform.ts'
import type { Config } from './config.ts'

const JOB = 'backups.nightly'
/** Number of characters that are kept from the end of a backup's output, so that they fit a log line. */
const SAID_CHARACTERS = 1_000
/** The argument of the backup program at night, by which the security record distinguishes nightly backups from others. */
export const NIGHTLY = '--nightly'
const OF_A_NIGHT = /^shop-\d{4}-\d\d-\d\d\.backup$/
/** Path of the backup program: its source, or in the built server the file beside this one. */
const PROGRAM = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? './cli/backup.ts' : './backup.js', import.meta.url))

/** Records the backups that the backup program made, by hand or at night. */
export function recordBackups({ jobs }: Platform, recordSecurity: RecordSecurity): void {
  jobs.handle(BACKUP_MADE, async (payload) => {
    const { atMs, ...detail } = datedBackupSchema.parse(payload)
    await recordSecurity({ kind: 'backupMade', uid: null, atMs, detail })
  })
}

/** Backs the shop up every night when BACKUP_DIR is set, and keeps the newest BACKUP_KEEP files. A child process makes the backup, so that no request
 *  waits. */
export async function scheduleNightlyBackup(
  { db, jobs, log, metrics }: Platform,
  { backupDir, backupKeep, backupPassphrase }: Config,
): Promise<void> {
  if (backupDir === undefined) return
  jobs.handle(JOB, async () => {
    const path = join(backupDir, `shop-${nameOf(Date.now()).slice(0, 10)}.backup`)
    // an earlier attempt of this job, which was interrupted, or another server with the same folder has made the file
    if (existsSync(path)) return
    const said = await runProgram(path)
    metrics.lastBackupSeconds.setToCurrentTime()
    const isEncrypted = backupPassphrase !== undefined
    metrics.lastBackupIsEncrypted.set(isEncrypted ? 1 : 0)
    log.info({ path, isEncrypted }, `backed up: ${said.split('\n')[0]}`)
    await keepNewest(backupDir, backupKeep)
  })
  metrics.lastBackupSeconds.set(await newestSeconds(backupDir))
  await scheduleJob(db, JOB, DAY_SECONDS, secondsUntilNight(new Date()) + 600)
}

function runProgram(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...process.execArgv, PROGRAM, path, NIGHTLY], { stdio: ['ignore', 'pipe', 'pipe'] })
    let [said, complaint] = ['', '']
    child.stdout.on('data', (chunk) => (said = `${said}${chunk}`.slice(-SAID_CHARACTERS)))
    child.stderr.on('data', (chunk) => (complaint = `${complaint}${chunk}`.slice(-SAID_CHARACTERS)))
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve(said) : reject(new Error(`the backup failed: ${complaint.trim() || code}`))))
  })
}

/** Reads when the newest nightly backup was written, in seconds since 1970; 0 without one. */
async function newestSeconds(dir: string): Promise<number> {
  const names = await readdir(dir).catch(() => [])
  const written = names.filter((name) => OF_A_NIGHT.test(name)).map(async (name) => (await stat(join(dir, name))).mtimeMs / 1_000)
  return Math.max(0, ...(await Promise.all(written)))
}

/** Removes nightly backups beyond the newest `keep`, and the remains of interrupted backups. Files with other names stay. */
export async function keepNewest(dir: string, keep: number): Promise<void> {
  const names = await readdir(dir)
  const nightly = names.filter((name) => OF_A_NIGHT.test(name)).sort()
  const surplus = [...nightly.slice(0, Math.max(0, nightly.length - keep)), ...names.filter((name) => HALF.test(name))]
  for (const name of surplus) await rm(join(dir, name), { force: true })
}
