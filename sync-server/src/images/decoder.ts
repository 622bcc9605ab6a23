import { MAX_PICTURE_PIXELS } from '@shop/shared/images/rules.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { fileTypeFromBuffer } from 'file-type'
import type { Sharp, SharpConstructor, SharpOptions } from 'sharp'

/** Maximum seconds for one picture. */
export const PICTURE_TIMEOUT_SECONDS = 15
/** Maximum number of pictures in the queue. */
const MAX_WAITING = 20

const LOADERS = ['Jpeg', 'Png', 'Nsgif', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`)
const DRAWING_LOADER = ['VipsForeignLoadSvgBuffer']

let loading: Promise<SharpConstructor> | undefined

/** Loads the decoder when the first picture comes, and blocks all formats except four in the whole process. `drawn` allows SVG for a moment. */
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

/** Detects the media type from the bytes; undefined for an unknown format. */
export async function mediaTypeOf(bytes: Uint8Array): Promise<string | undefined> {
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined)
  return type?.mime === 'image/apng' ? 'image/png' : type?.mime
}

/** Decodes a picture, turns it upright, and passes it to `work`. Refuses UNAVAILABLE when the queue is full. Rethrows the errors of `work` and of the
 *  decoder. */
export async function decoded<T>(bytes: Uint8Array, work: (picture: Sharp) => Promise<T>): Promise<T> {
  const sharp = await decoder()
  const options: SharpOptions = { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error', pages: 1, sequentialRead: true }
  return inTurn(() => work(sharp(bytes, options).autoOrient()))
}

/** Renders an SVG of our own with `work`. The SVG loader is allowed only during this turn, in which no upload is decoded. Refuses and throws as
 *  `decoded` does. */
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

/** Runs one picture at a time, because a picture may take the memory of all its pixels. Refuses UNAVAILABLE when the queue is full. */
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
