import type * as z from 'zod/mini'
import type { Collection, Row, RowOf } from './define-collection.ts'

// biome-ignore lint/suspicious/noExplicitAny: a list of collections of any row type needs a bivariant bound
type AnyCollection = Collection<string, any>

/** Who runs a command. `system` is the server itself (set-up, jobs, the command line). `wasAdmin`: an admin once, whose role was withdrawn. */
export type Actor = { readonly uid: string; readonly role: 'admin' | 'user' | 'system'; readonly wasAdmin: boolean }

/** Rows a command reads or writes, named before it runs, so that they can be locked and fetched (server) or are known to be there (device).
 *  `lock: false` reads without locking: for rows the command only looks at. */
export type Touch =
  | { readonly collection: AnyCollection; readonly id: string; readonly lock: boolean }
  | { readonly collection: AnyCollection; readonly field: string; readonly value: string; readonly lock: boolean }

/** Names one row, by id. */
export function byId(collection: AnyCollection, id: string, lock = true): Touch {
  return { collection, id, lock }
}

/** Names all rows whose indexed field has this value. */
export function byField<C extends AnyCollection>(collection: C, field: keyof RowOf<C> & string, value: string, lock = true): Touch {
  return { collection, field, value, lock }
}

/** The port a command works through. Reads see the command's own writes. Reading what `touches` did not name throws: that is a bug. */
export type CommandTx = {
  get<C extends AnyCollection>(collection: C, id: string): RowOf<C> | undefined
  /** In the order of their ids. */
  where<C extends AnyCollection>(collection: C, field: keyof RowOf<C> & string, value: string): readonly RowOf<C>[]
  put<C extends AnyCollection>(collection: C, row: RowOf<C>): void
  remove(collection: AnyCollection, id: string): void
}

/** What a run is handed from outside, so that it can be run again with the same outcome. */
export type CommandContext = {
  readonly commandId: string
  /** The command's moment: its `at`, never after its receipt by the server (design §4 Clocks). Milliseconds since 1970. */
  readonly nowMs: number
  readonly actor: Actor
  /** The next id derived from the command's id: the same sequence at every run. */
  readonly newId: () => string
}

/** One write of the product, defined once and run on both sides (design §1). */
export type Command<Name extends string = string, Args = unknown> = {
  readonly name: Name
  /** Version of `args`. An older queued command is brought up by `upgrades`, never refused for its age. */
  readonly version: number
  readonly args: z.ZodMiniType<Args>
  /** `upgrades[n]` turns arguments of version n into those of version n+1. Versions are kept for good. */
  readonly upgrades: Readonly<Record<number, (args: unknown) => unknown>>
  readonly roles: readonly Actor['role'][]
  /** `device`: devices queue it, offline too, and REST doors run it. `server`: only a call of ours runs it (it needs a live answer). */
  readonly channel: 'device' | 'server'
  /** A fact happened in the shop: it is recorded even when the role was withdrawn meanwhile (design §4 Facts at the till). */
  readonly isFact: boolean
  /** Money leaves the shop by it, or what is held for that is let go: refused PAYOUTS_CLOSED while a restore from a backup waits for an admin's
   *  confirmation, replays excepted (design §4 Lost futures). */
  readonly paysOut: boolean
  /** Refusal codes `run` may throw. */
  readonly refusals: readonly string[]
  /** Queued saves with the same key replace each other while unsent (design §4 Carts). */
  readonly replaces?: (args: Args) => string
  readonly touches: (args: Args) => readonly Touch[]
  /** The rule itself. Synchronous; throws Refusal to refuse, anything else is a bug. */
  readonly run: (tx: CommandTx, args: Args, ctx: CommandContext) => void
}

type Definition<Name extends string, Args> = Pick<Command<Name, Args>, 'name' | 'args' | 'roles' | 'touches' | 'run'> &
  Partial<Omit<Command<Name, Args>, 'name' | 'args' | 'roles' | 'touches' | 'run'>>

/** Declares a command. Defaults: version 1, queued by devices, not a fact, no refusals. */
export function defineCommand<const Name extends string, Args>(definition: Definition<Name, Args>): Command<Name, Args> {
  return { version: 1, upgrades: {}, channel: 'device', isFact: false, paysOut: false, refusals: [], ...definition }
}

/** Any command of the registry. */
// biome-ignore lint/suspicious/noExplicitAny: a list of commands of any arguments needs a bivariant bound
export type AnyCommand = Command<string, any>

/** Arguments of a command. */
export type ArgsOf<C> = C extends Command<string, infer Args> ? Args : never

export type { AnyCollection, Row }
