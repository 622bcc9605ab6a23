import type { Chance } from './chance.ts'
import { OWNERS } from './office.ts'

type AtTab = { readonly device: number; readonly tab: number }

/** An action of an admin at the desk, which needs the server's answer at once. */
export type DeskAction = AtTab &
  (
    | { readonly do: 'adjustBalance'; readonly owner: number; readonly targetCents: number }
    /** `nth`: the earlier account. */
    | { readonly do: 'migrate' | 'closeAccount'; readonly nth: number }
    /** `owner`: 0 for the shop. */
    | { readonly do: 'importFile'; readonly owner: number; readonly mode: (typeof MODES)[number]; readonly lines: readonly FileLine[] }
  )

type FileLine = { readonly barcode: string; readonly quantity: number }

const MODES = ['update', 'update', 'skip', 'add'] as const
/** Few, so that files meet each other's goods and those that came in otherwise. */
const BARCODES = ['file 0', 'file 0', 'file 1', 'mass 0', '4'] as const

/** Relative frequency of each kind among all actions. */
export const DESK_WEIGHTS: readonly (readonly [DeskAction['do'], number])[] = [
  ['adjustBalance', 3],
  ['migrate', 1],
  ['closeAccount', 0.2],
  ['importFile', 2],
]

/** A random action of this kind; undefined for a kind that belongs elsewhere. */
export function deskAction(kind: string, chance: Chance, at: AtTab): DeskAction | undefined {
  switch (kind) {
    case 'adjustBalance':
      return { do: kind, ...at, owner: chance.pick(OWNERS), targetCents: chance.below(9_000) - 1_000 }
    // the other earlier account stays open, so that it can move
    case 'closeAccount':
      return { do: kind, ...at, nth: 1 }
    case 'migrate':
      return { do: kind, ...at, nth: chance.below(2) }
    case 'importFile': {
      const lines = Array.from({ length: 1 + chance.below(3) }, () => ({ barcode: chance.pick(BARCODES), quantity: chance.below(4) }))
      return { do: kind, ...at, owner: chance.isHit(0.3) ? 0 : chance.pick(OWNERS), mode: chance.pick(MODES), lines }
    }
    default:
      return undefined
  }
}

const KINDS: ReadonlySet<string> = new Set(DESK_WEIGHTS.map(([kind]) => kind))

export const isAtDesk = (action: { readonly do: string }): action is DeskAction => KINDS.has(action.do)
