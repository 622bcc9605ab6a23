import { join } from 'node:path'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { z } from 'zod'
import type { Pictures } from '../platform/kernel/pictures.ts'
import type { Platform } from '../platform/platform.ts'
import { cleanLabel } from './clean-label.ts'
import { diskStore } from './disk-store.ts'
import { isLabelName, isPictureName, labelName, nameInUrl, pictureName, pictureUrl } from './picture-names.ts'
import type { PictureStore } from './picture-store.ts'
import { type S3Access, s3Store } from './s3-store.ts'
import { squareJpeg } from './square-jpeg.ts'

/** The job that removes a picture that no profile shows. A database trigger adds such a job when a profile changes its picture. */
const REMOVE = 'images.remove'
/** Seconds before a removal job checks an upload. A profile shows an upload within seconds, or never if the server stopped in between. */
const SETTLED_SECONDS = 86_400
/** The job that removes the file of a label that nothing uses. A database trigger adds such a job when a trade or a postal label loses its file. */
const REMOVE_LABEL = 'images.removeLabel'

const removalSchema = z.object({ url: z.string() })
const labelRemovalSchema = z.object({ name: z.string() })

/** Settings of the picture store, and checks by the features that use it. */
export type ImagesParts = {
  readonly dataDir: string
  readonly s3: S3Access | undefined
  /** True when some profile shows this picture. */
  readonly isShown: (url: string) => Promise<boolean>
  /** True when some trade or postal label has this file. */
  readonly isLabelInUse: (name: string) => Promise<boolean>
}

export type Images = Pictures & { read(name: string): Promise<Uint8Array | undefined> }

/** Opens the picture store and registers its jobs. */
export function openImages(platform: Platform, { dataDir, s3, isShown, isLabelInUse }: ImagesParts): Images {
  const store = s3 ? s3Store(s3) : diskStore(join(dataDir, 'images'))
  platform.jobs.handle(REMOVE, async (payload) => {
    const { url } = removalSchema.parse(payload)
    const name = nameInUrl(url)
    if (name !== undefined && !(await isShown(url))) await store.remove(name)
  })
  platform.jobs.handle(REMOVE_LABEL, async (payload) => {
    const { name } = labelRemovalSchema.parse(payload)
    if (isLabelName(name) && !(await isLabelInUse(name))) await store.remove(name)
  })
  return {
    async keepProfilePicture({ bytes, id }) {
      const jpeg = await squareJpeg(bytes)
      const name = pictureName(jpeg, id)
      const url = pictureUrl(name)
      // queues the removal before the file exists, so that a file that no profile shows is removed even after a crash
      await platform.jobs.add([{ kind: REMOVE, payload: { url }, inSeconds: SETTLED_SECONDS }])
      await available(platform, store, (at) => at.put(name, jpeg))
      return url
    },
    discard: (url) => platform.jobs.add([{ kind: REMOVE, payload: { url } }]),
    async keepLabel({ bytes, id }) {
      const { bytes: clean, type, ending } = await cleanLabel(bytes)
      const name = labelName(clean, id, ending)
      await platform.jobs.add([{ kind: REMOVE_LABEL, payload: { name }, inSeconds: SETTLED_SECONDS }])
      await available(platform, store, (at) => at.put(name, clean))
      return { name, type, sizeBytes: clean.length }
    },
    readLabel: async (name) => (isLabelName(name) ? available(platform, store, (at) => at.get(name)) : undefined),
    discardLabel: (name) => platform.jobs.add([{ kind: REMOVE_LABEL, payload: { name } }]),
    read: async (name) => (isPictureName(name) ? available(platform, store, (at) => at.get(name)) : undefined),
  }
}

/** Uses the store. When the store fails, logs the reason and refuses UNAVAILABLE. */
async function available<T>(platform: Platform, store: PictureStore, use: (store: PictureStore) => Promise<T>): Promise<T> {
  try {
    return await use(store)
  } catch (error) {
    platform.log.error({ err: error }, 'the picture store does not answer')
    throw refusal(kernelRefusals, 'UNAVAILABLE')
  }
}
