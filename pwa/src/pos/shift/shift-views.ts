import type { CashMoveKind } from '@shop/shared/pos/shift-schema.ts'
import type { OpenedShift } from './open-shift.ts'
import { MOVES } from './shift-words.ts'

/** A view of the window of shifts. `own`: the open shift of this device's drawer, or the form that opens one. */
export type ShiftView =
  | { readonly kind: 'own' | 'list' | 'open' }
  | { readonly kind: 'shift' | 'close'; readonly id: string }
  | { readonly kind: 'move'; readonly id: string; readonly move: CashMoveKind }

/** Leads from one view to another; `back` to the one before. */
export type Go = {
  readonly to: (view: ShiftView) => void
  readonly instead: (view: ShiftView) => void
  readonly back: () => void
}

/** Title of the window. */
export function viewTitle(view: ShiftView, shift: OpenedShift | undefined): string {
  if (view.kind === 'list') return 'Shifts'
  if (view.kind === 'open' || (view.kind === 'own' && !shift)) return 'Open a shift'
  if (!shift) return 'Shift'
  const name = `${shift.drawer} · shift ${shift.number}`
  if (view.kind === 'move') return `${MOVES[view.move].label} · ${shift.drawer}`
  return shift.closedAtMs === null && view.kind === 'close' ? `Close ${name}` : name
}
