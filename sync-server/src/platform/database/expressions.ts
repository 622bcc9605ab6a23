import { type Expression, type RawBuilder, sql } from 'kysely'

/** The database's clock. */
export const now = (): RawBuilder<Date> => sql<Date>`now()`

/** Time by the database's clock, in the past for a negative number. */
export const secondsFromNow = (seconds: number): RawBuilder<Date> => sql<Date>`now() + make_interval(secs => ${seconds}::double precision)`

export const daysFromNow = (days: number): RawBuilder<Date> => sql<Date>`now() + make_interval(days => ${days}::integer)`

/** Right side of `column =` that matches each of these values. It takes one parameter regardless of their number, even for none. */
export const anyOf = <Value extends string>(values: Iterable<Value>): RawBuilder<Value> => sql<Value>`any(${[...values]}::text[])`

/** The text, or null if it is empty. */
export const textOrNull = (text: Expression<string | null>): RawBuilder<string | null> => sql<string | null>`nullif(${text}, '')`

/** Waits for the lock with this name, which the transaction then holds until it ends. */
export const lockNamed = (name: string): RawBuilder<unknown> => sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`

/** Lets each statement of this transaction wait up to ten seconds for a lock. */
export const longWaits = (): RawBuilder<string> => sql<string>`set_config('lock_timeout', '10s', true)`

/** Id of this transaction. Reading the id assigns one to the transaction. */
export const currentXid = (): RawBuilder<number> => sql<number>`pg_current_xact_id()::text::bigint`
