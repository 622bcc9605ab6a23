import { type PosSale, posSales } from '@shop/shared/pos/schema.ts'
import { type CashMove, cashMoves, type Shift, shifts } from '@shop/shared/pos/shift-schema.ts'
import type { DrawerVerdicts } from './oracle/drawers.ts'
import type { Truth } from './simulated-server.ts'

/** Finds what the server made of the facts of drawers. `idsOf`: the ids under which it may have booked a sale. */
export function drawersOf(truth: Truth, idsOf: (saleId: string) => readonly string[]): Omit<DrawerVerdicts, 'returnedOf' | 'idsOf'> {
  const known = new Map(truth.all<Shift>(shifts).map((shift) => [shift.id, shift]))
  const booked = new Map(truth.all<PosSale>(posSales).map((sale) => [sale.id, sale]))
  const moved = new Set(truth.all<CashMove>(cashMoves).map(({ id }) => id))
  const saleOf = (saleId: string) => idsOf(saleId).flatMap((id) => booked.get(id) ?? [])[0]
  return {
    isBooked: (saleId) => saleOf(saleId) !== undefined,
    voidShiftOf: (saleId) => saleOf(saleId)?.voidShiftId ?? null,
    isOpened: (shiftId) => (known.get(shiftId)?.openedAtMs ?? null) !== null,
    isMoved: (moveId) => moved.has(moveId),
    countedIn: (shiftId) => known.get(shiftId)?.countedCents ?? null,
  }
}

/** Each shift expects the cash of its facts. */
export function wrongShifts(truth: Truth, expected: ReadonlyMap<string, number>): string[] {
  return truth.all<Shift>(shifts).flatMap(({ id, expectedCents }) => {
    const wanted = expected.get(id) ?? 0
    return wanted === expectedCents ? [] : [`the shift ${id} expects ${expectedCents} cents, and ${wanted} by what people did`]
  })
}
