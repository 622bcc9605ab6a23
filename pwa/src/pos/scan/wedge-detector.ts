import { isValidGtin } from '@shop/shared/inventory/rules/barcodes.ts'

/** Limits that tell a keyboard-wedge scanner from a person. A scanner sends most keys faster than fingers type, and ends with Enter or Tab. */
export type WedgeTiming = {
  /** Minimum number of characters of a barcode. */
  readonly minLength: number
  /** Longest usual pause between two characters of one scan, milliseconds; at least half of the pauses stay within it. */
  readonly gapMsMax: number
  /** Longest single pause within a scan and before its Enter or Tab, milliseconds. A radio link stalls now and then, and half a code would be
   *  taken for a different code. */
  readonly stallMsMax: number
  /** Pause near the start, milliseconds, above which the keys before it may be typed text. Readings with and without them are then offered. */
  readonly typedPauseMs: number
}

/** Measured on common USB and Bluetooth scanners: 1 to 30 ms a character. The fastest typists stay above 60 ms over four keys in a row. */
export const WEDGE_TIMING: WedgeTiming = { minLength: 4, gapMsMax: 50, stallMsMax: 500, typedPauseMs: 200 }

/** Maximum number of characters of a barcode. More characters come from a stuck key. */
const MAX_CODE_LENGTH = 100

/** The part of a keydown event that matters. `atMs`: the event's own time stamp, so that a busy screen does not distort the rhythm. */
export type KeyPress = { readonly key: string; readonly atMs: number; readonly isRepeat: boolean; readonly isChord: boolean }

/** Meaning of a key press. `none`: ends a possible scan; `ignored`: changes nothing, as Shift between two letters; `start`: may begin a scan; `slow`:
 *  continues it at a person's pace; `within`: fast enough to be part of a scan; `scan`: completes a scan. */
export type WedgeVerdict =
  | { readonly kind: 'none' | 'ignored' | 'start' | 'slow' | 'within' }
  | { readonly kind: 'scan'; readonly readings: readonly WedgeReading[] }

/** One way to read a scan: the code, and how many of the last keys it took. The longest reading comes first. */
export type WedgeReading = { readonly code: string; readonly keyCount: number }

/** Chooses a code in use, else one with a correct check digit, else the longest. */
export function likeliest(readings: readonly WedgeReading[], isKnown: (code: string) => boolean): WedgeReading | undefined {
  return readings.find(({ code }) => isKnown(code)) ?? readings.find(({ code }) => isValidGtin(code)) ?? readings[0]
}

const NONE: WedgeVerdict = { kind: 'none' }
const IGNORED: WedgeVerdict = { kind: 'ignored' }
const MODIFIERS = new Set(['Shift', 'CapsLock', 'AltGraph', 'Unidentified', 'Process'])

/** Recognises scanner bursts in a stream of key presses. */
export class WedgeDetector {
  private characters: string[] = []
  /** Pauses between the characters. */
  private gapsMs: number[] = []
  private lastAtMs = Number.NEGATIVE_INFINITY

  constructor(private readonly timing: WedgeTiming = WEDGE_TIMING) {}

  press(press: KeyPress): WedgeVerdict {
    if (MODIFIERS.has(press.key)) return IGNORED
    if (press.isRepeat || press.isChord) return this.reset()
    const gapMs = press.atMs - this.lastAtMs
    if (press.key === 'Enter' || press.key === 'Tab') return this.end(gapMs)
    if (press.key.length !== 1) return this.reset()
    const follows = this.characters.length > 0 && gapMs <= this.timing.stallMsMax && this.characters.length < MAX_CODE_LENGTH
    if (!follows) this.reset()
    this.lastAtMs = press.atMs
    this.characters.push(press.key)
    if (!follows) return { kind: 'start' }
    this.gapsMs.push(gapMs)
    return { kind: gapMs <= this.timing.gapMsMax ? 'within' : 'slow' }
  }

  private end(gapMs: number): WedgeVerdict {
    const readings = gapMs <= this.timing.stallMsMax ? this.readings() : []
    this.reset()
    return readings.length > 0 ? { kind: 'scan', readings } : NONE
  }

  /** Codes a scanner may have sent; none when a person typed. */
  private readings(): readonly WedgeReading[] {
    const isSlow = (gapMs: number) => gapMs > this.timing.gapMsMax
    const firstFast = this.gapsMs.findIndex((gapMs) => !isSlow(gapMs))
    if (firstFast < 0) return []
    const afterPause = this.gapsMs.findLastIndex((gapMs, index) => index < firstFast && gapMs > this.timing.typedPauseMs) + 1
    return [...new Set([0, afterPause])].flatMap((from) => {
      const gapsMs = this.gapsMs.slice(from)
      const keys = this.characters.slice(from).join('')
      const isScan = gapsMs.filter(isSlow).length * 2 <= gapsMs.length && keys.trim().length >= this.timing.minLength
      return isScan ? [{ code: keys.trim(), keyCount: keys.length }] : []
    })
  }

  private reset(): WedgeVerdict {
    this.characters = []
    this.gapsMs = []
    this.lastAtMs = Number.NEGATIVE_INFINITY
    return NONE
  }
}
