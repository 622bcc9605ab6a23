import type * as z from 'zod/mini'

/** Base of every row: an id that never changes. */
export type Row = { readonly id: string }

/** Viewers of a row: all admins, every signed-in user, or one user. */
export type Audience = 'admins' | 'everyone' | `user:${string}`

/** A named set of rows. `Name` is its name on the wire and in the stores. */
export type Collection<Name extends string = string, R extends Row = Row> = {
  readonly name: Name
  /** The whole row, as an admin sees it. */
  readonly schema: z.ZodMiniType<R>
  /** Fields besides `id` by which commands may look up rows. The server indexes them, and their values are strings or null. */
  readonly indexes: readonly (keyof R & string)[]
  /** `synced`: the rows reach the devices of their audience. `server-only`: commands write the rows but never read them, and devices drop these
   *  writes. */
  readonly reach: 'synced' | 'server-only'
  /** Returns the viewers of a row, from nothing but the row. */
  readonly audience: (row: R) => readonly Audience[]
  /** Fields that viewers other than admins receive. `id` is always included. */
  readonly userFields: 'all' | readonly (keyof R & string)[]
}

/** Row type of a collection. */
export type RowOf<C> = C extends Collection<string, infer R> ? R : never

/** Declares a collection. By default it is synced, visible to admins only, and looked up by id only. */
export function defineCollection<const Name extends string, R extends Row>(
  definition: Pick<Collection<Name, R>, 'name' | 'schema'> & Partial<Omit<Collection<Name, R>, 'name' | 'schema'>>,
): Collection<Name, R> {
  return { indexes: [], reach: 'synced', audience: () => ['admins'], userFields: [], ...definition }
}
