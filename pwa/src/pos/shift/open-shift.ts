import type { Shift } from '@shop/shared/pos/shift-schema.ts'
import type { Moments } from '../../ui/moments.ts'

/** A shift that was opened. The shop has only heard of a shift whose opening has not arrived yet, and lists none of these. */
export type OpenedShift = Shift & { readonly openedAtMs: number }

export const isOpened = (shift: Shift): shift is OpenedShift => shift.openedAtMs !== null

/** Lists the open shifts, the oldest first; with a drawer's name only those of this drawer. */
export const openShiftsOf = (shifts: readonly Shift[], drawer?: string): readonly OpenedShift[] =>
  shifts
    .filter(isOpened)
    .filter((shift) => shift.closedAtMs === null && (drawer === undefined || shift.drawer === drawer))
    .sort((a, b) => a.openedAtMs - b.openedAtMs)

/** Finds the shift in which a device works with a drawer. Of several, its own comes before the oldest. */
export function shiftOfDevice(shifts: readonly Shift[], drawer: string, clientId: string | undefined): OpenedShift | undefined {
  const open = openShiftsOf(shifts, drawer)
  return open.find((shift) => shift.clientId === clientId) ?? open[0]
}

/** Time since which a shift is open: "9:02 AM". A day other than today is named too. */
export const sinceWhen = ({ day, time, moment }: Moments, openedAtMs: number, nowMs: number): string =>
  day(openedAtMs) === day(nowMs) ? time(openedAtMs) : moment(openedAtMs)
