import type { Writes } from '@shop/shared/kernel/unit-of-work.ts'

/** Ids of changed rows by collection, or `all` after everything was loaded again. */
export class RowChanges {
  private readonly byCollection = new Map<string, Set<string> | 'all'>()

  idsOf(collection: string): ReadonlySet<string> | 'all' | undefined {
    return this.byCollection.get(collection)
  }

  get collections(): ReadonlySet<string> {
    return new Set(this.byCollection.keys())
  }

  get isEmpty(): boolean {
    return this.byCollection.size === 0
  }

  add(collection: string, id: string): void {
    const ids = this.byCollection.get(collection)
    if (!ids) this.byCollection.set(collection, new Set([id]))
    else if (ids !== 'all') ids.add(id)
  }

  addAll(collection: string): void {
    this.byCollection.set(collection, 'all')
  }

  addWrites(writes: Writes): void {
    for (const [collection, rows] of writes) for (const id of rows.keys()) this.add(collection, id)
  }
}
