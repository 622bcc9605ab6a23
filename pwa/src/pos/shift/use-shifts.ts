import { factsOfShift, figuresOf, type ShiftFacts } from '@shop/shared/pos/rules/shift-figures.ts'
import { type PosFacts, takingsOf } from '@shop/shared/pos/rules/takings.ts'
import { type CashMove, cashMoves, type Shift, type ShiftFigures, shifts } from '@shop/shared/pos/shift-schema.ts'
import { useMemo } from 'react'
import { useLive } from '../../sync/api.ts'
import { usePosFacts } from '../queries.ts'
import { type HeardShift, heardShifts } from './heard-shifts.ts'
import { isOpened, type OpenedShift, openShiftsOf } from './open-shift.ts'

/** All shifts, also those that the shop has only heard of. */
export const useAllShifts = (): readonly Shift[] => useLive((view) => view.all(shifts), [])

/** The opened shifts, the latest first. */
export function useShifts(): readonly OpenedShift[] {
  const all = useAllShifts()
  return useMemo(() => all.filter(isOpened).sort((a, b) => b.openedAtMs - a.openedAtMs), [all])
}

/** The shifts of which only later facts have arrived, the latest first. */
export function useHeardShifts(): readonly HeardShift[] {
  const all = useAllShifts()
  const facts = usePosFacts()
  const moves = useLive((view) => view.all(cashMoves), [])
  return useMemo(() => heardShifts({ ...facts, shifts: all, moves }), [facts, all, moves])
}

/** The open shifts of all drawers, the oldest first. */
export function useOpenShifts(): readonly OpenedShift[] {
  const all = useAllShifts()
  return useMemo(() => openShiftsOf(all), [all])
}

export function useShift(id: string): OpenedShift | undefined {
  const shift = useLive((view) => view.get(shifts, id), [id])
  return shift && isOpened(shift) ? shift : undefined
}

/** Selects the sales that a shift took or gave cash for. The returns stay together: a void needs those of its sale. */
export function factsOf({ sales, refunds }: PosFacts, shiftId: string): PosFacts {
  const returned = new Set(refunds.flatMap((refund) => (refund.shiftId === shiftId ? [refund.saleId] : [])))
  return { sales: sales.filter((sale) => sale.shiftId === shiftId || sale.voidShiftId === shiftId || returned.has(sale.id)), refunds }
}

/** Figures of a shift from the rows of this device at this moment, and its moves of cash, the oldest first. */
export function useShiftFigures(shift: Pick<Shift, 'id' | 'openingCents'>): {
  readonly figures: ShiftFigures
  readonly moves: readonly CashMove[]
} {
  const facts = usePosFacts()
  const all = useLive((view) => view.where(cashMoves, 'shiftId', shift.id), [shift.id])
  const moves = useMemo(() => [...all].sort((a, b) => a.atMs - b.atMs), [all])
  return useMemo(() => {
    const inShift: ShiftFacts = factsOfShift({ takings: takingsOf(factsOf(facts, shift.id)), moves }, shift.id)
    return { figures: figuresOf(shift, inShift), moves }
  }, [facts, moves, shift])
}
