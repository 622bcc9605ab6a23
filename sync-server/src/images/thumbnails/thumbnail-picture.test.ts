import { THUMBNAIL } from '@shop/shared/images/thumbnails.ts'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { coloursAt, fiftyMegapixels, onePixel, phonePhoto, twoFrames, twoHalves } from '../testing/pictures.ts'
import { thumbnailPicture } from './thumbnail-picture.ts'

const noise = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 80 } } })

describe('a thumbnail', () => {
  it.each(['jpeg', 'png', 'gif', 'webp'] as const)('shows the whole picture of a %s file, and fits its box', async (format) => {
    const made = await thumbnailPicture(await twoHalves(900, 500).toFormat(format).toBuffer())
    expect(await sharp(made).metadata()).toMatchObject({ format: 'webp', width: 320, height: 178, hasAlpha: false })
    expect(await coloursAt(made, [0.2, 0.5], [0.8, 0.5])).toEqual(['red', 'blue'])
  })

  it('is not enlarged, and is white instead of transparent', async () => {
    const clear = await sharp({ create: { width: 7, height: 9, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer()
    const made = await thumbnailPicture(clear)
    expect(await sharp(made).metadata()).toMatchObject({ width: 7, height: 9 })
    expect(await coloursAt(made, [0.5, 0.5])).toEqual(['white'])
  })

  it('is upright, and has none of the photo’s metadata', async () => {
    const made = await thumbnailPicture(await phonePhoto())
    const { exif, icc, iptc, xmp, orientation } = await sharp(made).metadata()
    expect([exif, icc, iptc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined])
    expect(await coloursAt(made, [0.5, 0.2], [0.5, 0.8])).toEqual(['red', 'blue'])
  })

  it('of an animation is its first frame', async () => {
    const made = await thumbnailPicture(await twoFrames())
    expect((await sharp(made).metadata()).pages ?? 1).toBe(1)
    expect(await coloursAt(made, [0.5, 0.5])).toEqual(['red'])
  })

  it('has few bytes even for a detailed picture', async () => {
    const made = await thumbnailPicture(await noise(2_000, 2_000).jpeg({ quality: 95 }).toBuffer())
    expect(made.length).toBeLessThanOrEqual(THUMBNAIL.maxBytes)
  })

  it.each([
    ['nothing', async () => new Uint8Array(), 'The link does not lead to a picture.'],
    ['a text', async () => Buffer.from('<!doctype html><p>not found'), 'The link does not lead to a picture.'],
    [
      'a drawing',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'The link does not lead to a picture.',
    ],
    ['a blank of one pixel', onePixel, 'The picture is blank.'],
    ['broken bytes', async () => (await noise(300, 300).png().toBuffer()).subarray(0, 9_000), 'The picture cannot be read.'],
    ['fifty megapixels', fiftyMegapixels, 'The picture cannot be read.'],
  ])('cannot be made from %s', async (_, bytes, problem) => {
    await expect(thumbnailPicture(await bytes())).rejects.toThrow(problem)
  })
})
