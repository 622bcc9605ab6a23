import type { AnyCollection, Row } from '@shop/shared/kernel/define-command.ts'
import type { CommandResult, WireRow } from '@shop/shared/kernel/wire.ts'
import { tables } from '../../sync-server/src/app/tables.ts'
import { checkStock } from '../../sync-server/src/inventory/examine-stock.ts'
import { selectRows } from '../../sync-server/src/platform/database/collection-table.ts'
import { sql } from '../../sync-server/src/platform/database/sql.ts'
import type { Platform } from '../../sync-server/src/platform/platform.ts'
import { checkBooks } from '../../sync-server/src/sales/examine-books.ts'
import { checkPromised } from '../../sync-server/src/trades/examine-promised.ts'
import type { Truth } from './simulated-server.ts'

/** Reads a database's contents. The rows that a person sees come from a fresh device, see `seenBy`. */
export async function readTruth({ db }: Platform): Promise<Truth> {
  const rows = new Map<string, Row[]>()
  for (const table of tables) rows.set(table.collection.name, await selectRows<Row>(db, table))
  const log = await sql<{
    id: string
    status: CommandResult['status']
    code: string | null
  }>`select id, status, code from command_log`.execute(db)
  const results = new Map(log.rows.map(({ id, status, code }) => [id, { id, status, ...(code ? { code } : {}) }]))
  const complaints = [...(await checkBooks(db)), ...(await checkStock(db)), ...(await checkPromised(db))].map(
    (mismatch) => `the server's own check: ${JSON.stringify(mismatch)}`,
  )
  return {
    all: <R extends Row>(collection: AnyCollection) => (rows.get(collection.name) ?? []) as R[],
    resultOf: (id) => results.get(id),
    visibleTo: () => new Map(),
    complaints,
  }
}

type Seen = ReadonlyMap<string, ReadonlyMap<string, WireRow>>

/** Adds the rows that fresh devices show after a first sync. `admins` must see every synced row of the database. */
export function seenBy(truth: Truth, fresh: ReadonlyMap<string, Seen>, admins: readonly string[]): Truth {
  const complaints = admins.flatMap((uid) =>
    tables
      .filter(({ collection }) => collection.reach === 'synced')
      .flatMap(({ collection }) => {
        const seen = fresh.get(uid)?.get(collection.name)
        const all = truth.all(collection)
        return all.length === (seen?.size ?? 0) && all.every(({ id }) => seen?.has(id))
          ? []
          : [`a fresh device of ${uid} sees ${seen?.size ?? 0} of ${all.length} ${collection.name}`]
      }),
  )
  return { ...truth, visibleTo: (uid) => fresh.get(uid) ?? new Map(), complaints: [...(truth.complaints ?? []), ...complaints] }
}
