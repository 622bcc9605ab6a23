import { type Expression, type RawBuilder, sql } from 'kysely'

/** The database's clock. */
export const now = (): RawBuilder<Date> => sql<Date>`now()`

/** A moment by the database's clock; one that is past, of a negative number. */
export const secondsFromNow = (seconds: number): RawBuilder<Date> => sql<Date>`now() + make_interval(secs => ${seconds}::double precision)`

/** A moment by the database's clock; one that is past, of a negative number. */
export const daysFromNow = (days: number): RawBuilder<Date> => sql<Date>`now() + make_interval(days => ${days}::integer)`

/** To compare a column with, by `=`: one parameter and one statement for any number of values, none among them. */
export const anyOf = <Value extends string>(values: Iterable<Value>): RawBuilder<Value> => sql<Value>`any(${[...values]}::text[])`

/** A text, or null in place of an empty one. */
export const textOrNull = (text: Expression<string | null>): RawBuilder<string | null> => sql<string | null>`nullif(${text}, '')`

/** The id of this transaction, which it gets by being asked for it. */
export const currentXid = (): RawBuilder<number> => sql<number>`pg_current_xact_id()::text::bigint`
