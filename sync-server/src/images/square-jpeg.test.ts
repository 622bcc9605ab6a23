import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { squareJpeg } from './square-jpeg.ts'
import { coloursAt, fiftyMegapixels, phonePhoto, twoFrames, twoHalves } from './testing/pictures.ts'

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const refusedAs = (bytes: Uint8Array) =>
  squareJpeg(bytes).then(
    () => 'taken',
    (error) => [error.code, error.status, error.fields.profileImage],
  )
/** Reads the coarsest step of a JPEG's first quantisation table. It is 12 at a quality of 0.95, and larger at a lower quality. */
const coarsestStep = (jpeg: Uint8Array) => {
  const table = Buffer.from(jpeg).indexOf(Buffer.from([0xff, 0xdb])) + 5
  return Math.max(...jpeg.subarray(table, table + 64))
}
const WRONG_TYPE = ['INVALID', 400, 'Only JPEG, PNG, GIF, and WebP images are allowed']
const UNREADABLE = ['PICTURE_UNREADABLE', 400, 'This picture is damaged or too large to read. Please choose another one.']

describe('a profile picture', () => {
  it.each(['jpeg', 'png', 'gif', 'webp'] as const)(
    'is made from %s: the middle of the picture, as a square of 400 pixels',
    async (format) => {
      const made = await squareJpeg(await twoHalves(900, 500).toFormat(format).toBuffer())
      expect(await sharp(made).metadata()).toMatchObject({ format: 'jpeg', width: 400, height: 400, channels: 3 })
      expect(await coloursAt(made, [0.2, 0.5], [0.8, 0.5])).toEqual(['red', 'blue'])
      expect(coarsestStep(made)).toBe(12)
    },
  )

  it('is white instead of transparent, and enlarged when the upload is small', async () => {
    const clear = await sharp({ create: { width: 7, height: 9, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer()
    const made = await squareJpeg(clear)
    expect(await coloursAt(made, [0.5, 0.5])).toEqual(['white'])
    expect((await sharp(made).metadata()).width).toBe(400)
  })

  it('is upright, and reveals neither its place nor its photographer', async () => {
    const photo = await phonePhoto()
    expect(text(photo)).toContain('Secret Person')
    expect((await sharp(photo).metadata()).orientation).toBe(6)
    const made = await squareJpeg(photo)
    const { exif, icc, iptc, xmp, orientation } = await sharp(made).metadata()
    expect([exif, icc, iptc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined])
    expect(text(made)).not.toMatch(/Exif|Secret Person|GPS/)
    // the picture was turned by a quarter, so its left half is on top
    expect(await coloursAt(made, [0.5, 0.2], [0.5, 0.8])).toEqual(['red', 'blue'])
  })

  it('of an animation is its first frame', async () => {
    const animated = await twoFrames()
    expect((await sharp(animated, { animated: true }).metadata()).pages).toBe(2)
    const made = await squareJpeg(animated)
    expect((await sharp(made).metadata()).pages ?? 1).toBe(1)
    expect(await coloursAt(made, [0.5, 0.5])).toEqual(['red'])
  })

  it('contains nothing of data that was hidden in the file', async () => {
    const script = `<script>alert(1)</script><?php system('id') ?>PK\u0003\u0004`
    const appended = Buffer.concat([await twoHalves(60, 60).gif().toBuffer(), Buffer.from(script)])
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, script.length + 2]), Buffer.from(script)])
    const jpeg = await twoHalves(60, 60).jpeg().toBuffer()
    const inside = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
    for (const polyglot of [appended, inside]) {
      expect(text(polyglot)).toContain('<script>')
      expect(text(await squareJpeg(polyglot))).not.toMatch(/script|php|PK\u0003/)
    }
  })
})

describe('a file that is not an accepted picture', () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>`
  it.each([
    ['an SVG under another name', Buffer.from(svg)],
    ['an SVG with an XML head', Buffer.from(`<?xml version="1.0"?>${svg}`)],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj')],
    ['noise', Buffer.from(Array.from({ length: 5_000 }, (_, n) => (n * 7919) % 251))],
    ['one byte', Buffer.from([0xff])],
  ])('is refused by its bytes: %s', async (_name, bytes) => {
    expect(await refusedAs(bytes)).toEqual(WRONG_TYPE)
  })

  it('is refused in formats that browsers may show but the shop does not accept', async () => {
    for (const format of ['tiff', 'avif'] as const)
      expect(await refusedAs(await twoHalves(60, 60).toFormat(format).toBuffer()), format).toEqual(WRONG_TYPE)
  })

  it('is refused when it ends too early, in every format', async () => {
    for (const format of ['jpeg', 'png', 'gif', 'webp'] as const) {
      const noise = sharp({
        create: { width: 300, height: 300, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 }, background: 'red' },
      })
      const whole = await noise.toFormat(format).toBuffer()
      expect(await refusedAs(whole.subarray(0, whole.length / 2)), format).toEqual(UNREADABLE)
    }
  })

  it('is refused when it has only a header', async () => {
    expect(await refusedAs(Buffer.from('GIF89a'))).not.toBe('taken')
    expect(await refusedAs((await twoHalves(60, 60).jpeg().toBuffer()).subarray(0, 40))).toEqual(UNREADABLE)
  })

  it('is refused before it is unpacked when its few bytes announce millions of pixels', async () => {
    const bomb = await fiftyMegapixels()
    expect(bomb.length).toBeLessThan(500_000)
    expect(await refusedAs(bomb)).toEqual(UNREADABLE)
    // a header that announces 100,000 by 100,000 pixels
    const head = Buffer.from(await twoHalves(60, 60).png().toBuffer())
    head.writeUInt32BE(100_000, 16)
    head.writeUInt32BE(100_000, 20)
    expect(await refusedAs(head)).toEqual(UNREADABLE)
  })

  it('does not affect other pictures that are read at the same time', async () => {
    const good = await twoHalves(60, 60).png().toBuffer()
    const all = await Promise.allSettled([
      squareJpeg(good),
      squareJpeg(Buffer.from('no')),
      squareJpeg(good.subarray(0, 60)),
      squareJpeg(good),
    ])
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  })
})
