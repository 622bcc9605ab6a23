import { MAX_PICTURE_PIXELS } from '@shop/shared/images/rules.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { fileTypeFromBuffer } from 'file-type'
import type { Sharp, SharpConstructor, SharpOptions } from 'sharp'

/** One picture has this long. */
export const PICTURE_TIMEOUT_SECONDS = 15
/** Pictures that wait their turn. */
const MAX_WAITING = 20

const LOADERS = ['Jpeg', 'Png', 'Nsgif', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`)
const DRAWING_LOADER = ['VipsForeignLoadSvgBuffer']

let loading: Promise<SharpConstructor> | undefined

/** The decoder, loaded with the first picture. Of all it can read only the four formats are left, in the whole process. */
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
  const sharp = await decoder()
  const options: SharpOptions = { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error', pages: 1, sequentialRead: true }
  return inTurn(() => work(sharp(bytes, options).autoOrient()))
}

/** Has `work` make a picture of an SVG of our own. Its loader is open for that turn alone, in which no upload is decoded; otherwise as `decoded`. */
export async function drawn<T>(drawing: string, work: (picture: Sharp) => Promise<T>): Promise<T> {
  const sharp = await decoder()
  return inTurn(async () => {
    sharp.unblock({ operation: DRAWING_LOADER })
    try {
      return await work(sharp(Buffer.from(drawing)))
    } finally {
      sharp.block({ operation: DRAWING_LOADER })
    }
  })
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
