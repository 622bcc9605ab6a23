import { type FileRule, MEBIBYTE } from '../kernel/upload.ts'

/** Limits of a profile picture. Some clients declare a JPEG as image/jpg. */
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

/** Maximum number of pixels in a picture, because a small file can decode to gigabytes. */
export const MAX_PICTURE_PIXELS = 40_000_000

/** Path of pictures below the shop's address. The app's service worker caches pictures by this path. */
export const PICTURE_PATH = '/api/images/'
