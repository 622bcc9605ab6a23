/** Limits of a thumbnail: a WebP picture that fits in a square of `edgePx`, never larger than the original, of at most `maxBytes`. */
export const THUMBNAIL = { edgePx: 320, type: 'image/webp', maxBytes: 32_768 } as const

/** Path of thumbnails below the shop's address. */
export const THUMBNAIL_PATH = '/api/images/thumbnail'

/** Most characters of an address whose picture gets a thumbnail, as many as an item allows. */
export const MAX_THUMBNAIL_LINK = 2_000

/** Address of an external picture's thumbnail; undefined unless `imageUrl` is an address on the web. A thumbnail never changes, because another
 *  picture has another address; while there is no thumbnail, the address answers 204. */
export function thumbnailOf(imageUrl: string): string | undefined {
  // a lone surrogate is part of no address
  if (imageUrl.length > MAX_THUMBNAIL_LINK || !/^https?:[^\ud800-\udfff]+$/iu.test(imageUrl)) return undefined
  return `${THUMBNAIL_PATH}?of=${encodeURIComponent(imageUrl)}`
}
