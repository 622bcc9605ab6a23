import { randomUUID } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { removeLeftovers } from '../platform/database/data-dir-switch.ts'
import { diskStore } from './disk-store.ts'
import { isLabelName, isPictureName } from './picture-names.ts'
import { type S3Access, s3Store } from './s3-store.ts'

/** Reads and writes the pictures of a backup. `bucket` names the bucket that keeps the pictures outside the backup; null for pictures on the disk. */
export type PictureArchive = {
  readonly bucket: string | null
  /** Holds the present pictures, so that `all` has them even if the shop replaces them. */
  hold(): Promise<void>
  /** Removes what was held or kept. */
  letGo(): Promise<void>
  /** Reads the held pictures. */
  all(): AsyncIterable<{ readonly name: string; readonly bytes: Uint8Array }>
  /** Keeps a picture of a backup aside, until `publish` or `letGo`. */
  keep(name: string, bytes: Uint8Array): Promise<void>
  /** Gives the shop the pictures that were kept. */
  publish(): Promise<void>
}

/** Opens the picture archive of a configured shop. A backup does not contain pictures in a bucket, because a restored shop can use the same
 *  bucket. */
export function pictureArchive({ dataDir, s3 }: { dataDir: string; s3: S3Access | undefined }): PictureArchive {
  const folder = join(dataDir, 'images')
  const held = join(dataDir, `copy-${randomUUID()}`)
  const store = s3 ? s3Store(s3) : diskStore(folder)
  const makeHeld = async () => {
    if (existsSync(held)) return
    await mkdir(held, { recursive: true, mode: 0o700 })
    await removeLeftovers(dataDir, Date.now())
  }
  return {
    bucket: s3?.bucket ?? null,
    async hold() {
      if (s3) return
      const names = (await namesIn(folder)).filter(isOurs)
      if (names.length === 0) return
      await makeHeld()
      for (const name of names) await linkOrCopy(join(folder, name), join(held, name))
    },
    letGo: () => rm(held, { recursive: true, force: true }),
    async *all() {
      for (const name of await namesIn(held)) yield { name, bytes: await readFile(join(held, name)) }
    },
    async keep(name, bytes) {
      if (!isOurs(name)) throw new Error(`${name} is not the name of a picture`)
      await makeHeld()
      await writeFile(join(held, name), bytes, { mode: 0o600 })
    },
    async publish() {
      for (const name of await namesIn(held)) {
        await store.put(name, await readFile(join(held, name)))
        // one by one, so that the disk never needs room for all pictures twice
        await rm(join(held, name))
      }
    },
  }
}

const isOurs = (name: string) => isPictureName(name) || isLabelName(name)

/** Links a file under a second name, or copies the file if the file system has no links. Does nothing if the file is gone or already held. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' || code === 'ENOENT') return
    await copyFile(from, to, constants.COPYFILE_EXCL).catch((problem: NodeJS.ErrnoException) => {
      if (problem.code !== 'EEXIST' && problem.code !== 'ENOENT') throw problem
    })
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
