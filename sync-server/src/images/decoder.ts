import { MAX_PICTURE_PIXELS } from '@shop/shared/images/rules.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { fileTypeFromBuffer } from 'file-type'
import type { Sharp, SharpOptions } from 'sharp'

/** One picture has this long. */
export const PICTURE_TIMEOUT_SECONDS = 15
/** Pictures that wait their turn. */
const MAX_WAITING = 20

/** What the decoder reads; it goes by the bytes, as the drawings of brands need a loader of their own in the same process. */
const READABLE = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']
const LOADERS = ['Jpeg', 'Png', 'Nsgif', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`)

let loading: Promise<(bytes: Uint8Array, options: SharpOptions) => Sharp> | undefined

/** The decoder, loaded with the first picture. Of all it can read only the four formats are left. */
function decoder() {
  loading ??= (async () => {
    const { default: sharp } = await import('sharp')
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: LOADERS })
    sharp.cache(false)
    return sharp
  })()
  return loading
}

/** What the bytes themselves say they are; undefined for what is no file we know. */
export async function mediaTypeOf(bytes: Uint8Array): Promise<string | undefined> {
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined)
  return type?.mime === 'image/apng' ? 'image/png' : type?.mime
}

/** Decodes a picture, upright, and has `work` make something of it: one picture after another, as each may take as much memory as all its pixels.
 *  Refuses UNAVAILABLE when too many wait; what `work` or the decoder throws is for the caller. */
export async function decoded<T>(bytes: Uint8Array, work: (picture: Sharp) => Promise<T>): Promise<T> {
  if (!READABLE.includes((await mediaTypeOf(bytes)) ?? '')) throw new Error('Input buffer contains unsupported image format')
  const sharp = await decoder()
  const options: SharpOptions = { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error', pages: 1, sequentialRead: true }
  return inTurn(() => work(sharp(bytes, options).autoOrient()))
}

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/** One picture after another: each may take as much memory as all its pixels. Refuses UNAVAILABLE when too many wait. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MAX_WAITING) throw refusal(kernelRefusals, 'UNAVAILABLE')
  waiting++
  const mine = last.then(work)
  last = mine.catch(() => undefined)
  try {
    return await mine
  } finally {
    waiting--
  }
}
