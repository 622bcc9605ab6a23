import type * as z from 'zod/mini'
import type { Assurance } from './define-call.ts'
import type { Collection, Row, RowOf } from './define-collection.ts'

// biome-ignore lint/suspicious/noExplicitAny: a list of collections of any row type needs a bivariant bound
type AnyCollection = Collection<string, any>

/** The user who runs a command. `system`: the server itself (set-up, jobs, command line); `wasAdmin`: true for a former admin. */
export type Actor = { readonly uid: string; readonly role: 'admin' | 'user' | 'system'; readonly wasAdmin: boolean }

/** Rows that a command names by an id or by the value of a field. */
export type DirectTouch =
  | { readonly collection: AnyCollection; readonly id: string; readonly lock: boolean }
  | { readonly collection: AnyCollection; readonly field: string; readonly value: string; readonly lock: boolean }

/** A field of one row that holds the id of another row. */
type Reference = { readonly collection: AnyCollection; readonly id: string; readonly field: string }

/** Rows that a command reads or writes. The server fetches and locks them before the command runs; `lock: false` skips the lock, for rows that the
 *  command only reads. */
export type Touch = DirectTouch | { readonly collection: AnyCollection; readonly reference: Reference; readonly lock: boolean }

/** Names one row by id. */
export function byId(collection: AnyCollection, id: string, lock = true): Touch {
  return { collection, id, lock }
}

/** Names all rows whose indexed field has this value. */
export function byField<C extends AnyCollection>(collection: C, field: keyof RowOf<C> & string, value: string, lock = true): Touch {
  return { collection, field, value, lock }
}

/** Names the row whose id is in a field of another row; no row when that field is empty. No command that devices queue may change the field. */
export function byReference<C extends AnyCollection>(
  collection: AnyCollection,
  { of, id, field }: { readonly of: C; readonly id: string; readonly field: keyof RowOf<C> & string },
  lock = true,
): Touch {
  return { collection, reference: { collection: of, id, field }, lock }
}

/** Interface through which a command reads and writes rows; reads see the command's own writes. Reading a row that `touches` does not name is a bug
 *  and throws an error. */
export type CommandTx = {
  get<C extends AnyCollection>(collection: C, id: string): RowOf<C> | undefined
  /** Sorted by id. */
  where<C extends AnyCollection>(collection: C, field: keyof RowOf<C> & string, value: string): readonly RowOf<C>[]
  put<C extends AnyCollection>(collection: C, row: RowOf<C>): void
  remove(collection: AnyCollection, id: string): void
  /** Keeps the command's arguments out of the server's log, because they name somebody who was erased or are as large as a file. */
  forgetArgs(): void
}

/** Values that a run takes from outside. The same values give the same outcome. */
export type CommandContext = {
  readonly commandId: string
  /** Time of the command, in milliseconds since 1970. On the device it is the command's `at`; on the server, `datedBy` selects the clock (law
   *  *Clocks*). */
  readonly nowMs: number
  /** Time at which the server first received the command, whichever clock dates it; null on a device, which cannot know this time. */
  readonly receivedAtMs: number | null
  /** True for a command that the shop acknowledged before a restore, and that its device has returned. */
  readonly isReturned: boolean
  readonly actor: Actor
  /** Derives the next id from the command's id. Every run gives the same sequence of ids. */
  readonly newId: () => string
}

/** A write of the product. Device and server run the same definition (law *Commands*). */
export type Command<Name extends string = string, Args = unknown> = {
  readonly name: Name
  /** Version of `args`. */
  readonly version: number
  readonly args: z.ZodMiniType<Args>
  /** `upgrades[n]` turns arguments of version n into version n+1. Every upgrade stays in the code, because outboxes hold old commands for months. */
  readonly upgrades: Readonly<Record<number, (args: unknown) => unknown>>
  readonly roles: readonly Actor['role'][]
  /** `device`: devices queue the command, even offline, and REST routes run it. `server`: only the server runs it, because it needs a live answer. */
  readonly channel: 'device' | 'server'
  /** True when the command records something that happened in the shop. The server then accepts it even from a former admin (law *Facts*). */
  readonly isFact: boolean
  /** Clock that dates the command on the server. `till`: the device's clock, because the work may have happened days before the command arrives.
   *  `receipt`: the server's clock, which also dates every command of a consignor (law *Clocks*). */
  readonly datedBy: 'till' | 'receipt'
  /** True when the command pays a payout or a trade's sellers, holds money for a payout or a trade, deletes a payout request, or gives out postage. After a restore, the
   *  server refuses it with PAYOUTS_CLOSED until an admin confirms the restore. Sealed replays are accepted (law *Lost futures*). */
  readonly paysOut: boolean
  /** Proof that a person needs besides the session. A command of the channel `device` declares one only with `proofIf`, because a proof can grow too
   *  old while the command waits in the outbox. */
  readonly assurance?: Assurance
  /** True when this run needs the proof; without `proofIf`, every run does. The server checks it at a push as well as at a call. */
  readonly proofIf?: (tx: Pick<CommandTx, 'get' | 'where'>, args: Args, actor: Actor) => boolean
  /** Codes of the refusals that `run` may throw. */
  readonly refusals: readonly string[]
  /** Returns a key. A newly queued command replaces the unsent command with the same key (law *Carts*). */
  readonly replaces?: (args: Args) => string
  readonly touches: (args: Args) => readonly Touch[]
  /** Applies the rule, synchronously. It throws a Refusal to refuse; any other error is a bug. */
  readonly run: (tx: CommandTx, args: Args, ctx: CommandContext) => void
}

type Definition<Name extends string, Args> = Pick<Command<Name, Args>, 'name' | 'args' | 'roles' | 'touches' | 'run'> &
  Partial<Omit<Command<Name, Args>, 'name' | 'args' | 'roles' | 'touches' | 'run'>>

/** Declares a command. By default it has version 1, devices queue it, and it is no fact; `datedBy` is `till` for facts and `receipt` for all
 *  others. */
export function defineCommand<const Name extends string, Args>(definition: Definition<Name, Args>): Command<Name, Args> {
  const datedBy = definition.isFact ? 'till' : 'receipt'
  return { version: 1, upgrades: {}, channel: 'device', isFact: false, datedBy, paysOut: false, refusals: [], ...definition }
}

/** Any command of the registry. */
// biome-ignore lint/suspicious/noExplicitAny: a list of commands of any arguments needs a bivariant bound
export type AnyCommand = Command<string, any>

/** Arguments of a command. */
export type ArgsOf<C> = C extends Command<string, infer Args> ? Args : never

export type { AnyCollection, Row }
