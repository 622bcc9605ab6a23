import type { Actor, AnyCollection, AnyCommand, CommandContext, CommandTx, Row, Touch } from './define-command.ts'
import { Refusal } from './errors.ts'
import { derivedId } from './ids.ts'

/** Rows as a command finds them: the server's prefetched ones, the device's ones in memory, or a layer of writes over either. */
export interface RowReader {
  get(collection: AnyCollection, id: string): Row | undefined
  where(collection: AnyCollection, field: string, value: string): Iterable<Row>
}

/** Writes by collection name and row id; null is a removal. */
export type Writes = Map<string, Map<string, Row | null>>

/** Buffered writes over a reader. Reads see the buffer first. */
export class WriteLayer implements RowReader {
  readonly writes: Writes = new Map()
  constructor(private readonly below: RowReader) {}

  get(collection: AnyCollection, id: string): Row | undefined {
    const written = this.writes.get(collection.name)?.get(id)
    return written === undefined ? this.below.get(collection, id) : (written ?? undefined)
  }

  *where(collection: AnyCollection, field: string, value: string): Iterable<Row> {
    const written = this.writes.get(collection.name)
    for (const row of this.below.where(collection, field, value)) if (!written?.has(row.id)) yield row
    for (const row of written?.values() ?? []) if (row && (row as Record<string, unknown>)[field] === value) yield row
  }

  write(collectionName: string, id: string, row: Row | null): void {
    let rows = this.writes.get(collectionName)
    if (!rows) this.writes.set(collectionName, (rows = new Map()))
    rows.set(id, row)
  }

  /** Takes over another layer's writes. */
  absorb(writes: Writes): void {
    for (const [name, rows] of writes) for (const [id, row] of rows) this.write(name, id, row)
  }
}

/** How one command ended. `refused` wrote nothing. */
export type Outcome = { status: 'done'; writes: Writes } | { status: 'refused'; refusal: Refusal }

const covers = (touch: Touch, collection: AnyCollection, id: string | undefined, field: string | undefined, value: string | undefined) =>
  touch.collection.name === collection.name && ('id' in touch ? touch.id === id : field !== undefined && touch.field === field && touch.value === value)

function transactionOver(layer: WriteLayer, touches: readonly Touch[]): CommandTx {
  const own = new Set<string>()
  const demandDeclared = (collection: AnyCollection, id: string) => {
    if (own.has(`${collection.name}/${id}`) || touches.some((touch) => covers(touch, collection, id, undefined, undefined))) return
    const row = layer.get(collection, id) as Record<string, unknown> | undefined
    const byField = row && touches.some((touch) => 'field' in touch && touch.collection.name === collection.name && row[touch.field] === touch.value)
    if (!byField) throw new Error(`a command reads ${collection.name}/${id} without naming it in touches`)
  }
  return {
    get(collection, id) {
      if (collection.reach === 'server-only') throw new Error(`commands never read ${collection.name}`)
      demandDeclared(collection, id)
      return layer.get(collection, id) as never
    },
    where(collection, field, value) {
      if (collection.reach === 'server-only') throw new Error(`commands never read ${collection.name}`)
      if (!touches.some((touch) => covers(touch, collection, undefined, field, value)))
        throw new Error(`a command reads ${collection.name} by ${field} without naming it in touches`)
      return [...layer.where(collection, field, value)] as never
    },
    put(collection, row) {
      own.add(`${collection.name}/${row.id}`)
      layer.write(collection.name, row.id, row)
    },
    remove(collection, id) {
      demandDeclared(collection, id)
      own.add(`${collection.name}/${id}`)
      layer.write(collection.name, id, null)
    },
  }
}

/** Runs one command over rows without changing them. The same function serves the server (authoritative), the device
 *  (optimistic) and the simulation. Throws what `run` throws unless it is a Refusal: that is a bug, and the caller's to isolate. */
export function runOver(
  rows: RowReader,
  command: AnyCommand,
  args: unknown,
  context: { commandId: string; nowMs: number; actor: Actor },
): Outcome {
  const layer = new WriteLayer(rows)
  let minted = 0
  const ctx: CommandContext = { ...context, newId: () => derivedId(context.commandId, minted++) }
  try {
    command.run(transactionOver(layer, command.touches(args)), args, ctx)
    return { status: 'done', writes: layer.writes }
  } catch (thrown) {
    if (thrown instanceof Refusal) return { status: 'refused', refusal: thrown }
    throw thrown
  }
}

/** May this actor run this command? Facts pass for a former admin: they are flagged by their rule, never refused. */
export function mayRun(command: AnyCommand, actor: Actor): boolean {
  return command.roles.includes(actor.role) || (command.isFact && actor.wasAdmin && command.roles.includes('admin'))
}

/** Brings queued arguments of an older version up to the present one and parses them with the command's schema. */
export function readArgs(command: AnyCommand, version: number, args: unknown) {
  let current = args
  for (let from = version; from < command.version; from++) current = (command.upgrades[from] ?? ((same: unknown) => same))(current)
  return command.args.safeParse(current)
}
