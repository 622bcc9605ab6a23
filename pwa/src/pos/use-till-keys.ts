import { useEffect } from 'react'
import { useLocalSetting } from '../sync/api.ts'
import type { HeaderWindow } from './cart/cart-header.tsx'
import { useScanner } from './scan/use-scanner.ts'
import type { Till } from './use-till.ts'

/** Every key of the till, for the help and for the hand. */
export const TILL_KEYS: readonly { readonly keys: readonly string[]; readonly what: string }[] = [
  { keys: ['/', 'F2'], what: 'Search' },
  { keys: ['↑', '↓', 'Enter'], what: 'Choose a result and add it' },
  { keys: ['Esc'], what: 'Leave the search or the payment' },
  { keys: ['↑', '↓'], what: 'Choose a line of the cart' },
  { keys: ['+', '−'], what: 'One more or one less of it' },
  { keys: ['F4'], what: 'Its price' },
  { keys: ['Delete'], what: 'Take it out' },
  { keys: ['Ctrl', 'Z'], what: 'Undo' },
  { keys: ['1', '…', '9'], what: 'Say whose goods were scanned' },
  { keys: ['F8'], what: 'Park the cart' },
  { keys: ['F9'], what: 'Complete Sale' },
  { keys: ['?'], what: 'This list' },
]

type Ports = {
  readonly till: Till
  readonly searchField: React.RefObject<HTMLInputElement | null>
  readonly cartPanel: React.RefObject<HTMLElement | null>
  readonly setWindow: (opened: HeaderWindow) => void
  readonly setHelp: (isOpen: boolean) => void
}

/** Shortcuts of a single character are on. Somebody who speaks to the device, or leans on its keys, switches them off (WCAG 2.1.4). */
export const useSingleKeys = () => useLocalSetting('till.singleKeys', true)

/** Scanner and shortcuts of the till. */
export function useTillKeys({ till, searchField, cartPanel, setWindow, setHelp }: Ports): void {
  const [hasSingleKeys] = useSingleKeys()
  useScanner({
    isKnown: till.isKnown,
    onScan: till.scan,
    onKey: (key, isHeld) => {
      if (key.length === 1 && !hasSingleKeys) return false
      if (key === '/') return focus(searchField.current)
      if (key === '?') return done(() => setHelp(true))
      if (/^[1-9]$/.test(key)) return answer(till, Number(key))
      if (till.stage.kind !== 'cart') return false
      if (key === '+' || key === '=') return step(till, 1, isHeld)
      if (key === '-' || key === '_') return step(till, -1, isHeld)
      if (key === 'ArrowDown') return select(till, 1)
      if (key === 'ArrowUp') return select(till, -1)
      if (key === 'Delete' || key === 'Backspace') return isHeld || remove(till)
      return false
    },
    onGlobalKey: (event) => {
      if (event.key === 'F2') return focus(searchField.current)
      if (event.key === 'F4') return focusPriceOf(cartPanel.current, till.selectedId)
      if (event.key === 'F8') return till.cart !== null && till.cart.lines.length > 0 && done(() => setWindow('park'))
      if (event.key === 'F9') return event.repeat || done(() => goOn(till, cartPanel.current, setWindow))
      if (event.key === 'Escape' && till.stage.kind === 'tender' && cartPanel.current?.contains(document.activeElement))
        return done(() => till.setStage({ kind: 'cart' }))
      if (event.key === 'z' && (event.ctrlKey || event.metaKey) && till.notice?.undo && !(event.target instanceof HTMLInputElement))
        return done(till.notice.undo)
      return false
    },
  })

  // After a refused attempt to complete, the first wrong field has the focus; what is put right afterwards moves it no more.
  useEffect(() => {
    if (till.refusedCount === 0) return
    const field = cartPanel.current?.querySelector<HTMLElement>('[data-line] input[aria-invalid="true"]')
    field?.focus()
    field?.closest('[data-line]')?.scrollIntoView({ block: 'nearest' })
  }, [till.refusedCount, cartPanel])
}

function done(work: () => unknown): true {
  work()
  return true
}

function focus(field: HTMLInputElement | null): boolean {
  field?.focus()
  field?.select()
  return field !== null
}

/** From the cart to the payment, from there to the sale. What goes back to the customer stays on the screen until somebody asks for the next sale. */
function goOn(till: Till, panel: HTMLElement | null, setWindow: Ports['setWindow']): void {
  if (till.stage.kind === 'tender') panel?.querySelector('form')?.requestSubmit()
  if (till.stage.kind !== 'cart') return
  setWindow(null)
  till.startPaying()
}

function focusPriceOf(panel: HTMLElement | null, lineId: string | null): boolean {
  if (lineId === null) return false
  return focus(panel?.querySelector<HTMLInputElement>(`[data-line="${CSS.escape(lineId)}"] input`) ?? null)
}

function answer(till: Till, digit: number): boolean {
  const question = till.questions.find((open) => open.kind === 'which')
  // as they stand on the screen: what was deleted meanwhile has no number
  const units = question?.kind === 'which' ? question.itemIds.map(till.itemById).filter((item) => item !== undefined) : []
  const item = units[digit - 1]
  if (!question || !item) return false
  till.answers.choose(question, item)
  return true
}

function step(till: Till, by: 1 | -1, isHeld: boolean): boolean {
  const line = till.cart?.lines.find((one) => one.id === till.selectedId)
  if (!line) return false
  // held down it stops at one piece, and takes nothing out
  if (line.quantity + by < 1) return isHeld || remove(till)
  till.lines.actions.setQuantity(line.id, line.quantity + by)
  return true
}

function select(till: Till, by: 1 | -1): boolean {
  const lines = till.cart?.lines ?? []
  if (lines.length === 0) return false
  const index = lines.findIndex((line) => line.id === till.selectedId)
  const next = index < 0 ? (by > 0 ? 0 : lines.length - 1) : Math.min(lines.length - 1, Math.max(0, index + by))
  till.setSelectedId(lines[next]?.id ?? null)
  return true
}

function remove(till: Till): boolean {
  if (!till.selectedId) return false
  till.lines.actions.remove(till.selectedId)
  return true
}
