import { type FileRule, MEBIBYTE } from '../kernel/upload.ts'

/** What a profile picture may be (spec §5 Profile image): JPEG, which some declare as image/jpg, PNG, GIF or WebP, under 5 MB. */
export const PROFILE_IMAGE: FileRule = {
  maxBytes: 5 * MEBIBYTE - 1,
  types: ['image/jpeg', 'image/jpg', 'image/png', 'image/gif', 'image/webp'],
  missing: 'Please select and crop an image first',
  tooLarge: 'Image must be less than 5MB',
  wrongType: 'Only JPEG, PNG, GIF, and WebP images are allowed',
}

/** Width and height of a profile picture in pixels, and its JPEG quality from 0 to 1 (spec §9). */
export const PROFILE_PICTURE = { sidePx: 400, quality: 0.95 } as const

/** How far the crop zooms (spec §9). */
export const CROP_ZOOM = { min: 0.5, max: 3 } as const

/** Most pixels a picture may have before it is made smaller: a few bytes can claim to be gigabytes. */
export const MAX_PICTURE_PIXELS = 40_000_000

/** Where pictures are served, below the shop's address. The service worker of the app keeps what is fetched from there. */
export const PICTURE_PATH = '/api/images/'
