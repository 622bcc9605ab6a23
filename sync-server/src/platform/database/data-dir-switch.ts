import { constants, existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { syncToDisk } from './sync-to-disk.ts'

/** Folder of the embedded database below the data directory. */
export const DATABASE_FOLDER = 'pg'
/** Says that a restored database is whole and has yet to take the old one's place. */
const SWITCH_FILE = 'restore-to-finish.json'
const WORK_FOLDER = /^(?:restoring|copy)-[0-9a-f-]{36}$/

const switchSchema = z.object({ from: z.string().regex(/^[\w.-]+$/), aside: z.string().regex(/^[\w.-]+$/) })

/** Puts the database in `from` (a folder below the data directory) where the shop's database lies, and the one that was there into `aside`. What it is about to do
 *  it writes down first, so that it happens whole: until then the old database is the shop's, from then on the new one, whenever the power goes. */
export async function switchDatabase(dataDir: string, from: string, aside: string): Promise<void> {
  const note = join(dataDir, SWITCH_FILE)
  await writeFile(`${note}.half`, JSON.stringify({ from, aside }), { mode: 0o600 })
  await syncToDisk(`${note}.half`)
  await rename(`${note}.half`, note)
  await syncToDisk(dataDir)
  await finishSwitch(dataDir)
}

/** Finishes what a restore that was cut off had written down. The caller holds the directory's lock; every start does this first. */
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

/** Removes what restores and backups that died left half done, if it has lain for a day. */
export async function removeLeftovers(dataDir: string, nowMs: number): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const path = join(dataDir, name)
    if (WORK_FOLDER.test(name) && nowMs - (await stat(path)).mtimeMs > 86_400_000) await rm(path, { recursive: true, force: true })
  }
}

/** Copies the folder of an embedded database that nobody writes to meanwhile; where the disk can, without copying its blocks. */
export async function copyDatabaseFolder(dataDir: string, to: string): Promise<void> {
  await cp(join(dataDir, DATABASE_FOLDER), to, { recursive: true, mode: constants.COPYFILE_FICLONE })
}
