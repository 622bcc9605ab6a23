import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { likeliest, WEDGE_TIMING, WedgeDetector, type WedgeVerdict } from './wedge-detector.ts'

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-./'

function typed(detector: WedgeDetector, text: string, gapMs: number, fromMs: number, suffix = 'Enter', suffixGapMs = gapMs) {
  const verdicts: WedgeVerdict[] = []
  let atMs = fromMs
  for (const key of text) {
    verdicts.push(detector.press({ key, atMs, isRepeat: false, isChord: false }))
    atMs += gapMs
  }
  verdicts.push(detector.press({ key: suffix, atMs: atMs - gapMs + suffixGapMs, isRepeat: false, isChord: false }))
  return verdicts
}

describe('WedgeDetector', () => {
  it.each(['Enter', 'Tab'])('takes a fast burst that ends in %s', (suffix) => {
    expect(typed(new WedgeDetector(), '8413000065504', 12, 1_000, suffix).at(-1)).toMatchObject({
      kind: 'scan',
      readings: [{ code: '8413000065504' }],
    })
  })

  it('leaves long typing alone', () => {
    expect(typed(new WedgeDetector(), 'coffee beans', 90, 1_000).at(-1)).toEqual({ kind: 'none' })
  })

  it('leaves a short burst alone', () => {
    expect(typed(new WedgeDetector(), '123', 5, 1_000).at(-1)).toEqual({ kind: 'none' })
  })

  it('waits for the suffix as long as for a stalled character, and no longer', () => {
    expect(typed(new WedgeDetector(), '0123456', 5, 0, 'Enter', WEDGE_TIMING.stallMsMax).at(-1)?.kind).toBe('scan')
    expect(typed(new WedgeDetector(), '0123456', 5, 0, 'Enter', WEDGE_TIMING.stallMsMax + 1).at(-1)?.kind).toBe('none')
  })

  it('reads the whole code when the radio link stalls', () => {
    for (let stalledAfter = 1; stalledAfter < 13; stalledAfter++) {
      const detector = new WedgeDetector()
      let atMs = 0
      for (const [index, key] of [...'8413000065504'].entries()) {
        atMs += index === stalledAfter ? 180 : 8
        detector.press({ key, atMs, isRepeat: false, isChord: false })
      }
      expect(detector.press({ key: 'Enter', atMs: atMs + 8, isRepeat: false, isChord: false })).toMatchObject({
        kind: 'scan',
        readings: [{ code: '8413000065504' }],
      })
    }
  })

  it('tolerates the slow start of a scanner that wakes up', () => {
    const detector = new WedgeDetector()
    const atMs = [0, 120, 240, 250, 258, 266, 274, 282]
    for (const [index, key] of [...'13278144'].entries()) detector.press({ key, atMs: atMs[index] ?? 0, isRepeat: false, isChord: false })
    expect(detector.press({ key: 'Enter', atMs: 290, isRepeat: false, isChord: false })).toMatchObject({ readings: [{ code: '13278144' }] })
  })

  it('offers both readings when a digit may have been typed shortly before a scan', () => {
    const detector = new WedgeDetector()
    detector.press({ key: '7', atMs: 0, isRepeat: false, isChord: false })
    expect(typed(detector, '40123455', 8, 350).at(-1)).toEqual({
      kind: 'scan',
      readings: [
        { code: '740123455', keyCount: 9 },
        { code: '40123455', keyCount: 8 },
      ],
    })
  })

  it('offers both readings when a word may have been typed before a scan', () => {
    const detector = new WedgeDetector()
    for (const [index, key] of [...'mug'].entries()) detector.press({ key, atMs: index * 120, isRepeat: false, isChord: false })
    expect(typed(detector, '8413000065504', 8, 600).at(-1)).toEqual({
      kind: 'scan',
      readings: [
        { code: 'mug8413000065504', keyCount: 16 },
        { code: '8413000065504', keyCount: 13 },
      ],
    })
  })

  it('drops what a person typed before the burst', () => {
    const detector = new WedgeDetector()
    detector.press({ key: '7', atMs: 0, isRepeat: false, isChord: false })
    expect(typed(detector, '40123455', 8, 600).at(-1)).toMatchObject({ kind: 'scan', readings: [{ code: '40123455' }] })
  })

  it('reads upper case: Shift presses between the letters do not end the burst', () => {
    const detector = new WedgeDetector()
    for (const [index, key] of ['Shift', 'A', 'Shift', 'B', '1', '2'].entries())
      detector.press({ key, atMs: index * 5, isRepeat: false, isChord: false })
    expect(detector.press({ key: 'Enter', atMs: 30, isRepeat: false, isChord: false })).toMatchObject({
      kind: 'scan',
      readings: [{ code: 'AB12' }],
    })
  })

  it('ignores Shift and keys without a name', () => {
    const detector = new WedgeDetector()
    for (const key of ['Shift', 'Unidentified', 'Process'])
      expect(detector.press({ key, atMs: 0, isRepeat: false, isChord: false })).toEqual({ kind: 'ignored' })
  })

  it('takes neither a held key nor shortcuts for a scan', () => {
    const detector = new WedgeDetector()
    for (let i = 0; i < 20; i++) detector.press({ key: '0', atMs: i * 30, isRepeat: i > 0, isChord: false })
    expect(detector.press({ key: 'Enter', atMs: 620, isRepeat: false, isChord: false }).kind).toBe('none')
    for (const key of 'abcd') detector.press({ key, atMs: 700, isRepeat: false, isChord: true })
    expect(detector.press({ key: 'Enter', atMs: 701, isRepeat: false, isChord: false }).kind).toBe('none')
  })

  it('reads a scan that follows another without a pause', () => {
    const detector = new WedgeDetector()
    expect(typed(detector, '111122223333', 2, 0).at(-1)).toMatchObject({ kind: 'scan', readings: [{ code: '111122223333' }] })
    expect(typed(detector, '444455556666', 2, 30).at(-1)).toMatchObject({ kind: 'scan', readings: [{ code: '444455556666' }] })
  })

  it('takes every code at scanner speed and none at typing speed', () => {
    const codes = fc.array(fc.constantFrom(...CHARACTERS), { minLength: 4, maxLength: 60 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(codes, fc.integer({ min: 1, max: 50 }), fc.integer({ min: 51, max: 400 }), (code, fastMs, slowMs) => {
        expect(typed(new WedgeDetector(), code, fastMs, 0).at(-1)).toMatchObject({ kind: 'scan', readings: [{ code }] })
        expect(typed(new WedgeDetector(), code, slowMs, 0).at(-1)).toEqual({ kind: 'none' })
      }),
    )
  })
})

describe('likeliest', () => {
  const readings = ['7SHOP-1', 'SHOP-1'].map((code) => ({ code, keyCount: code.length }))
  it('chooses the reading whose code an item has', () => {
    expect(likeliest(readings, (code) => code === 'SHOP-1')?.code).toBe('SHOP-1')
    expect(likeliest(readings, () => true)?.code).toBe('7SHOP-1')
  })
  it('prefers a correct check digit to a long code, and always answers a reading', () => {
    expect(
      likeliest(
        ['mug8413000065504', '8413000065504'].map((code) => ({ code, keyCount: 1 })),
        () => false,
      )?.code,
    ).toBe('8413000065504')
    expect(likeliest(readings, () => false)?.code).toBe('7SHOP-1')
  })
})
