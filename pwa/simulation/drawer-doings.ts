import { cents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { closeShift } from '@shop/shared/pos/commands/close-shift.ts'
import { moveCash } from '@shop/shared/pos/commands/move-cash.ts'
import { openShift } from '@shop/shared/pos/commands/open-shift.ts'
import { figuresOf } from '@shop/shared/pos/rules/shift-figures.ts'
import { type Shift, shifts } from '@shop/shared/pos/shift-schema.ts'
import type { SyncEngine } from '../src/sync/engine/engine.ts'
import type { Doing } from './doing.ts'
import type { DrawerAction } from './drawer.ts'
import type { Action } from './plan.ts'

const shownShifts = ({ replica: { view } }: SyncEngine): readonly Shift[] =>
  view.all(shifts).filter(({ openedAtMs }) => openedAtMs !== null)

/** The shift in which a tab works: the oldest that it shows as open. */
const openShiftOf = (tab: SyncEngine): Shift | undefined =>
  shownShifts(tab)
    .filter(({ closedAtMs }) => closedAtMs === null)
    .sort((a, b) => (a.id < b.id ? -1 : 1))[0]

export const shiftIdOf = (tab: SyncEngine): string | null => openShiftOf(tab)?.id ?? null

const ACTIONS: ReadonlySet<Action['do']> = new Set<DrawerAction['do']>(['openShift', 'moveCash', 'closeShift'])

export const isAtDrawer = (action: Action): action is DrawerAction => ACTIONS.has(action.do)

/** Returns the command for an action at the drawer, or undefined when the tab shows no shift to which it belongs. */
export function drawerDoingOf(action: DrawerAction, tab: SyncEngine): Doing | undefined {
  if (action.do === 'openShift') return { command: openShift, args: openingOf(action.floatCents, tab) }
  const shift = openShiftOf(tab)
  if (!shift) return undefined
  const { id: shiftId, expectedCents } = shift
  if (action.do === 'moveCash') {
    const { way: kind, amountCents } = action
    return { command: moveCash, args: { moveId: tab.newId(), shiftId, kind, amountCents, reason: 'simulated' } }
  }
  const countedCents = Math.max(0, expectedCents - action.missingCents)
  const leftCents = Math.floor((countedCents * action.leftPercent) / 100)
  const z = figuresOf(shift, { takings: [], moves: [] })
  return { command: closeShift, args: { shiftId, countedCents, counts: [], leftCents, note: '', z } }
}

function openingOf(openingCents: number, tab: SyncEngine) {
  const all = shownShifts(tab)
  const closed = all.filter(({ closedAtMs }) => closedAtMs !== null).sort((a, b) => (b.closedAtMs ?? 0) - (a.closedAtMs ?? 0))
  return {
    ...{ shiftId: tab.newId(), number: all.length + 1, drawer: 'Drawer 1', clientId: tab.replica.state.clientId },
    ...{ openingCents: cents(openingCents), leftBeforeCents: closed.length === 0 ? null : (closed[0]?.leftCents ?? ZERO_CENTS) },
  }
}
