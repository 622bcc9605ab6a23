import { join } from 'node:path'
import { THUMBNAIL } from '@shop/shared/images/thumbnails.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { z } from 'zod'
import type { Platform } from '../../platform/platform.ts'
import { diskStore } from '../disk-store.ts'
import type { PictureStore } from '../picture-store.ts'
import { type S3Access, s3Store } from '../s3-store.ts'
import { ThumbnailMaker } from './thumbnail-maker.ts'
import { findThumbnail, freshFile, isThumbnail, noteKept, REMOVE_THUMBNAIL, wishAgain } from './thumbnail-rows.ts'

export type ThumbnailParts = {
  readonly dataDir: string
  readonly s3: S3Access | undefined
  /** Origins that are allowed although they are not public. */
  readonly trustedOrigins: readonly string[]
  readonly timeoutMs?: number | undefined
  readonly paceMs?: number | undefined
}

/** A thumbnail or its absence. `isFinal`: no thumbnail will be made. */
export type Thumbnail = { readonly file: string; readonly webp: Uint8Array } | { readonly isFinal: boolean }

/** Thumbnails of the pictures to which items link. They are made in the background, stored as other pictures are, and served by their link. */
export type Thumbnails = {
  /** Reads the thumbnail of a link. Refuses UNAVAILABLE when the store fails. */
  read(link: string): Promise<Thumbnail>
  /** Stores a ready thumbnail for a link that has none, so that the server does not fetch the link. */
  keep(link: string, webp: Uint8Array): Promise<void>
  /** Makes every thumbnail that is due, and resolves when none is left (tests). */
  settle(): Promise<void>
  close(): Promise<void>
}

const removalSchema = z.object({ file: z.string().regex(/^thumb-[0-9a-f]{64}\.webp$/) })

/** Opens the thumbnail store. A server that runs jobs begins to make missing thumbnails. */
export function openThumbnails(platform: Platform, { dataDir, s3, ...parts }: ThumbnailParts): Thumbnails {
  const { db, log, jobs } = platform
  const store: PictureStore = s3 ? s3Store(s3) : diskStore(join(dataDir, 'thumbnails'))
  const maker = new ThumbnailMaker(platform, { ...parts, store })
  jobs.handle(REMOVE_THUMBNAIL, async (payload) => {
    const { file } = removalSchema.parse(payload)
    if (!(await isThumbnail(db, file))) await store.remove(file)
  })
  if (platform.runsJobs) maker.start()
  return {
    async read(link) {
      const known = await findThumbnail(db, link)
      if (known?.state !== 'made' || known.file === null) return { isFinal: known?.state === 'none' }
      const { file } = known
      const webp = await store.get(file).catch((error: unknown) => {
        log.error({ err: error }, 'the picture store does not answer')
        throw refusal(kernelRefusals, 'UNAVAILABLE')
      })
      if (webp && webp.length <= THUMBNAIL.maxBytes) return { file, webp }
      await wishAgain(platform, link, file)
      return { isFinal: false }
    },
    async keep(link, webp) {
      const file = freshFile()
      await store.put(file, webp)
      await noteKept(db, link, file)
    },
    settle: () => maker.settle(),
    close: () => maker.close(),
  }
}
