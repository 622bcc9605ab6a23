import type * as z from 'zod/mini'

/** What every synced row has: an id that never changes. */
export type Row = { readonly id: string }

/** Who may see a row: all admins, every signed-in user, or one user. */
export type Audience = 'admins' | 'everyone' | `user:${string}`

/** A named set of rows. `Name` is its name on the wire and in the stores. */
export type Collection<Name extends string = string, R extends Row = Row> = {
  readonly name: Name
  /** The whole row as an admin sees it. */
  readonly schema: z.ZodMiniType<R>
  /** Fields (besides `id`) that commands may look rows up by, and that the server indexes. Their values are strings or null. */
  readonly indexes: readonly (keyof R & string)[]
  /** `synced` rows reach the devices of their audience; `server-only` rows are written by commands, never read by them, and devices drop the writes (design §5). */
  readonly reach: 'synced' | 'server-only'
  /** Who sees this row. A pure function of the row. */
  readonly audience: (row: R) => readonly Audience[]
  /** The fields a viewer who is not an admin receives; `id` always goes along. */
  readonly userFields: 'all' | readonly (keyof R & string)[]
}

/** Row type of a collection. */
export type RowOf<C> = C extends Collection<string, infer R> ? R : never

/** Declares a collection (design §1). Defaults: synced, seen by admins alone, no fields for others, no look-up but by id. */
export function defineCollection<const Name extends string, R extends Row>(
  definition: Pick<Collection<Name, R>, 'name' | 'schema'> & Partial<Omit<Collection<Name, R>, 'name' | 'schema'>>,
): Collection<Name, R> {
  return { indexes: [], reach: 'synced', audience: () => ['admins'], userFields: [], ...definition }
}
