import { type User, users } from '@shop/shared/accounts/schema.ts'
import type { Audience } from '@shop/shared/kernel/define-collection.ts'
import type { Actor, AnyCollection, AnyCommand, Row } from '@shop/shared/kernel/define-command.ts'
import type { RowReader, WriteLayer } from '@shop/shared/kernel/unit-of-work.ts'
import type { CommandResult, WireRow } from '@shop/shared/kernel/wire.ts'

/** A set of commands and collections: one release of the server. */
export type Release = { readonly collections: readonly AnyCollection[]; readonly commands: readonly AnyCommand[] }

type Versioned = { readonly row: Row; readonly xid: number; readonly audience: readonly Audience[] }
type Removal = { readonly collection: string; readonly id: string; readonly audience: Audience; readonly xid: number }
type Kept = { readonly fingerprint: string; readonly result: CommandResult }
export type Ack = { readonly clientId: string; readonly uid: string; readonly id: string; readonly xid: number }

/** A collection's rows, and the newest transaction that changed them. */
export class ModelTable {
  rows = new Map<string, Versioned>()
  newestXid = 0
}

/** The contents of a server's disk. A shallow copy serves as a backup, because rows are never changed in place. */
export class ModelDisk implements RowReader {
  private tables = new Map<string, ModelTable>()
  removals: Removal[] = []
  log = new Map<string, Kept>()
  acks: Ack[] = []
  boots: { id: string; xid: number }[] = []
  nextXid = 100

  copy(): ModelDisk {
    const copy = new ModelDisk()
    for (const [name, { rows, newestXid }] of this.tables) Object.assign(copy.table(name), { rows: new Map(rows), newestXid })
    copy.removals = [...this.removals]
    copy.log = new Map(this.log)
    copy.acks = [...this.acks]
    copy.boots = [...this.boots]
    copy.nextXid = this.nextXid
    return copy
  }

  table(name: string): ModelTable {
    let table = this.tables.get(name)
    if (!table) this.tables.set(name, (table = new ModelTable()))
    return table
  }

  get(collection: AnyCollection, id: string): Row | undefined {
    return this.table(collection.name).rows.get(id)?.row
  }

  *where(collection: AnyCollection, field: string, value: string): Iterable<Row> {
    for (const { row } of this.table(collection.name).rows.values())
      if ((row as unknown as Record<string, unknown>)[field] === value) yield row
  }

  all<R extends Row>(collection: AnyCollection): R[] {
    return [...this.table(collection.name).rows.values()].map(({ row }) => row as R)
  }

  /** Commits a transaction's writes and returns the number of changed rows. */
  commit(layer: WriteLayer, xid: number, { collections }: Release): number {
    let count = 0
    for (const [name, written] of layer.writes) {
      const collection = collections.find((one) => one.name === name) as AnyCollection
      const table = this.table(name)
      table.newestXid = Math.max(table.newestXid, xid)
      for (const [id, row] of written) {
        const audience: readonly Audience[] = row && collection.reach === 'synced' ? collection.audience(row) : []
        for (const left of (table.rows.get(id)?.audience ?? []).filter((one) => !audience.includes(one)))
          this.removals.push({ collection: name, id, audience: left, xid })
        if (row) table.rows.set(id, { row, xid, audience })
        else table.rows.delete(id)
        count += 1
      }
    }
    return count
  }

  actor(uid: string): Actor {
    const user = this.get(users, uid) as User | undefined
    return { uid, role: user?.role ?? 'user', wasAdmin: (user?.adminUntilMs ?? null) !== null }
  }

  /** Returns a person's role, and a check of what that person may see. */
  viewer(uid: string): Viewer {
    const { role } = this.actor(uid)
    const keys: readonly Audience[] = role === 'admin' ? ['admins', 'everyone', `user:${uid}`] : ['everyone', `user:${uid}`]
    return { uid, role, sees: (audience) => audience.some((one) => keys.includes(one)) }
  }
}

export type Viewer = {
  readonly uid: string
  readonly role: Actor['role']
  readonly sees: (audience: readonly Audience[]) => boolean
}

/** Returns a row with the fields that a role may see. */
export function wireRow(
  collection: AnyCollection,
  { row, xid }: { readonly row: Row; readonly xid: number },
  role: Actor['role'],
): WireRow {
  const fields = row as unknown as Record<string, unknown>
  if (role === 'admin' || collection.userFields === 'all') return { ...fields, id: row.id, $v: xid }
  return { ...Object.fromEntries(collection.userFields.map((field: string) => [field, fields[field]])), id: row.id, $v: xid }
}
