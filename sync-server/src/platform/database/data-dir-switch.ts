import { constants, existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { syncToDisk } from './sync-to-disk.ts'

/** Folder of the embedded database below the data directory. */
export const DATABASE_FOLDER = 'pg'
/** Name of the note that says: a restored database is complete, but has not yet replaced the old one. */
const SWITCH_FILE = 'restore-to-finish.json'
const WORK_FOLDER = /^(?:restoring|copy)-[0-9a-f-]{36}$/

const switchSchema = z.object({ from: z.string().regex(/^[\w.-]+$/), aside: z.string().regex(/^[\w.-]+$/) })

/** Replaces the shop's database with the one in `from`, a folder below the data directory, and moves the old one to `aside`. A note is written to the
 *  disk first. After a power cut, the old database stays if the note is missing; otherwise the next start finishes the switch. */
export async function switchDatabase(dataDir: string, from: string, aside: string): Promise<void> {
  const note = join(dataDir, SWITCH_FILE)
  await writeFile(`${note}.half`, JSON.stringify({ from, aside }), { mode: 0o600 })
  await syncToDisk(`${note}.half`)
  await rename(`${note}.half`, note)
  await syncToDisk(dataDir)
  await finishSwitch(dataDir)
}

/** Finishes the switch of an interrupted restore. Every start does this first. The caller has the directory's lock. */
export async function finishSwitch(dataDir: string): Promise<void> {
  const note = join(dataDir, SWITCH_FILE)
  if (!existsSync(note)) return
  const { from, aside } = switchSchema.parse(JSON.parse(await readFile(note, 'utf8')))
  const [restored, live, old] = [join(dataDir, from, DATABASE_FOLDER), join(dataDir, DATABASE_FOLDER), join(dataDir, aside)]
  if (existsSync(restored)) {
    if (existsSync(live)) {
      await mkdir(old, { recursive: true, mode: 0o700 })
      await rename(live, join(old, DATABASE_FOLDER))
      await syncToDisk(old)
    }
    await rename(restored, live)
    await syncToDisk(dataDir)
  }
  await rm(note)
  await syncToDisk(dataDir)
  await rm(join(dataDir, from), { recursive: true, force: true })
}

/** Removes remains of interrupted restores and backups that are older than a day. */
export async function removeLeftovers(dataDir: string, nowMs: number): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const path = join(dataDir, name)
    if (WORK_FOLDER.test(name) && nowMs - (await stat(path)).mtimeMs > 86_400_000) await rm(path, { recursive: true, force: true })
  }
}

/** Copies the folder of an embedded database while nobody writes to it. Copies by reflink if the disk supports that. */
export async function copyDatabaseFolder(dataDir: string, to: string): Promise<void> {
  await cp(join(dataDir, DATABASE_FOLDER), to, { recursive: true, mode: constants.COPYFILE_FICLONE })
}
