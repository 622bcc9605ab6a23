import type { Chance } from './chance.ts'

type AtTab = { readonly device: number; readonly tab: number }

/** An action at the drawer of the shop's tills: the float, cash that moves, and the count. */
export type DrawerAction = AtTab &
  (
    | { readonly do: 'openShift'; readonly floatCents: number }
    | { readonly do: 'moveCash'; readonly way: (typeof WAYS)[number]; readonly amountCents: number }
    /** `missingCents`: negative when there is too much; `leftPercent`: share of the count that stays in the drawer. */
    | { readonly do: 'closeShift'; readonly missingCents: number; readonly leftPercent: number }
  )

const WAYS = ['in', 'out', 'drop', 'no_sale'] as const

/** Relative frequency of each kind among all actions. */
export const DRAWER_WEIGHTS: readonly (readonly [DrawerAction['do'], number])[] = [
  ['openShift', 8],
  ['moveCash', 10],
  ['closeShift', 8],
]

/** A random action of this kind; undefined for a kind that belongs elsewhere. */
export function drawerAction(kind: string, chance: Chance, at: AtTab): DrawerAction | undefined {
  const amountCents = 1 + chance.below(5_000)
  switch (kind) {
    case 'openShift':
      return { do: kind, ...at, floatCents: amountCents }
    case 'moveCash': {
      const way = chance.pick(WAYS)
      return { do: kind, ...at, way, amountCents: way === 'no_sale' ? 0 : amountCents }
    }
    case 'closeShift':
      return { do: kind, ...at, missingCents: chance.pick([0, 0, 200, -35]), leftPercent: chance.pick([0, 30, 100]) }
    default:
      return undefined
  }
}
