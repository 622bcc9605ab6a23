import { PROFILE_IMAGE, PROFILE_PICTURE } from '@shop/shared/images/rules.ts'

/** A square section of a picture, in pixels of the picture. It may extend beyond the picture's edges. */
export type CropArea = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** Returns the reason why a file cannot be a profile picture, or null if it can. */
export function problemOfFile(file: Pick<File, 'size' | 'type'>): string | null {
  if (!PROFILE_IMAGE.types.includes(file.type)) return PROFILE_IMAGE.wrongType
  return file.size > PROFILE_IMAGE.maxBytes ? PROFILE_IMAGE.tooLarge : null
}

/** Position and size of the whole picture on a canvas of `side` pixels that shows `area`. */
export function placeOf(area: CropArea, picture: { readonly width: number; readonly height: number }, side: number) {
  const scale = side / area.width
  return { x: -area.x * scale, y: -area.y * scale, width: picture.width * scale, height: picture.height * scale }
}

/** Crops to a JPEG, with white where the area extends beyond the picture. Rejects if the browser cannot decode the picture. */
export async function cropPicture(url: string, area: CropArea): Promise<File> {
  const picture = await loaded(url)
  const { sidePx, quality } = PROFILE_PICTURE
  const canvas = document.createElement('canvas')
  canvas.width = sidePx
  canvas.height = sidePx
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser has no 2d canvas')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, sidePx, sidePx)
  context.imageSmoothingQuality = 'high'
  const place = placeOf(area, { width: picture.naturalWidth, height: picture.naturalHeight }, sidePx)
  context.drawImage(picture, place.x, place.y, place.width, place.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  if (!blob) throw new Error('the browser cannot encode a JPEG')
  return new File([blob], 'picture.jpg', { type: 'image/jpeg' })
}

async function loaded(url: string): Promise<HTMLImageElement> {
  const picture = new Image()
  picture.src = url
  await picture.decode()
  return picture
}
