import { RowSum } from '@shop/shared/kernel/row-hash.ts'
import { sql } from 'kysely'
import type { Catalog } from '../database/catalog.ts'
import type { AnyCollectionTable } from '../database/collection-table.ts'
import type { Tx } from '../database/database.ts'
import { alongIndexes } from '../database/planner.ts'

/** Number of rows in one statement, few enough not to block the event loop. */
const AUDIT_PAGE_ROWS = 20_000

/** Computes count and hash of each synced collection in this snapshot, for a viewer with these audiences. */
export async function auditSums(
  tx: Tx,
  catalog: Catalog,
  keys: readonly string[],
): Promise<Record<string, { count: number; hash: number }>> {
  await alongIndexes(tx, keys.includes('admins'))
  const sums: Record<string, { count: number; hash: number }> = {}
  for (const table of catalog.synced) {
    const { count, hash } = await sumOf(tx, table, keys)
    sums[table.collection.name] = { count, hash }
  }
  return sums
}

async function sumOf(tx: Tx, table: AnyCollectionTable, keys: readonly string[]): Promise<RowSum> {
  const sum = new RowSum()
  let after = ''
  for (;;) {
    const { rows } = await sql<{
      id: string
      version: number
    }>`select id, changed_xid::text::bigint as version from ${sql.table(table.name)}
      where id > ${after} and audience && ${[...keys]}::text[] order by id limit ${AUDIT_PAGE_ROWS}`.execute(tx)
    for (const { id, version } of rows) sum.add(id, version)
    const last = rows.at(-1)
    if (!last || rows.length < AUDIT_PAGE_ROWS) return sum
    after = last.id
    await new Promise((resolve) => setImmediate(resolve))
  }
}
