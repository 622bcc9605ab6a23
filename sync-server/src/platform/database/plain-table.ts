import type { ColumnType } from 'kysely'

/** Column types of tables without a collection, by their names in information_schema. */
type PlainType = 'text' | 'integer' | 'bigint' | 'double precision' | 'boolean' | 'jsonb' | 'timestamp with time zone' | 'uuid' | 'xid8'

/** A column. `of` exists only for the compiler: the types that queries read and write. */
export type PlainColumn<Read = unknown, Inserted = unknown, Written = unknown> = {
  readonly type: PlainType
  readonly isNullable: boolean
  /** True when the database fills in the column for an insert without it. */
  readonly hasDefault: boolean
  readonly of?: ColumnType<Read, Inserted, Written>
}

/** A table without a collection. */
export type PlainTable<
  Name extends string = string,
  Columns extends Readonly<Record<string, PlainColumn>> = Readonly<Record<string, PlainColumn>>,
> = {
  readonly name: Name
  readonly columns: Columns
}

/** Types of plain tables for queries, by name. */
export type PlainTables<Table extends PlainTable> = {
  [One in Table as One['name']]: { [Name in keyof One['columns']]: NonNullable<One['columns'][Name]['of']> }
}

/** Declares a table without a collection. A migration creates the table, and a test compares it with this declaration. */
export const definePlainTable = <const Name extends string, Columns extends Readonly<Record<string, PlainColumn>>>(
  name: Name,
  columns: Columns,
): PlainTable<Name, Columns> => ({ name, columns })

const column = <Read, Written = Read>(type: PlainType): PlainColumn<Read, Written, Written> => ({
  type,
  isNullable: false,
  hasDefault: false,
})

/** Columns that are never null, by type. A jsonb is written as JSON text, because both drivers accept that. */
export const text = <Value extends string = string>() => column<Value>('text')
export const integer = () => column<number>('integer')
export const bigint = () => column<number>('bigint')
export const double = () => column<number>('double precision')
export const boolean = () => column<boolean>('boolean')
export const jsonb = <Value = unknown>() => column<Value, string>('jsonb')
export const timestamp = () => column<Date>('timestamp with time zone')
export const uuid = () => column<string>('uuid')
export const xid = () => column<string>('xid8')

/** Makes a column nullable. */
export const orNull = <Read, Inserted, Written>(
  one: PlainColumn<Read, Inserted, Written>,
): PlainColumn<Read | null, Inserted | null, Written | null> => ({
  ...one,
  of: undefined,
  isNullable: true,
})

/** Makes a column optional in an insert. */
export const withDefault = <Read, Inserted, Written>(
  one: PlainColumn<Read, Inserted, Written>,
): PlainColumn<Read, Inserted | undefined, Written> => ({
  ...one,
  of: undefined,
  hasDefault: true,
})
