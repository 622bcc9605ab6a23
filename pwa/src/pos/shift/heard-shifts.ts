import { type Cents, sumCents } from '@shop/shared/kernel/money.ts'
import { type PosFacts, takingsOf } from '@shop/shared/pos/rules/takings.ts'
import type { CashMove, Shift } from '@shop/shared/pos/shift-schema.ts'
import { isOpened } from './open-shift.ts'

/** A shift of which this device knows sales, returns, voids, moves of cash or the count, but not the opening. */
export type HeardShift = {
  readonly id: string
  /** Time of the latest thing that is known of it. */
  readonly lastAtMs: number
  /** Money of customers so far, by whatever way they paid. */
  readonly takenCents: Cents
}

type Known = PosFacts & { readonly shifts: readonly Shift[]; readonly moves: readonly CashMove[] }

/** Lists the shifts of which only later facts have arrived, the latest first. A shift paid by card alone has no row of its own. */
export function heardShifts({ shifts, moves, ...facts }: Known): readonly HeardShift[] {
  const opened = new Set(shifts.filter(isOpened).map(({ id }) => id))
  const heard = new Map<string, HeardShift>()
  const hear = (id: string | null, atMs: number, amounts: readonly Cents[]) => {
    if (id === null || opened.has(id)) return
    const known = heard.get(id)
    heard.set(id, {
      id,
      lastAtMs: Math.max(known?.lastAtMs ?? 0, atMs),
      takenCents: sumCents([...(known ? [known.takenCents] : []), ...amounts]),
    })
  }
  for (const { id, closedAtMs } of shifts) if (closedAtMs !== null) hear(id, closedAtMs, [])
  for (const { shiftId, atMs, amountCents } of takingsOf(facts)) hear(shiftId, atMs, [amountCents])
  for (const { shiftId, atMs } of moves) hear(shiftId, atMs, [])
  return [...heard.values()].sort((a, b) => b.lastAtMs - a.lastAtMs)
}
