import sharp from 'sharp'

const RED = { r: 255, g: 0, b: 0 }
const BLUE = { r: 0, g: 0, b: 255 }
const COLOURS: Readonly<Record<string, string>> = { '100': 'red', '001': 'blue', '111': 'white' }

/** Makes a picture whose left half is red and whose right half is blue. */
export function twoHalves(width: number, height: number) {
  const right = { create: { width: Math.ceil(width / 2), height, channels: 3 as const, background: BLUE } }
  return sharp({ create: { width, height, channels: 3, background: RED } }).composite([
    { input: right, left: Math.floor(width / 2), top: 0 },
  ])
}

/** Reads a picture's colours at places given as fractions of its width and height: 'red', 'blue', 'white' or the channels. */
export async function coloursAt(picture: Uint8Array, ...places: readonly [number, number][]): Promise<string[]> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  return places.map(([x, y]) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
    const [r, g, b] = [...data.subarray(at, at + 3)].map((value) => Math.round(value / 255))
    return COLOURS[`${r}${g}${b}`] ?? `${r}${g}${b}`
  })
}

/** Makes a small picture file that unpacks to 50 megapixels. */
export const fiftyMegapixels = () =>
  sharp({ create: { width: 8_000, height: 6_300, channels: 3, background: RED } })
    .png({ compressionLevel: 9 })
    .toBuffer()

/** Makes a photograph as a phone takes it: rotated by an orientation tag, with its location and the owner's name. */
export const phonePhoto = () =>
  twoHalves(600, 400)
    .withExif({
      IFD0: { Artist: 'Secret Person', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1', GPSLongitudeRef: 'E', GPSLongitude: '13/1 24/1 18/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

/** Makes a GIF of two frames: red, then blue. */
export async function twoFrames() {
  const frames = [RED, BLUE].map((background) => ({ create: { width: 60, height: 60, channels: 3 as const, background } }))
  const pngs = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()))
  return sharp(pngs, { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer()
}

/** Makes a picture of one blank pixel, which some web shops serve when they have no picture. */
export const onePixel = () =>
  sharp({ create: { width: 1, height: 1, channels: 3, background: BLUE } })
    .gif()
    .toBuffer()
