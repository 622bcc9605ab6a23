import { PROFILE_IMAGE, PROFILE_PICTURE } from '@shop/shared/images/rules.ts'

/** A square of a picture, in its own pixels. May reach beyond its edges. */
export type CropArea = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** The reason why a chosen file cannot be a profile picture; null when it can. */
export function problemOfFile(file: Pick<File, 'size' | 'type'>): string | null {
  if (!PROFILE_IMAGE.types.includes(file.type)) return PROFILE_IMAGE.wrongType
  return file.size > PROFILE_IMAGE.maxBytes ? PROFILE_IMAGE.tooLarge : null
}

/** The place of the whole picture on the square that is made of `area`. */
export function placeOf(area: CropArea, picture: { readonly width: number; readonly height: number }, side: number) {
  const scale = side / area.width
  return { x: -area.x * scale, y: -area.y * scale, width: picture.width * scale, height: picture.height * scale }
}

/** The square as a JPEG file, on white where the picture does not reach. Rejects when the browser cannot read the picture. */
export async function cropPicture(url: string, area: CropArea): Promise<File> {
  const picture = await loaded(url)
  const { sidePx, quality } = PROFILE_PICTURE
  const canvas = document.createElement('canvas')
  canvas.width = sidePx
  canvas.height = sidePx
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser draws no pictures')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, sidePx, sidePx)
  context.imageSmoothingQuality = 'high'
  const place = placeOf(area, { width: picture.naturalWidth, height: picture.naturalHeight }, sidePx)
  context.drawImage(picture, place.x, place.y, place.width, place.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  if (!blob) throw new Error('the browser made no JPEG')
  return new File([blob], 'picture.jpg', { type: 'image/jpeg' })
}

async function loaded(url: string): Promise<HTMLImageElement> {
  const picture = new Image()
  picture.src = url
  await picture.decode()
  return picture
}
