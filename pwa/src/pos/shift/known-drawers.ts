import { MAX_SHIFT_NUMBER, type Shift } from '@shop/shared/pos/shift-schema.ts'

/** Names of the drawers that had a shift, and the one of this device, sorted. */
export const drawerNames = (shifts: readonly Shift[], own: string): readonly string[] =>
  [...new Set([own, ...shifts.map(({ drawer }) => drawer)])].filter((name) => name !== '').sort((a, b) => a.localeCompare(b))

/** Name of a known drawer as it was first written, so that "drawer 1" is no second drawer; a new name as it is typed. */
export function knownName(names: readonly string[], typed: string): string {
  const name = typed.trim()
  return names.find((known) => known.toLowerCase() === name.toLowerCase()) ?? name
}

/** Number of the drawer's next shift. */
export const nextNumber = (shifts: readonly Shift[], drawer: string): number =>
  Math.min(MAX_SHIFT_NUMBER, 1 + Math.max(0, ...shifts.map((shift) => (shift.drawer === drawer ? shift.number : 0))))

/** The drawer's shift that was closed last. */
export const lastClosed = (shifts: readonly Shift[], drawer: string): Shift | undefined =>
  shifts
    .filter((shift) => shift.drawer === drawer && shift.openedAtMs !== null && shift.closedAtMs !== null)
    .reduce<Shift | undefined>((last, shift) => (last && (last.closedAtMs ?? 0) > (shift.closedAtMs ?? 0) ? last : shift), undefined)
