import { gunzipSync } from 'node:zlib'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { packPage, unpackPage } from '@shop/shared/kernel/packed-page.ts'
import type { WireRow } from '@shop/shared/kernel/wire.ts'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { StorageProblem } from '../src/sync/ports/contract.ts'
import { IndexedDbDatabase } from '../src/sync/ports/indexed-db.ts'
import { MemoryDatabase, MemoryDisk } from '../src/sync/ports/memory-database.ts'
import { type Database, DURABILITY, type Durability } from '../src/sync/ports/ports.ts'
import { TABLE_KEYS, type TableName } from '../src/sync/ports/records.ts'
import { readPageLine } from '../src/sync/store/page-text.ts'
import type { Chance } from './chance.ts'
import type { Harm } from './plan.ts'
import type { Scheduler } from './scheduler.ts'

const TABLES = Object.keys(TABLE_KEYS) as TableName[]

/** A device's storage, in memory or in IndexedDB. */
export interface DeviceStorage {
  problem: StorageProblem['kind'] | null
  /** Opens a handle for one tab. */
  open(): Database
  /** Empties the storage, as an eviction or a person does. */
  lose(): Promise<void>
  /** Forgets what is not on the disk. */
  cutPower(): void
  /** Returns an identical copy, as on a cloned tablet. */
  clone(): Promise<DeviceStorage>
}

export class MemoryStorage implements DeviceStorage {
  constructor(
    private readonly disk = new MemoryDisk(),
    private readonly durability: Durability = DURABILITY,
  ) {}

  get problem(): StorageProblem['kind'] | null {
    return this.disk.problem
  }
  set problem(problem: StorageProblem['kind'] | null) {
    this.disk.problem = problem
  }

  open(): Database {
    return new MemoryDatabase(this.disk, undefined, this.durability)
  }

  async lose(): Promise<void> {
    this.disk.lose()
  }

  cutPower(): void {
    this.disk.cutPower()
  }

  async clone(): Promise<DeviceStorage> {
    return new MemoryStorage(this.disk.clone(), this.durability)
  }
}

export class IndexedDbStorage implements DeviceStorage {
  problem: StorageProblem['kind'] | null = null
  private readonly indexedDB = new IDBFactory()
  constructor(private readonly scheduler: Scheduler) {}

  open(): Database {
    const database = new IndexedDbDatabase('consign', { indexedDB: this.indexedDB, IDBKeyRange })
    return {
      transact: async (mode, tables, work) => {
        if (this.problem === 'blocked' || (this.problem && mode === 'write')) throw new StorageProblem(this.problem)
        return this.scheduler.during(() => database.transact(mode, tables, work))
      },
      close: () => database.close(),
    }
  }

  async lose(): Promise<void> {
    const database = this.open()
    await database.transact('write', TABLES, async (tx) => {
      for (const table of TABLES) await tx.clear(table)
    })
    database.close()
  }

  /** Takes nothing: `indexed-db.test.ts` shows that every write of this database is strict. */
  cutPower(): void {}

  async clone(): Promise<DeviceStorage> {
    const copy = new IndexedDbStorage(this.scheduler)
    const [from, to] = [this.open(), copy.open()]
    for (const table of TABLES) {
      const records = await from.transact('read', [table], (tx) => tx.all(table))
      await to.transact('write', [table], (tx) => tx.put(table, records))
    }
    from.close()
    to.close()
    return copy
  }
}

/** Returns the JSON of a compressed page. Synchronous, because it runs within a transaction. */
const unzipped = (gzip: Uint8Array): string => readPageLine(gunzipSync(gzip).toString())?.json ?? ''

/** Damages the stored rows of one page, as a bug of an earlier release or a failing disk may. False when no row is stored. */
export function corruptRow(database: Database, chance: Chance, harm: Harm): Promise<boolean> {
  return database.transact('write', ['pages', 'meta'], async (tx) => {
    const state = await tx.get('meta', 'state')
    const pages = state ? await tx.under('pages', [state.generation]) : []
    const filled = pages.flatMap(({ collection, generation, n, ...content }) => {
      const rows = unpackPage<WireRow>('json' in content ? content.json : unzipped(content.gzip))
      return rows.length > 0 ? { collection, generation, n, rows } : []
    })
    const picked = chance.pick(filled)
    if (!picked) return false
    const { rows, ...page } = picked
    const at = chance.below(rows.length)
    const row = rows[at] as WireRow
    if (harm === 'missing') rows.splice(at, 1)
    else if (harm === 'stale') rows[at] = { ...row, $v: row.$v - 1 }
    else rows.push({ ...row, id: uuidv7(1, chance.bytes(10)) })
    await tx.put('pages', [{ ...page, json: packPage(rows) }])
    return true
  })
}
