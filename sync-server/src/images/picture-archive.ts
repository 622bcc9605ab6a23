import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { diskStore } from './disk-store.ts'
import { isLabelName, isPictureName } from './picture-names.ts'
import { type S3Access, s3Store } from './s3-store.ts'

/** Reads and writes the pictures of a backup. `bucket` names the bucket whose pictures are not part of it; null for pictures on the disk. */
export type PictureArchive = {
  readonly bucket: string | null
  all(): AsyncIterable<{ readonly name: string; readonly bytes: Uint8Array }>
  keep(name: string, bytes: Uint8Array): Promise<void>
}

/** Opens the picture archive of a configured shop. A backup does not contain pictures in a bucket, because a restored shop can use the same
 *  bucket. */
export function pictureArchive({ dataDir, s3 }: { dataDir: string; s3: S3Access | undefined }): PictureArchive {
  const folder = join(dataDir, 'images')
  const store = s3 ? s3Store(s3) : diskStore(folder)
  return {
    bucket: s3?.bucket ?? null,
    async *all() {
      if (s3) return
      for (const name of await namesIn(folder)) {
        // a picture replaced during the backup may be gone by now
        const bytes = isOurs(name) ? await store.get(name) : undefined
        if (bytes) yield { name, bytes }
      }
    },
    async keep(name, bytes) {
      if (!isOurs(name)) throw new Error(`${name} is not the name of a picture`)
      await store.put(name, bytes)
    },
  }
}

const isOurs = (name: string) => isPictureName(name) || isLabelName(name)

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
