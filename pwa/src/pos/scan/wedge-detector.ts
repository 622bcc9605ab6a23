/** How a keyboard-wedge scanner is told from a person: most of its keys follow each other faster than fingers, and it ends with Enter or Tab. */
export type WedgeTiming = {
  /** Fewest characters of a barcode. */
  readonly minLength: number
  /** Longest usual pause between two characters of one scan, milliseconds: half of the pauses or more are no longer. */
  readonly gapMsMax: number
  /** Longest single pause within a scan, and before its Enter or Tab, milliseconds: a radio link stalls now and then, and half a code would be
   *  another code. */
  readonly stallMsMax: number
  /** The same for pauses at the start, where the keys before may have been a person's: nobody types and scans within so short a time. */
  readonly firstStallMsMax: number
}

/** Measured on common USB and Bluetooth scanners: 1 to 30 ms a character. The fastest typists stay above 60 ms over four keys in a row. */
export const WEDGE_TIMING: WedgeTiming = { minLength: 4, gapMsMax: 50, stallMsMax: 500, firstStallMsMax: 200 }

/** The longest barcode taken; more is a stuck key, not a code. */
const MAX_CODE_LENGTH = 100

/** The part of a keydown event that matters. `atMs`: the event's own time stamp, so that a busy screen does not distort the rhythm. */
export type KeyPress = { readonly key: string; readonly atMs: number; readonly isRepeat: boolean; readonly isChord: boolean }

/** What a key press turned out to be. `start`: begins what may become a scan. `slow`: goes on with it, but as a person might. `within`: follows so
 *  fast that it belongs to a scan. `scan`: the end of one, which took the last `keyCount` characters. */
export type WedgeVerdict =
  | { readonly kind: 'none' | 'start' | 'slow' | 'within' }
  | { readonly kind: 'scan'; readonly code: string; readonly keyCount: number }

const NONE: WedgeVerdict = { kind: 'none' }
const MODIFIERS = new Set(['Shift', 'CapsLock', 'AltGraph', 'Unidentified', 'Process'])

/** Recognises scanner bursts in a stream of key presses. */
export class WedgeDetector {
  private characters: string[] = []
  /** Pauses between them; one fewer than characters. */
  private gapsMs: number[] = []
  private lastAtMs = Number.NEGATIVE_INFINITY

  constructor(private readonly timing: WedgeTiming = WEDGE_TIMING) {}

  press(press: KeyPress): WedgeVerdict {
    if (MODIFIERS.has(press.key)) return NONE
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
    const keys = this.scanned()
    this.reset()
    const code = keys.trim()
    const isCode = code.length >= this.timing.minLength && gapMs <= this.timing.stallMsMax
    return isCode ? { kind: 'scan', code, keyCount: keys.length } : NONE
  }

  /** What the scanner sent; '' when it was a person. What came before a pause that is too long for the start of a scan was typed by a person. */
  private scanned(): string {
    const isSlow = (gapMs: number) => gapMs > this.timing.gapMsMax
    const firstFast = this.gapsMs.findIndex((gapMs) => !isSlow(gapMs))
    const from = this.gapsMs.findLastIndex((gapMs, index) => index < firstFast && gapMs > this.timing.firstStallMsMax) + 1
    const gapsMs = this.gapsMs.slice(from)
    const isScanner = firstFast >= 0 && gapsMs.filter(isSlow).length * 2 <= gapsMs.length
    return isScanner ? this.characters.slice(from).join('') : ''
  }

  private reset(): WedgeVerdict {
    this.characters = []
    this.gapsMs = []
    this.lastAtMs = Number.NEGATIVE_INFINITY
    return NONE
  }
}
