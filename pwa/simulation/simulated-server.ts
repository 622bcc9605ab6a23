import type { User } from '@shop/shared/accounts/schema.ts'
import type { AnyCollection, Row } from '@shop/shared/kernel/define-command.ts'
import type { CommandResult, WireRow } from '@shop/shared/kernel/wire.ts'
import type { Server } from '../src/sync/ports/ports.ts'
import type { Deed, ImportedRow, ImportMode } from './oracle/deeds.ts'
import type { AboutOffer } from './oracle/trades.ts'

/** The people of a shop, by uid. `earlier`: an account that each consignor had before joining, if the shop knows of any. */
export type People = {
  readonly admins: readonly string[]
  readonly consignors: readonly string[]
  readonly earlier: readonly string[]
}

/** Somebody's deeds, and the command that carries it to the server. */
export type Done = { readonly commandId: string; readonly byUid: string; readonly deeds: readonly Deed[] }

/** A call of a page of the marketplace. `key`: the request's Idempotency-Key, which is the id of its command. */
export type TradeRequest = { readonly key: string } & (
  | {
      readonly do: 'ask'
      readonly barcode: string
      readonly quantity: number
      readonly priceCents: number
      readonly isOwnShipping: boolean
    }
  | (AboutOffer & { readonly do: 'agree' | 'counter'; readonly priceCents: number })
  | (AboutOffer & { readonly do: 'refuse' })
  | { readonly do: 'callOff' | 'label' | 'undo'; readonly tradeId: string }
  | {
      readonly do: 'rule'
      readonly itemId: string
      readonly acceptAtCents: number | null
      readonly declineBelowCents: number | null
    }
  /** `isLabelled`: true for an order with the buyer's own label. */
  | { readonly do: 'ship'; readonly tradeId: string; readonly isLabelled: boolean }
)

/** A call of a page that only admins see. `key`: as of a trade. */
export type DeskRequest = { readonly key: string } & (
  | { readonly do: 'adjust'; readonly uid: string; readonly targetCents: number; readonly seenCents: number }
  | { readonly do: 'close'; readonly uid: string }
  | { readonly do: 'migrate'; readonly fromUid: string; readonly toUid: string }
  | { readonly do: 'import'; readonly uid: string | null; readonly mode: ImportMode; readonly rows: readonly ImportedRow[] }
)

export type CallRequest = TradeRequest | DeskRequest

/** The server as one person's pages reach it. */
export interface PersonalServer extends Server {
  /** Answers false when the server refuses. */
  call(request: CallRequest): Promise<boolean>
}

/** The server of a simulated shop, in memory or real, with the misfortunes it can meet. */
export interface SimulatedServer {
  readonly people: People
  /** True if `examine` leaves the server running. */
  readonly isOpenBook: boolean
  /** True if the server looks after its trades by a clock of its own, which no history is long enough to see. */
  readonly hasOwnClock: boolean
  /** The engine's port for one person, without network faults. */
  portFor(uid: string, isTokenExpired: () => boolean): PersonalServer
  /** The id of the trade that a person's request makes. */
  tradeIdOf(uid: string, key: string): string
  restart(): Promise<void>
  backup(): Promise<void>
  /** True after the restore of a backup that was taken while a transaction may have been open. Devices may notice such a restore only by comparing
   *  rows. */
  readonly isHalfwayBack: boolean
  /** Number of restores so far. */
  readonly restores: number
  /** False when there is no backup yet. */
  restore(nth: number): Promise<boolean>
  /** Upgrades to the second release. */
  upgrade(): Promise<void>
  setRole(person: number, role: User['role']): Promise<void>
  /** Changes rows from outside the simulated devices. Returns the command that did it, if one did. */
  writeElsewhere(): Promise<Done | null>
  /** Ends trades whose time is over and reminds of those whose time is short, as the server does by itself. */
  keepTrades(): Promise<void>
  /** Moves returns that arrived before their sale, as the server does by itself every minute. */
  keepReturns(): Promise<void>
  /** Reads the final truth; the server may have to stop for it. */
  examine(): Promise<Truth>
}

/** The server's contents. */
export interface Truth {
  all<R extends Row>(collection: AnyCollection): R[]
  resultOf(commandId: string): CommandResult | undefined
  /** Errors that the server's own checks found. */
  readonly complaints?: readonly string[]
  /** The rows this person's devices must have, by collection and id. */
  visibleTo(uid: string): ReadonlyMap<string, ReadonlyMap<string, WireRow>>
}
