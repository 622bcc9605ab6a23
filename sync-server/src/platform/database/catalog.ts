import type { AnyCollection, AnyCommand } from '@shop/shared/kernel/define-command.ts'
import type { AnyCollectionTable } from './collection-table.ts'

/** The commands that this server runs, and the table of each collection. */
export type Catalog = {
  readonly commands: ReadonlyMap<string, AnyCommand>
  readonly tables: ReadonlyMap<string, AnyCollectionTable>
  /** Tables of the collections that reach devices, in the order of a first sync. */
  readonly synced: readonly AnyCollectionTable[]
}

/** Builds the catalog. Throws when a collection has no table, or a table belongs to no collection. */
export function makeCatalog(
  collections: readonly AnyCollection[],
  commands: readonly AnyCommand[],
  tables: readonly AnyCollectionTable[],
): Catalog {
  const byCollection = new Map(tables.map((table) => [table.collection.name, table]))
  const ordered = collections.map((collection) => {
    const table = byCollection.get(collection.name)
    if (!table) throw new Error(`the collection ${collection.name} has no table`)
    return table
  })
  const unknown = tables.find((table) => !collections.includes(table.collection))
  if (unknown) throw new Error(`the table ${unknown.name} belongs to no collection`)
  return {
    commands: new Map(commands.map((command) => [command.name, command])),
    tables: byCollection,
    synced: ordered.filter((table) => table.collection.reach === 'synced'),
  }
}

/** Answers the table of a collection by the collection's name. */
export function tableOf(catalog: Catalog, collectionName: string): AnyCollectionTable {
  const table = catalog.tables.get(collectionName)
  if (!table) throw new Error(`the collection ${collectionName} has no table`)
  return table
}
