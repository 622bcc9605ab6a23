import type { Item } from '@shop/shared/inventory/schema.ts'
import type { CartLine } from '@shop/shared/pos/schema.ts'
import { useEffect } from 'react'
import { useLocalSetting } from '../sync/api.ts'
import type { HeaderWindow } from './cart/cart-header.tsx'
import type { CartSession } from './cart/cart-session.ts'
import type { LinesState } from './cart/use-line-actions.ts'
import { useItemById } from './queries.ts'
import { useScanner } from './scan/use-scanner.ts'
import type { Scans } from './scan/use-scans.ts'
import type { Payment } from './use-payment.ts'
import type { ScreenState } from './use-screen-state.ts'

type Ports = {
  readonly session: CartSession
  readonly screen: ScreenState
  readonly lines: LinesState
  readonly payment: Payment
  readonly scans: Scans
  readonly searchField: React.RefObject<HTMLInputElement | null>
  readonly cartPanel: React.RefObject<HTMLElement | null>
  readonly setWindow: (opened: HeaderWindow) => void
  readonly openHelp: () => void
}

/** True while single characters are shortcuts. Somebody who speaks to the device, or leans on its keys, switches them off (WCAG 2.1.4). */
export const useSingleKeys = () => useLocalSetting('till.singleKeys', true)

export function useTillKeys(ports: Ports): void {
  const { screen, lines, scans, searchField, cartPanel, setWindow, openHelp } = ports
  const itemById = useItemById()
  const [hasSingleKeys] = useSingleKeys()
  useScanner({
    isKnown: scans.isKnown,
    onScan: scans.scan,
    onKey: (key, isHeld) => {
      if (key.length === 1 && !hasSingleKeys) return false
      if (key === '/') return focus(searchField.current)
      if (key === '?') return done(openHelp)
      if (/^[1-9]$/.test(key)) return answer(scans, itemById, Number(key))
      if (screen.stage.kind !== 'cart') return false
      if (key === '+' || key === '=') return step(lines, 1, isHeld)
      if (key === '-' || key === '_') return step(lines, -1, isHeld)
      if (key === '%') return discount(lines)
      if (key === 'ArrowDown') return select(ports, 1)
      if (key === 'ArrowUp') return select(ports, -1)
      if (key === 'Delete' || key === 'Backspace') return isHeld || remove(lines)
      return false
    },
    onGlobalKey: (event) => {
      if (event.key === 'F2') return focus(searchField.current)
      if (event.key === 'F4') return focusPriceOf(cartPanel.current, lines.selected)
      if (event.key === 'F8') return lines.selected !== undefined && done(() => setWindow('park'))
      if (event.key === 'F9') return event.repeat || done(() => goOn(ports))
      if (event.key === 'Escape' && screen.stage.kind === 'tender' && cartPanel.current?.contains(document.activeElement))
        return done(() => screen.setters.setStage({ kind: 'cart' }))
      if (event.key === 'z' && (event.ctrlKey || event.metaKey) && screen.notice?.undo && !(event.target instanceof HTMLInputElement))
        return done(screen.notice.undo)
      return false
    },
  })

  // A refused attempt to complete focuses the first wrong field once; corrections do not move the focus.
  useEffect(() => {
    if (screen.refusedCount === 0) return
    const field = cartPanel.current?.querySelector<HTMLElement>('[data-line] input[aria-invalid="true"]')
    field?.focus()
    field?.closest('[data-line]')?.scrollIntoView({ block: 'nearest' })
  }, [screen.refusedCount, cartPanel])
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

/** Goes from the cart to the payment, and from there to the sale. After a sale it does nothing, so that the change to give back stays on screen. */
function goOn({ screen, payment, cartPanel, setWindow }: Ports): void {
  if (screen.stage.kind === 'tender') cartPanel.current?.querySelector('form')?.requestSubmit()
  if (screen.stage.kind !== 'cart') return
  setWindow(null)
  payment.startPaying()
}

function focusPriceOf(panel: HTMLElement | null, line: CartLine | undefined): boolean {
  if (!line) return false
  return focus(panel?.querySelector<HTMLInputElement>(`[data-line="${CSS.escape(line.id)}"] input`) ?? null)
}

function answer({ questions, answers }: Scans, itemById: (id: string) => Item | undefined, digit: number): boolean {
  const question = questions.find((open) => open.kind === 'which')
  // counts as the screen does: a deleted item has no number there
  const units = question?.kind === 'which' ? question.itemIds.map(itemById).filter((item) => item !== undefined) : []
  const item = units[digit - 1]
  if (!question || !item) return false
  answers.choose(question, item)
  return true
}

function step({ selected, actions }: LinesState, by: 1 | -1, isHeld: boolean): boolean {
  if (!selected) return false
  // a held key stops at one piece and removes nothing
  if (selected.quantity + by < 1) return isHeld || remove({ selected, actions })
  actions.setQuantity(selected.id, selected.quantity + by)
  return true
}

function select({ session, screen, lines }: Ports, by: 1 | -1): boolean {
  const all = session.read()?.cart.lines ?? []
  if (all.length === 0) return false
  const index = all.findIndex((line) => line.id === lines.selected?.id)
  const next = index < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, index + by))
  screen.setters.setSelectedId(all[next]?.id ?? null)
  return true
}

function discount({ selected, actions }: LinesState): boolean {
  if (!selected) return false
  actions.discount(selected.id)
  return true
}

function remove({ selected, actions }: Pick<LinesState, 'selected' | 'actions'>): boolean {
  if (!selected) return false
  actions.remove(selected.id)
  return true
}
