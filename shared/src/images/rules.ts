import { type FileRule, MEBIBYTE } from '../kernel/upload.ts'

/** Limits of a profile picture: JPEG (which some clients declare as image/jpg), PNG, GIF or WebP, under 5 MB. */
export const PROFILE_IMAGE: FileRule = {
  maxBytes: 5 * MEBIBYTE - 1,
  types: ['image/jpeg', 'image/jpg', 'image/png', 'image/gif', 'image/webp'],
  missing: 'Please select and crop an image first',
  tooLarge: 'Image must be less than 5MB',
  wrongType: 'Only JPEG, PNG, GIF, and WebP images are allowed',
}

/** Width and height of a profile picture in pixels, and its JPEG quality from 0 to 1. */
export const PROFILE_PICTURE = { sidePx: 400, quality: 0.95 } as const

/** Zoom range of the crop. */
export const CROP_ZOOM = { min: 0.5, max: 3 } as const

/** Most pixels of a picture that is scaled down, because a small file can decode to gigabytes. */
export const MAX_PICTURE_PIXELS = 40_000_000

/** Path of pictures below the shop's address. The app's service worker caches responses from there. */
export const PICTURE_PATH = '/api/images/'
