export { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
export type { Db, Tx } from './database.ts'
export type { Tables } from './tables.ts'
