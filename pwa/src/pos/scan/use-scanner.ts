import { useEffect, useRef } from 'react'
import { hearsScans, listenToScans } from './scan-listeners.ts'
import { likeliest, WedgeDetector } from './wedge-detector.ts'
import { isInputMethodAtWork, keyOf } from './wedge-key.ts'

/** A digit may begin a scan, so it counts as a shortcut only after this pause. Other shortcuts hardly ever begin a barcode and need no pause. */
const DIGIT_WAIT_MS = 120

/** Handlers for the page's keys. Each key press calls the handlers of the latest render. */
export type ScannerPorts = {
  /** True for a barcode in use; decides where typed keys end and the scan begins. */
  readonly isKnown: (code: string) => boolean
  /** A whole barcode came from a scanner. */
  readonly onScan: (code: string) => void
  /** A key that no field, menu or window took. A digit comes late, when it can no longer belong to a scan. `isHeld`: true for a key repeat. The
   *  handler returns true when it used the key. */
  readonly onKey: (key: string, isHeld: boolean) => boolean
  /** A key that works in fields too (F2, Escape, …), but not behind a window. The handler returns true when it used the key. */
  readonly onGlobalKey: (event: KeyboardEvent) => boolean
}

type Snapshot = { field: HTMLInputElement | HTMLTextAreaElement; value: string; start: number | null; end: number | null }

/** Listens for scanners on the whole page, regardless of the focus, and keeps their characters out of fields and shortcuts. Only the latest listener
 *  hears the keys. */
export function useScanner(ports: ScannerPorts): void {
  const latest = useRef(ports)
  latest.current = ports
  useEffect(() => {
    const detector = new WedgeDetector()
    /** Text of the edited field before each key of a possible scan. */
    let snapshots: (Snapshot | null)[] = []
    let shortcut: ReturnType<typeof setTimeout> | undefined
    const hear = (code: string) => latest.current.onScan(code)
    const leave = listenToScans(hear)

    const onKeyDown = (event: KeyboardEvent) => {
      if (!hearsScans(hear)) return
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
        hear(reading.code)
        return
      }
      // a held Enter counts as one press, because it must not confirm the payment and the sale by itself
      if (event.repeat && event.key === 'Enter') return swallow(event)
      // an input method owns its keys: Enter accepts a word, Esc discards it
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
      leave()
      clearTimeout(shortcut)
    }
  }, [])
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

// no key works behind a window; arrows also belong to sliders and to lists that scroll
const WINDOWS = '[role="menu"], [role="dialog"], dialog'
const WALKED = 'input, select, [data-own-arrows]'

const isWithin = (selector: string, target: EventTarget | null) => target instanceof Element && target.closest(selector) !== null

const isWanted = (key: string, target: EventTarget | null) => isWithin(key.startsWith('Arrow') ? `${WINDOWS}, ${WALKED}` : WINDOWS, target)

const TEXT_TYPES = new Set(['text', 'search', 'tel', 'url', 'email', 'password', 'number', ''])

function editedField(target: EventTarget | null): HTMLInputElement | HTMLTextAreaElement | null {
  if (target instanceof HTMLTextAreaElement) return target
  return target instanceof HTMLInputElement && TEXT_TYPES.has(target.type) ? target : null
}

/** Ends the composition of an input method, so that its word is in the field and can be removed. */
function endComposition(field: HTMLElement | null): void {
  field?.blur()
  field?.focus({ preventScroll: true })
}

/** Restores each field that received keys of the scan to the text it had before the first of those keys. */
function restoreAll(snapshots: readonly (Snapshot | null)[]): void {
  const restored = new Set<Element>()
  for (const snapshot of snapshots) {
    if (!snapshot || restored.has(snapshot.field)) continue
    restored.add(snapshot.field)
    restore(snapshot)
  }
}

/** Restores a field to its text before the scan. The native setter and an input event let React see it as typing. */
function restore({ field, value, start, end }: Snapshot): void {
  if (!field.isConnected || field.value === value) return
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  if (start !== null && field.type !== 'number') field.setSelectionRange(start, end)
}
