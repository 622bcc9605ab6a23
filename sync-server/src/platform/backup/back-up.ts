import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { DataDirInUse, lockDataDir } from '../database/data-dir-lock.ts'
import { DATABASE_FOLDER, finishSwitch } from '../database/data-dir-switch.ts'
import { connectPostgres, type DatabaseLocation, type Db } from '../database/database.ts'
import { openDurablePglite } from '../database/durable-pglite.ts'
import { PgliteDialect } from '../database/pglite-dialect.ts'
import type { Tables } from '../database/tables.ts'
import { silentLog } from '../kernel/log.ts'
import { type BackupHeader, BackupProblem, type Progress } from './backup-format.ts'
import { askForCopy } from './copy-door.ts'
import { dumpDatabase } from './dump-database.ts'
import { type BackupMade, noteBackup } from './made-backup.ts'
import { type CheckedBackup, checkBackup } from './read-backup.ts'
import { type BackupSink, writeBackup } from './write-backup.ts'

/** The pictures for a backup: all pictures on the disk, or none when they are in a bucket. `hold` keeps the present pictures readable until `letGo`,
 *  even those that are replaced in the meantime. */
export type PicturesToBackUp = {
  readonly where: BackupHeader['pictures']
  readonly hold: () => Promise<void>
  readonly letGo: () => Promise<void>
  readonly all: () => AsyncIterable<{ readonly name: string; readonly bytes: Uint8Array }>
}

/** Backs up a running or stopped shop into a file, and verifies the file. Links hold the stored pictures before the database's snapshot and again
 *  after it, so that the backup has every picture that the snapshot names. The shop records that the backup was made. */
export async function backUp(
  location: DatabaseLocation,
  pictures: PicturesToBackUp,
  path: string,
  { nowMs, progress, passphrase, by }: { nowMs: number; progress: Progress; passphrase?: string | undefined } & Pick<BackupMade, 'by'>,
): Promise<CheckedBackup> {
  const header = { database: location.kind, madeAtMs: nowMs, pictures: pictures.where }
  const fill = (db: Db) =>
    writeBackup(path, passphrase, async (sink) => {
      const holding: BackupSink = { ...sink, header: (whole) => pictures.hold().then(() => sink.header(whole)) }
      await dumpDatabase(db, header, holding, progress)
      for await (const { name, bytes } of pictures.all()) await sink.picture(name, bytes)
    })
  await pictures.hold()
  await withDatabase(location, { by, encrypted: passphrase === undefined ? 'no' : 'yes' }, fill).finally(pictures.letGo)
  return await checkBackup(path, passphrase)
}

async function withDatabase(location: DatabaseLocation, made: BackupMade, use: (db: Db) => Promise<void>): Promise<void> {
  const useAndNote = (db: Db) => use(db).then(() => noteBackup(db, made))
  if (location.kind === 'postgres') {
    const db = connectPostgres(location.url, silentLog, { max: 1 })
    return useAndNote(db).finally(() => db.destroy())
  }
  const { dataDir } = location
  if (dataDir === null) throw new BackupProblem('A shop that lives in memory only cannot be backed up.')
  const unlock = await lockDataDir(dataDir).catch((error: unknown) => {
    if (error instanceof DataDirInUse) return undefined
    throw error
  })
  if (unlock) {
    try {
      await finishSwitch(dataDir)
      await withPglite(join(dataDir, DATABASE_FOLDER), useAndNote)
    } finally {
      await unlock()
    }
    return
  }
  const copy = join(dataDir, await askForCopy(dataDir, made))
  try {
    await withPglite(join(copy, DATABASE_FOLDER), use)
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** Opens an embedded database while `use` runs. No other process may have it open. */
export async function withPglite<T>(folder: string, use: (db: Db) => Promise<T>): Promise<T> {
  const db = new Kysely<Tables>({ dialect: new PgliteDialect(await openDurablePglite(folder)) })
  return use(db).finally(() => db.destroy())
}
