import { parseDollars, plainDollars } from '@shop/shared/kernel/money.ts'
import { useState } from 'react'
import { drawerNames, knownName, lastClosed, nextNumber } from './known-drawers.ts'
import { openShiftsOf } from './open-shift.ts'
import { useDrawer } from './use-open-shift.ts'
import { useAllShifts } from './use-shifts.ts'

/** Proposed name of the first drawer of a shop. */
const FIRST_DRAWER = 'Drawer 1'

/** State of the form that opens a shift: the typed drawer and amount, and what this device knows about that drawer. */
export function useOpening(isAnother: boolean) {
  const [chosen] = useDrawer()
  const all = useAllShifts()
  const ownDrawer = chosen ?? openShiftsOf(all)[0]?.drawer ?? FIRST_DRAWER
  const [typed, setTyped] = useState(isAnother ? '' : ownDrawer)
  const [amount, setAmount] = useState<string | null>(null)
  const names = drawerNames(all, ownDrawer)
  const drawer = knownName(names, typed)
  const leftCents = lastClosed(all, drawer)?.leftCents ?? null
  // the amount follows the drawer until somebody types one
  const amountText = amount ?? (leftCents === null ? '' : plainDollars(leftCents))
  return {
    ...{ typed, setTyped, drawer, amountText, setAmount },
    openingCents: parseDollars(amountText),
    /** Cash that the drawer's last shift left; null for a drawer without one. */
    leftCents,
    number: nextNumber(all, drawer),
    /** The drawer's open shift. */
    running: openShiftsOf(all, drawer)[0],
    suggestions: names.filter((name) => name.toLowerCase().includes(typed.trim().toLowerCase())).map((name) => ({ id: name, name })),
  }
}

export type Opening = ReturnType<typeof useOpening>
