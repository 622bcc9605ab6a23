import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FrameReader, frameOf } from './frames.ts'

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)

it(`reads framed contents back from a stream cut at any byte (seed ${seed})`, () => {
  const stream = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 8 })
  fc.assert(
    fc.property(stream, fc.array(fc.nat({ max: 9 }), { maxLength: 60 }), (contents, cuts) => {
      const bytes = contents.flatMap((content) => [...frameOf(content)])
      const reader = new FrameReader()
      const read: Uint8Array[] = []
      let from = 0
      for (const cut of [...cuts, bytes.length]) {
        read.push(...reader.take(Uint8Array.from(bytes.slice(from, from + cut))))
        from += cut
      }
      expect(read.map((content) => [...content])).toEqual(contents.map((content) => [...content]))
      expect(reader.isBetweenFrames).toBe(true)
    }),
    { seed },
  )
})

it('reads an empty content at the end, and what follows a part of a frame', () => {
  const reader = new FrameReader()
  expect(reader.take(frameOf(Uint8Array.of())).map((content) => [...content])).toEqual([[]])
  const two = Uint8Array.from([...frameOf(Uint8Array.of(1, 2)), ...frameOf(Uint8Array.of(3))])
  expect([...reader.take(two.subarray(0, 8)), ...reader.take(two.subarray(8))].map((content) => [...content])).toEqual([[1, 2], [3]])
})

it('returns each content in its own buffer, so that a kept content keeps no neighbour in memory', () => {
  const [first, second] = new FrameReader().take(Uint8Array.from([...frameOf(Uint8Array.of(1, 2)), ...frameOf(Uint8Array.of(3))]))
  expect([first?.buffer.byteLength, second?.buffer.byteLength]).toEqual([2, 1])
})

it.each([1, 3, 4, 6])('recognises a stream that was cut off after %i bytes', (bytes) => {
  const reader = new FrameReader()
  expect(reader.take(frameOf(Uint8Array.of(1, 2, 3)).subarray(0, bytes))).toEqual([])
  expect(reader.isBetweenFrames).toBe(false)
})
