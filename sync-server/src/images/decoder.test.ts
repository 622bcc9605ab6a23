import sharp from 'sharp'
import { expect, it } from 'vitest'
import { decoded, drawn } from './decoder.ts'
import { coloursAt, twoHalves } from './testing/pictures.ts'

const RED = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="red"/></svg>'
const read = (bytes: Uint8Array) => decoded(bytes, (picture) => picture.png().toBuffer())
const draw = () => drawn(RED, (picture) => picture.resize(60, 60).png().toBuffer())

it('the decoder draws our own SVGs before, between and after uploads, but never an uploaded SVG', async () => {
  const photo = await twoHalves(60, 60).jpeg().toBuffer()
  const turns = [draw, () => read(photo), draw, () => read(Buffer.from(RED)), draw, () => read(photo), () => read(Buffer.from(RED)), draw]
  const made = await Promise.allSettled(turns.map((turn) => turn()))
  const refused = made.flatMap(({ status }, turn) => (status === 'rejected' ? [turn] : []))
  expect(refused).toEqual([3, 6])
  for (const turn of [0, 2, 4, 7]) {
    const icon = made[turn] as PromiseFulfilledResult<Buffer>
    expect(await coloursAt(icon.value, [0.2, 0.5], [0.8, 0.5])).toEqual(['red', 'red'])
  }
})

it('the decoder blocks the SVG loader again when a drawing fails', async () => {
  await expect(drawn('<svg', (picture) => picture.png().toBuffer())).rejects.toThrow()
  await expect(read(Buffer.from(RED))).rejects.toThrow()
  await expect(sharp(Buffer.from(RED)).png().toBuffer()).rejects.toThrow()
})
