export { type RawBuilder, sql } from 'kysely'
export type { Db, Tx } from './database.ts'
