/** How a keyboard-wedge scanner is told from a person: its keys follow each other faster than fingers, and it ends with Enter or Tab. */
export type WedgeTiming = {
  /** Fewest characters of a barcode. */
  readonly minLength: number
  /** Longest pause between two characters of one scan, milliseconds. */
  readonly gapMsMax: number
  /** Longest pause before the Enter or Tab that ends it; some scanners wait before their suffix. */
  readonly suffixGapMsMax: number
}

/** Measured on common USB and Bluetooth scanners: 1 to 30 ms a character. The fastest typists stay above 50 ms over four keys in a row. */
export const WEDGE_TIMING: WedgeTiming = { minLength: 4, gapMsMax: 50, suffixGapMsMax: 120 }

/** The longest barcode taken; more is a stuck key, not a code. */
const MAX_CODE_LENGTH = 100

/** The part of a keydown event that matters. `atMs`: the event's own time stamp, so that a busy screen does not distort the rhythm. */
export type KeyPress = { readonly key: string; readonly atMs: number; readonly isRepeat: boolean; readonly isChord: boolean }

/** What a key press turned out to be. `first`: may start a scan. `within`: follows so fast that it belongs to one. `scan`: the end of one. */
export type WedgeVerdict =
  | { readonly kind: 'none' }
  | { readonly kind: 'first' }
  | { readonly kind: 'within' }
  | { readonly kind: 'scan'; readonly code: string }

const NONE: WedgeVerdict = { kind: 'none' }
const MODIFIERS = new Set(['Shift', 'CapsLock', 'AltGraph', 'Unidentified', 'Process'])

/** Recognises scanner bursts in a stream of key presses. */
export class WedgeDetector {
  private characters = ''
  private lastAtMs = Number.NEGATIVE_INFINITY

  constructor(private readonly timing: WedgeTiming = WEDGE_TIMING) {}

  press(press: KeyPress): WedgeVerdict {
    if (MODIFIERS.has(press.key)) return NONE
    if (press.isRepeat || press.isChord) return this.reset()
    const gapMs = press.atMs - this.lastAtMs
    if (press.key === 'Enter' || press.key === 'Tab') return this.end(gapMs)
    if (press.key.length !== 1) return this.reset()
    const follows = gapMs <= this.timing.gapMsMax && this.characters.length > 0 && this.characters.length < MAX_CODE_LENGTH
    this.characters = follows ? this.characters + press.key : press.key
    this.lastAtMs = press.atMs
    return follows ? { kind: 'within' } : { kind: 'first' }
  }

  private end(gapMs: number): WedgeVerdict {
    const code = this.characters.trim()
    this.reset()
    return code.length >= this.timing.minLength && gapMs <= this.timing.suffixGapMsMax ? { kind: 'scan', code } : NONE
  }

  private reset(): WedgeVerdict {
    this.characters = ''
    this.lastAtMs = Number.NEGATIVE_INFINITY
    return NONE
  }
}
