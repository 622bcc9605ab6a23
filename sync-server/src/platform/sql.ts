export { sql } from 'kysely'
export type { Db, Tx } from './database.ts'
