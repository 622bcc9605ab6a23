import { Migrator } from 'kysely'
import { migrations } from '../../migrations/list.ts'
import type { Db } from './database.ts'

/** Migrates the database to the newest migration. Servers that start at the same time wait for each other. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
