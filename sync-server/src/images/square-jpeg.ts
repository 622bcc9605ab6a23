import { imageRefusals } from '@shop/shared/images/errors.ts'
import { PROFILE_IMAGE, PROFILE_PICTURE } from '@shop/shared/images/rules.ts'
import { kernelRefusals, Refusal, refusal } from '@shop/shared/kernel/errors.ts'
import { decoded, mediaTypeOf, PICTURE_TIMEOUT_SECONDS } from './decoder.ts'

/** Converts a picture to a square JPEG: upright, cropped to its middle, on white, without metadata. Refuses INVALID for another format, and
 *  PICTURE_UNREADABLE for a picture that cannot be decoded. */
export async function squareJpeg(bytes: Uint8Array): Promise<Uint8Array> {
  const mime = await mediaTypeOf(bytes)
  if (mime === undefined || !PROFILE_IMAGE.types.includes(mime)) throw wrongType()
  try {
    return await decoded(bytes, (picture) =>
      picture
        .resize(PROFILE_PICTURE.sidePx, PROFILE_PICTURE.sidePx, { fit: 'cover' })
        .flatten({ background: '#ffffff' })
        .toColourspace('srgb')
        .jpeg({ quality: PROFILE_PICTURE.quality * 100 })
        .timeout({ seconds: PICTURE_TIMEOUT_SECONDS })
        .toBuffer(),
    )
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw refusal(imageRefusals, 'PICTURE_UNREADABLE', { fields: { profileImage: imageRefusals.PICTURE_UNREADABLE.message } })
  }
}

function wrongType(): Refusal {
  return refusal(kernelRefusals, 'INVALID', { message: PROFILE_IMAGE.wrongType, fields: { profileImage: PROFILE_IMAGE.wrongType } })
}
