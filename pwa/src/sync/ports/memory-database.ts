import { StorageProblem } from './contract.ts'
import { type Database, type DatabaseTx, DURABILITY, type Durability, type Key } from './ports.ts'
import { TABLE_KEYS, type TableName, type TableRecord } from './records.ts'

type AnyRecord = Record<string, unknown>

const TABLE_NAMES = Object.keys(TABLE_KEYS) as TableName[]
const PRIMARY_KEYS = new Map(TABLE_NAMES.map((table) => [table, (TABLE_KEYS[table].split(',')[0] as string).trim()]))

/** Key of a record in an index, which is named `field` or `[one+two]`. */
function keyOf(record: unknown, index: string): Key {
  const fields = record as AnyRecord
  if (!index.startsWith('[')) return fields[index] as Key
  return index
    .slice(1, -1)
    .split('+')
    .map((field) => fields[field] as string | number)
}
const text = (key: Key): string =>
  typeof key === 'object' ? key.map((part) => text(part)).join('\u0000') : typeof key === 'number' ? `#${key}` : key

function compare(a: Key, b: Key): number {
  if (typeof a === 'object' && typeof b === 'object') {
    for (let i = 0; i < Math.min(a.length, b.length); i++) {
      const order = compare(a[i] as Key, b[i] as Key)
      if (order !== 0) return order
    }
    return a.length - b.length
  }
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}

/** Storage shared by all tabs of one simulated browser. Records are never changed in place, so a copy of the maps is a copy of the storage. */
export class MemoryDisk {
  readonly tables = new Map<TableName, Map<string, AnyRecord>>(TABLE_NAMES.map((table) => [table, new Map()]))
  /** `full` makes every write fail; `blocked` makes every read fail too. */
  problem: StorageProblem['kind'] | null = null
  private tail: Promise<unknown> = Promise.resolve()
  /** Steps that undo what a power cut would take, oldest first. */
  private unsynced: (() => void)[] = []

  /** Returns a copy of the storage, as on a cloned tablet. */
  clone(): MemoryDisk {
    const copy = new MemoryDisk()
    for (const [table, records] of this.tables) copy.tables.set(table, new Map(records))
    return copy
  }

  /** Empties the storage, as an eviction or a person does. */
  lose(): void {
    for (const records of this.tables.values()) records.clear()
    this.unsynced = []
  }

  /** Ends a writing transaction, which `undo` would undo. A strict one takes everything before it to the disk too. */
  commit(undo: readonly (() => void)[], durability: Durability): void {
    if (durability === 'relaxed') this.unsynced.push(...undo)
    else if (undo.length > 0) this.unsynced = []
  }

  /** Forgets every write that is not on the disk. */
  cutPower(): void {
    for (const back of this.unsynced.reverse()) back()
    this.unsynced = []
  }

  /** Runs transactions one after the other. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.tail.then(work, work)
    this.tail = turn.catch(() => undefined)
    return turn
  }
}

/** A handle on a MemoryDisk. `step` is called before each operation of a transaction and at its end. When `step` throws, the transaction is rolled
 *  back, as when a tab dies. */
export class MemoryDatabase implements Database {
  constructor(
    private readonly disk: MemoryDisk,
    private readonly step: () => void = () => undefined,
    private readonly durability: Durability = DURABILITY,
  ) {}

  transact<T>(mode: 'read' | 'write', tables: readonly TableName[], work: (tx: DatabaseTx) => Promise<T>): Promise<T> {
    return this.disk.inTurn(async () => {
      if (this.disk.problem === 'blocked' || (this.disk.problem && mode === 'write')) throw new StorageProblem(this.disk.problem)
      const undo: (() => void)[] = []
      try {
        const result = await work(this.transaction(mode, new Set(tables), undo))
        this.step()
        this.disk.commit(undo, this.durability)
        return result
      } catch (thrown) {
        for (const back of undo.reverse()) back()
        throw thrown
      }
    })
  }

  close(): void {}

  private transaction(mode: 'read' | 'write', scope: ReadonlySet<TableName>, undo: (() => void)[]): DatabaseTx {
    const records = (table: TableName): Map<string, AnyRecord> => {
      this.step()
      if (!scope.has(table)) throw new Error(`the transaction does not cover ${table}`)
      return this.disk.tables.get(table) as Map<string, AnyRecord>
    }
    const forWriting = (table: TableName) => {
      if (mode === 'read') throw new Error('the transaction is read-only')
      return records(table)
    }
    const change = (map: Map<string, AnyRecord>, key: string, next: AnyRecord | undefined) => {
      const before = map.get(key)
      undo.push(() => void (before === undefined ? map.delete(key) : map.set(key, before)))
      if (next === undefined) map.delete(key)
      else map.set(key, next)
    }
    const sorted = <T extends TableName>(found: AnyRecord[], index: string) =>
      found.sort((a, b) => compare(keyOf(a, index), keyOf(b, index))) as unknown as TableRecord<T>[]
    const primary = (table: TableName) => PRIMARY_KEYS.get(table) as string
    const matching = (table: TableName, index: string, value: Key) =>
      [...records(table).values()].filter((record) => compare(keyOf(record, index), value) === 0)
    const beginning = (table: TableName, prefix: readonly (string | number)[]) =>
      [...records(table).values()].filter((record) => {
        const key = keyOf(record, primary(table)) as readonly (string | number)[]
        return prefix.every((part, at) => key[at] === part)
      })
    return {
      get: async (table, key) => records(table).get(text(key)) as never,
      all: async (table) => sorted([...records(table).values()], primary(table)),
      equal: async (table, index, value) => sorted(matching(table, index, value), primary(table)),
      under: async (table, prefix) => sorted(beginning(table, prefix), primary(table)),
      above: async (table, index, bound, limit) => {
        const found = [...records(table).values()].filter((record) => (keyOf(record, index) as number) > bound)
        return (sorted(found, index) as never[]).slice(0, limit ?? found.length)
      },
      keys: async (table) => [...records(table).values()].map((record) => keyOf(record, primary(table))).sort(compare),
      count: async (table) => records(table).size,
      put: async (table, put) => {
        const map = forWriting(table)
        for (const record of put) change(map, text(keyOf(record, primary(table))), record as unknown as AnyRecord)
      },
      remove: async (table, keys) => {
        const map = forWriting(table)
        for (const key of keys) change(map, text(key), undefined)
      },
      removeEqual: async (table, index, value) => {
        const map = forWriting(table)
        for (const record of matching(table, index, value)) change(map, text(keyOf(record, primary(table))), undefined)
      },
      removeUnder: async (table, prefix) => {
        const map = forWriting(table)
        for (const record of beginning(table, prefix)) change(map, text(keyOf(record, primary(table))), undefined)
      },
      removeBelow: async (table, index, bound) => {
        const map = forWriting(table)
        for (const [key, record] of [...map]) if ((keyOf(record, index) as number) < bound) change(map, key, undefined)
      },
      clear: async (table) => {
        const map = forWriting(table)
        for (const key of [...map.keys()]) change(map, key, undefined)
      },
      commit: () => undefined,
    }
  }
}
