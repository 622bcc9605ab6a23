import { useEffect, useRef } from 'react'
import { likeliest, WedgeDetector } from './wedge-detector.ts'
import { isInputMethodAtWork, keyOf } from './wedge-key.ts'

/** A digit may be the first character of a scan: it is a shortcut only when nothing follows for so long. Other shortcuts start no barcode. */
const DIGIT_WAIT_MS = 120

/** What a page does with keys. All are called with the latest state. */
export type ScannerPorts = {
  /** Does something have this barcode? Decides where keys typed before a scan end and the scan begins. */
  readonly isKnown: (code: string) => boolean
  /** A whole barcode came from a scanner. */
  readonly onScan: (code: string) => void
  /** A key that no field, menu or window wanted. A digit comes a moment late, once it is sure that no scanner is at work. `isHeld`: it repeats by itself.
   *  True: it was used. */
  readonly onKey: (key: string, isHeld: boolean) => boolean
  /** A key that works from fields too (F2, Escape, …), though not behind a window. True: it was used. */
  readonly onGlobalKey: (event: KeyboardEvent) => boolean
}

type Snapshot = { field: HTMLInputElement | HTMLTextAreaElement; value: string; start: number | null; end: number | null }

/** Listens for scanners anywhere on the page, whatever has the focus, and keeps their characters out of fields and shortcuts. */
export function useScanner(ports: ScannerPorts): void {
  const latest = useRef(ports)
  latest.current = ports
  useEffect(() => {
    const detector = new WedgeDetector()
    /** What the edited field held before each key of the sequence that may become a scan. */
    let snapshots: (Snapshot | null)[] = []
    let shortcut: ReturnType<typeof setTimeout> | undefined

    const onKeyDown = (event: KeyboardEvent) => {
      const isComposing = isInputMethodAtWork(event)
      const isChord = event.ctrlKey || event.metaKey || event.altKey
      const verdict = detector.press({ key: keyOf(event), atMs: event.timeStamp, isRepeat: event.repeat, isChord })
      const field = editedField(event.target)
      if (verdict.kind !== 'none' && verdict.kind !== 'ignored') clearTimeout(shortcut)
      if (verdict.kind === 'scan') {
        swallow(event)
        const reading = likeliest(verdict.readings, latest.current.isKnown)
        if (!reading) return
        if (isComposing) endComposition(field)
        restoreAll(snapshots.slice(-reading.keyCount))
        snapshots = []
        latest.current.onScan(reading.code)
        return
      }
      // a key that is held is one press: it must not go through the payment and the sale by itself
      if (event.repeat && event.key === 'Enter') return swallow(event)
      // keys of an input method are its own: Enter takes a word, Esc gives it up
      if (!isComposing && !isWithin(WINDOWS, event.target) && latest.current.onGlobalKey(event)) {
        swallow(event)
        return
      }
      if (verdict.kind === 'none' || verdict.kind === 'start') snapshots = []
      if (verdict.kind !== 'none' && verdict.kind !== 'ignored')
        snapshots.push(field && { field, value: field.value, start: field.selectionStart, end: field.selectionEnd })
      if (field || isChord || isComposing || isWanted(event.key, event.target)) return
      // A space inside a scan would press the focused button.
      if (verdict.kind === 'within') {
        if (event.key === ' ') swallow(event)
      } else if (/^[0-9]$/.test(event.key)) {
        const { key } = event
        shortcut = setTimeout(() => latest.current.onKey(key, false), DIGIT_WAIT_MS)
      } else if (latest.current.onKey(event.key, event.repeat)) swallow(event)
    }

    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true })
      clearTimeout(shortcut)
    }
  }, [])
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

// behind a window nothing changes; sliders are moved and lists scrolled by arrows
const WINDOWS = '[role="menu"], [role="dialog"], dialog'
const WALKED = 'input, select, [data-own-arrows]'

const isWithin = (selector: string, target: EventTarget | null) => target instanceof Element && target.closest(selector) !== null

const isWanted = (key: string, target: EventTarget | null) => isWithin(key.startsWith('Arrow') ? `${WINDOWS}, ${WALKED}` : WINDOWS, target)

const TEXT_TYPES = new Set(['text', 'search', 'tel', 'url', 'email', 'password', 'number', ''])

function editedField(target: EventTarget | null): HTMLInputElement | HTMLTextAreaElement | null {
  if (target instanceof HTMLTextAreaElement) return target
  return target instanceof HTMLInputElement && TEXT_TYPES.has(target.type) ? target : null
}

/** Ends the word an input method is at: it is written into the field and can be taken out again. */
function endComposition(field: HTMLElement | null): void {
  field?.blur()
  field?.focus({ preventScroll: true })
}

/** Puts every field the keys went into back to what it held before the first of them. */
function restoreAll(snapshots: readonly (Snapshot | null)[]): void {
  const restored = new Set<Element>()
  for (const snapshot of snapshots) {
    if (!snapshot || restored.has(snapshot.field)) continue
    restored.add(snapshot.field)
    restore(snapshot)
  }
}

/** Puts a field back to what it held before the scan. React hears of it through the native setter and an input event, as from a person. */
function restore({ field, value, start, end }: Snapshot): void {
  if (!field.isConnected || field.value === value) return
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  if (start !== null && field.type !== 'number') field.setSelectionRange(start, end)
}
