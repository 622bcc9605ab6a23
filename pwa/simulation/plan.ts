import type { Discount } from '@shop/shared/sales/reduction-schema.ts'
import type { DeskAction } from './desk.ts'
import type { DrawerAction } from './drawer.ts'
import type { MarketAction } from './market.ts'
import type { OfficeAction } from './office.ts'

/** A discount without its reason. */
export type PlannedDiscount = Pick<Discount, 'kind' | 'value' | 'bearer'>

/** One action. Devices, tabs and goods are numbered by position, so that a plan stays meaningful when parts are removed from it. */
export type Action =
  | OfficeAction
  | DeskAction
  | DrawerAction
  | MarketAction
  | {
      readonly do: 'sell'
      readonly device: number
      readonly tab: number
      readonly goods: readonly {
        readonly nth: number
        readonly quantity: number
        readonly priceCents: number
        readonly discount?: PlannedDiscount | undefined
      }[]
      /** A discount on the whole sale. */
      readonly discount?: PlannedDiscount | undefined
      readonly isDoubleTap: boolean
    }
  | { readonly do: 'addItem'; readonly device: number; readonly tab: number; readonly quantity: number; readonly owner: number }
  | { readonly do: 'edit'; readonly device: number; readonly tab: number; readonly nth: number; readonly delta: number }
  | { readonly do: 'recount'; readonly device: number; readonly tab: number; readonly nth: number; readonly counted: number }
  | { readonly do: 'remove'; readonly device: number; readonly tab: number; readonly nth: number }
  | {
      readonly do: 'allocate'
      readonly device: number
      readonly tab: number
      readonly nth: number
      readonly owner: number
      readonly quantity: number
    }
  /** `times`: number of saves while somebody fills the cart. */
  | { readonly do: 'saveCart'; readonly device: number; readonly tab: number; readonly cart: number; readonly times?: number }
  | { readonly do: 'sellCart'; readonly device: number; readonly tab: number; readonly cart: number }
  | { readonly do: 'void' | 'giveBack'; readonly device: number; readonly tab: number; readonly nth: number }
  | {
      readonly do: 'settleSuspended'
      readonly device: number
      readonly tab: number
      readonly nth: number
      readonly decision: 'accept' | 'reject'
    }
  | {
      readonly do:
        | 'openTab'
        | 'killBrowser'
        | 'cutPower'
        | 'cutNetwork'
        | 'mendNetwork'
        | 'expireToken'
        | 'signInAgain'
        | 'loseStorage'
        | 'loseStorageInUse'
        | 'cloneStorage'
        | 'upgradeApp'
        | 'fillDisk'
        | 'freeDisk'
      readonly device: number
    }
  /** `whileTalking`: the kill waits until a request of the device is under way. */
  | { readonly do: 'killTab'; readonly device: number; readonly tab: number; readonly whileTalking?: true }
  /** `operations`: how many more database operations the tab performs before it dies. */
  | { readonly do: 'killTabInTransaction'; readonly device: number; readonly tab: number; readonly operations: number }
  /** Lets time pass until everything on the device is acknowledged, but not for ever. */
  | { readonly do: 'comeUpToDate'; readonly device: number }
  | { readonly do: 'corruptRow'; readonly device: number; readonly harm: Harm }
  | { readonly do: 'setClock'; readonly device: number; readonly offsetMs: number }
  /** The second consignor's phone comes into the shop. */
  | { readonly do: 'bringPhone' }
  | { readonly do: 'restartServer' | 'backupServer' | 'upgradeServer' | 'writeElsewhere' }
  | { readonly do: 'restoreServer'; readonly nth: number }
  | { readonly do: 'handOver'; readonly device: number; readonly tab: number; readonly to: number; readonly isBroken: boolean }
  | { readonly do: 'withdrawRole' | 'grantRole'; readonly person: number }
  | { readonly do: 'pass'; readonly ms: number }
  /** Lets hours pass, and then the server looks after the trades. */
  | { readonly do: 'keepTrades'; readonly hours: number }

/** Damage to a device's stored rows: one is missing, one has an older version, or one was never on the server. */
export const HARMS = ['missing', 'stale', 'surplus'] as const
export type Harm = (typeof HARMS)[number]

/** An action, and the number of other steps after it. */
export type Planned = { readonly action: Action; readonly steps: number }
