import type { User } from '@shop/shared/accounts/schema.ts'
import type { AnyCollection, Row } from '@shop/shared/kernel/define-command.ts'
import type { CommandResult, WireRow } from '@shop/shared/kernel/wire.ts'
import type { Server } from '../src/sync/ports/ports.ts'

/** The people of a shop, by uid. */
export type People = { readonly admins: readonly string[]; readonly consignors: readonly string[] }

/** The server of a simulated shop, of either depth, and what may befall it. */
export interface SimulatedServer {
  readonly people: People
  /** What it holds can be looked at while it runs. */
  readonly isOpenBook: boolean
  /** The engine's port for one person, without any fault of the network. */
  portFor(uid: string, isTokenExpired: () => boolean): Server
  restart(): Promise<void>
  backup(): Promise<void>
  /** It went back to a backup that was taken while a transaction was open, which may look like no restore at all until rows are compared. */
  readonly isHalfwayBack: boolean
  /** False when there is no backup yet. */
  restore(nth: number): Promise<boolean>
  /** Goes over to the second release. */
  upgrade(): Promise<void>
  setRole(person: number, role: User['role']): Promise<void>
  /** Somebody whom the simulation does not follow changes rows. */
  writeElsewhere(): Promise<void>
  /** What is true in the end; the server may have to stop for it. */
  examine(): Promise<Truth>
}

/** What the server holds. */
export interface Truth {
  all<R extends Row>(collection: AnyCollection): R[]
  resultOf(commandId: string): CommandResult | undefined
  /** What the server's own checks found wrong. */
  readonly complaints?: readonly string[]
  /** What this person's devices must hold, by collection and id. */
  visibleTo(uid: string): ReadonlyMap<string, ReadonlyMap<string, WireRow>>
}
