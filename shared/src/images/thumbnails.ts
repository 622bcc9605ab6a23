/** Limits of a thumbnail, which is a WebP picture in a square of `edgePx`. It is never larger than the original. */
export const THUMBNAIL = { edgePx: 320, type: 'image/webp', maxBytes: 32_768 } as const

/** Path of thumbnails below the shop's address. */
export const THUMBNAIL_PATH = '/api/images/thumbnail'

/** Maximum length of an address whose picture gets a thumbnail, in characters. An item allows the same length. */
export const MAX_THUMBNAIL_LINK = 2_000

/** Returns the address of an external picture's thumbnail, which answers 204 while there is none; undefined unless `imageUrl` is a web address of at
 *  most `MAX_THUMBNAIL_LINK` characters. */
export function thumbnailOf(imageUrl: string): string | undefined {
  // a lone surrogate is part of no address
  if (imageUrl.length > MAX_THUMBNAIL_LINK || !/^https?:[^\ud800-\udfff]+$/iu.test(imageUrl)) return undefined
  return `${THUMBNAIL_PATH}?of=${encodeURIComponent(imageUrl)}`
}
