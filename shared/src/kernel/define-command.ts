import type * as z from 'zod/mini'
import type { Assurance } from './define-call.ts'
import type { Collection, Row, RowOf } from './define-collection.ts'

// biome-ignore lint/suspicious/noExplicitAny: a list of collections of any row type needs a bivariant bound
type AnyCollection = Collection<string, any>

/** The one who runs a command. `system`: the server itself (set-up, jobs, command line); `wasAdmin`: a former admin. */
export type Actor = { readonly uid: string; readonly role: 'admin' | 'user' | 'system'; readonly wasAdmin: boolean }

/** Rows that a command reads or writes, named before it runs: the server fetches and locks them, the device knows they are present. `lock: false`
 *  skips the lock, for rows the command only reads. */
export type Touch =
  | { readonly collection: AnyCollection; readonly id: string; readonly lock: boolean }
  | { readonly collection: AnyCollection; readonly field: string; readonly value: string; readonly lock: boolean }

/** Names one row by id. */
export function byId(collection: AnyCollection, id: string, lock = true): Touch {
  return { collection, id, lock }
}

/** Names all rows whose indexed field has this value. */
export function byField<C extends AnyCollection>(collection: C, field: keyof RowOf<C> & string, value: string, lock = true): Touch {
  return { collection, field, value, lock }
}

/** Port through which a command reads and writes; reads see its own writes. Reading a row that `touches` does not name throws, because that is a
 *  bug. */
export type CommandTx = {
  get<C extends AnyCollection>(collection: C, id: string): RowOf<C> | undefined
  /** Sorted by id. */
  where<C extends AnyCollection>(collection: C, field: keyof RowOf<C> & string, value: string): readonly RowOf<C>[]
  put<C extends AnyCollection>(collection: C, row: RowOf<C>): void
  remove(collection: AnyCollection, id: string): void
}

/** Everything a run takes from outside, so that another run has the same outcome. */
export type CommandContext = {
  readonly commandId: string
  /** Time of the command, in milliseconds since 1970. On the server, `datedBy` decides it; on the device, it is the command's `at` (law *Clocks*). */
  readonly nowMs: number
  readonly actor: Actor
  /** The next id derived from the command's id: every run yields the same sequence. */
  readonly newId: () => string
}

/** One write of the product, defined once and run on both sides (law *Commands*). */
export type Command<Name extends string = string, Args = unknown> = {
  readonly name: Name
  /** Version of `args`. `upgrades` brings an older queued command up to date, so that no command is refused for its age. */
  readonly version: number
  readonly args: z.ZodMiniType<Args>
  /** `upgrades[n]` turns arguments of version n into version n+1. Kept for good, because outboxes hold old commands for months. */
  readonly upgrades: Readonly<Record<number, (args: unknown) => unknown>>
  readonly roles: readonly Actor['role'][]
  /** `device`: devices queue it, even offline, and REST routes run it. `server`: only a call runs it, because it needs a live answer. */
  readonly channel: 'device' | 'server'
  /** Records something that happened in the shop, so it is accepted even after the person's role was withdrawn (law *Facts*). */
  readonly isFact: boolean
  /** Clock that dates the command on the server. `till`: the device's, since the work happened in the shop, perhaps days before it arrives;
   *  `receipt`: the server's. Nothing that a consignor may send is dated by `till` (law *Clocks*). */
  readonly datedBy: 'till' | 'receipt'
  /** Pays money out, or releases money held for a payout. After a restore it is refused with PAYOUTS_CLOSED until an admin confirms the restore;
   *  replays are accepted (law *Lost futures*). */
  readonly paysOut: boolean
  /** Proof that a person needs, besides the session, to run it through a call. Only for the channel `server`, never for a fact: a command that a
   *  device queued is not refused because the person's proof is too old. */
  readonly assurance?: Assurance
  /** Refusal codes `run` may throw. */
  readonly refusals: readonly string[]
  /** Queued saves with the same key replace each other while unsent (law *Carts*). */
  readonly replaces?: (args: Args) => string
  readonly touches: (args: Args) => readonly Touch[]
  /** The rule itself, synchronous. It throws a Refusal to refuse; any other error is a bug. */
  readonly run: (tx: CommandTx, args: Args, ctx: CommandContext) => void
}

type Definition<Name extends string, Args> = Pick<Command<Name, Args>, 'name' | 'args' | 'roles' | 'touches' | 'run'> &
  Partial<Omit<Command<Name, Args>, 'name' | 'args' | 'roles' | 'touches' | 'run'>>

/** Declares a command. Defaults: version 1, queued by devices, not a fact, no refusals. Facts are dated by the till, others at receipt. */
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
