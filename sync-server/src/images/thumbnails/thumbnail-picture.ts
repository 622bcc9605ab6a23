import { PROFILE_IMAGE } from '@shop/shared/images/rules.ts'
import { THUMBNAIL } from '@shop/shared/images/thumbnails.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { decoded, mediaTypeOf, PICTURE_TIMEOUT_SECONDS } from '../decoder.ts'
import { LinkProblem } from '../follow-link.ts'

/** Qualities that are tried in turn until the thumbnail is small enough. */
const QUALITIES = [75, 50, 25] as const

/** Makes a thumbnail of a picture or of an animation's first frame: upright, whole, on white, without metadata. Throws LinkProblem for bytes that
 *  cannot become a thumbnail, such as a page or a blank pixel. Refuses UNAVAILABLE when too many pictures are waiting. */
export async function thumbnailPicture(bytes: Uint8Array): Promise<Uint8Array> {
  const mime = await mediaTypeOf(bytes)
  if (mime === undefined || !PROFILE_IMAGE.types.includes(mime)) throw new LinkProblem('The link does not lead to a picture.')
  try {
    for (const quality of QUALITIES) {
      const webp = await decoded(bytes, async (picture) => {
        const { width, height } = await picture.metadata()
        if (width <= 1 || height <= 1) throw new LinkProblem('The picture is blank.')
        return picture
          .resize(THUMBNAIL.edgePx, THUMBNAIL.edgePx, { fit: 'inside', withoutEnlargement: true })
          .flatten({ background: '#ffffff' })
          .toColourspace('srgb')
          .webp({ quality })
          .timeout({ seconds: PICTURE_TIMEOUT_SECONDS })
          .toBuffer()
      })
      if (webp.length <= THUMBNAIL.maxBytes) return webp
    }
  } catch (error) {
    if (error instanceof Refusal || error instanceof LinkProblem) throw error
    throw new LinkProblem('The picture cannot be read.')
  }
  throw new LinkProblem('The picture is too detailed.')
}
