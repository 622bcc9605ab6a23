import { imageRefusals } from '@shop/shared/images/errors.ts'
import { MAX_PICTURE_PIXELS, PROFILE_IMAGE, PROFILE_PICTURE } from '@shop/shared/images/rules.ts'
import { kernelRefusals, type Refusal, refusal } from '@shop/shared/kernel/errors.ts'
import { fileTypeFromBuffer } from 'file-type'
import type { Sharp, SharpOptions } from 'sharp'

/** One picture has this long. */
const TIMEOUT_SECONDS = 15
/** Pictures that wait their turn. */
const MAX_WAITING = 20

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

/** Turns any picture we take into a square JPEG: upright, its middle, on white, nothing but pixels. What the bytes are is judged by themselves.
 *  Refuses INVALID for another format and PICTURE_UNREADABLE for what cannot be decoded. */
export async function squareJpeg(bytes: Uint8Array): Promise<Uint8Array> {
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined)
  const mime = type?.mime === 'image/apng' ? 'image/png' : type?.mime
  if (mime === undefined || !PROFILE_IMAGE.types.includes(mime)) throw wrongType()
  const sharp = await decoder()
  return inTurn(async () => {
    try {
      return await sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error', pages: 1, sequentialRead: true })
        .autoOrient()
        .resize(PROFILE_PICTURE.sidePx, PROFILE_PICTURE.sidePx, { fit: 'cover' })
        .flatten({ background: '#ffffff' })
        .toColourspace('srgb')
        .jpeg({ quality: PROFILE_PICTURE.quality * 100 })
        .timeout({ seconds: TIMEOUT_SECONDS })
        .toBuffer()
    } catch {
      throw refusal(imageRefusals, 'PICTURE_UNREADABLE', { fields: { profileImage: imageRefusals.PICTURE_UNREADABLE.message } })
    }
  })
}

function wrongType(): Refusal {
  return refusal(kernelRefusals, 'INVALID', { message: PROFILE_IMAGE.wrongType, fields: { profileImage: PROFILE_IMAGE.wrongType } })
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
