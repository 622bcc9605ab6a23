import { kernelRefusals, Refusal, refusal } from '@shop/shared/kernel/errors.ts'
import { tradeRefusals } from '@shop/shared/trades/errors.ts'
import { LABEL_FILE } from '@shop/shared/trades/rules/trade-form.ts'
import { decoded, mediaTypeOf, PICTURE_TIMEOUT_SECONDS } from './decoder.ts'

/** Maximum side of a label's picture in pixels, more than a label printer can print. */
const MAX_SIDE_PX = 4_000

/** A label as it is stored. */
export type CleanLabel = { readonly bytes: Uint8Array; readonly type: string; readonly ending: 'pdf' | 'jpg' | 'png' }

/** Cleans a label for storage. Keeps a PDF. Converts a photo to an upright JPEG without metadata, because the metadata may say where the photo was
 *  taken. Converts every other picture to PNG, so that bars stay sharp. Refuses INVALID if the bytes are of another kind of file, and
 *  LABEL_UNREADABLE if a picture cannot be decoded. */
export async function cleanLabel(bytes: Uint8Array): Promise<CleanLabel> {
  const type = await mediaTypeOf(bytes)
  if (type === undefined || !LABEL_FILE.types.includes(type)) throw wrongType()
  if (type === 'application/pdf') return { bytes, type, ending: 'pdf' }
  const isPhoto = type === 'image/jpeg'
  try {
    const clean = await decoded(bytes, (picture) => {
      const upright = picture
        .resize(MAX_SIDE_PX, MAX_SIDE_PX, { fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .toColourspace('srgb')
      return (isPhoto ? upright.jpeg({ quality: 95 }) : upright.png()).timeout({ seconds: PICTURE_TIMEOUT_SECONDS }).toBuffer()
    })
    return { bytes: clean, type: isPhoto ? 'image/jpeg' : 'image/png', ending: isPhoto ? 'jpg' : 'png' }
  } catch (error) {
    if (error instanceof Refusal) throw error
    const { message } = tradeRefusals.LABEL_UNREADABLE
    throw refusal(tradeRefusals, 'LABEL_UNREADABLE', { fields: { labelFile: message } })
  }
}

const wrongType = () => refusal(kernelRefusals, 'INVALID', { message: LABEL_FILE.wrongType, fields: { labelFile: LABEL_FILE.wrongType } })
