import type { IndexedDbOptions } from '../ports/browser-database.ts'

const DATABASE_OF_PERSON = /^consign-([\da-f]{8}-[\da-f-]{27})$/

/** People with a database on this device. A browser that cannot list its databases names nobody. */
export async function peopleHere({ indexedDB = globalThis.indexedDB }: IndexedDbOptions): Promise<string[]> {
  const databases = (await indexedDB.databases?.().catch(() => [])) ?? []
  return databases.flatMap(({ name }) => DATABASE_OF_PERSON.exec(name ?? '')?.[1] ?? [])
}
