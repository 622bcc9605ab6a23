/** What a thumbnail is: a WebP picture that fits in a square of `edgePx`, never larger than the original, of at most `maxBytes`. */
export const THUMBNAIL = { edgePx: 320, type: 'image/webp', maxBytes: 32_768 } as const

/** Where thumbnails are served, below the shop's address. */
export const THUMBNAIL_PATH = '/api/images/thumbnail'

/** Characters of a picture's address that can have a thumbnail: as many as an item takes. */
export const MAX_THUMBNAIL_LINK = 2_000

/** The address of the thumbnail of a picture that lies elsewhere; undefined for what is no address on the web. It stands for one picture for ever: another picture
 *  has another address. Where there is none (yet), it answers 204. */
export function thumbnailOf(imageUrl: string): string | undefined {
  // half a character is in no address
  if (imageUrl.length > MAX_THUMBNAIL_LINK || !/^https?:[^\ud800-\udfff]+$/iu.test(imageUrl)) return undefined
  return `${THUMBNAIL_PATH}?of=${encodeURIComponent(imageUrl)}`
}
