import type { Actor, AnyCollection, AnyCommand, CommandContext, CommandTx, Row, Touch } from './define-command.ts'
import { Refusal } from './errors.ts'
import { derivedId } from './ids.ts'

/** Source of the rows that a command reads. */
export interface RowReader {
  get(collection: AnyCollection, id: string): Row | undefined
  where(collection: AnyCollection, field: string, value: string): Iterable<Row>
}

/** Writes by collection name and row id; null removes the row. */
export type Writes = Map<string, Map<string, Row | null>>

const fieldOf = (row: Row, field: string) => (row as unknown as Record<string, unknown>)[field]

/** Ids of the written rows, by the value of one field. */
type FieldIndex = Map<unknown, Set<string>>

/** Buffered writes over a reader. Reads see the buffer first. */
export class WriteLayer implements RowReader {
  readonly writes: Writes = new Map()
  private readonly fieldIndexes = new Map<string, Map<string, FieldIndex>>()
  constructor(private readonly below: RowReader) {}

  get(collection: AnyCollection, id: string): Row | undefined {
    const written = this.writes.get(collection.name)?.get(id)
    return written === undefined ? this.below.get(collection, id) : (written ?? undefined)
  }

  *where(collection: AnyCollection, field: string, value: string): Iterable<Row> {
    const written = this.writes.get(collection.name)
    for (const row of this.below.where(collection, field, value)) if (!written?.has(row.id)) yield row
    if (!written) return
    for (const id of this.fieldIndex(collection.name, field).get(value) ?? []) yield written.get(id) as Row
  }

  write(collectionName: string, id: string, row: Row | null): void {
    let rows = this.writes.get(collectionName)
    if (!rows) this.writes.set(collectionName, (rows = new Map()))
    const before = rows.get(id)
    for (const [field, index] of this.fieldIndexes.get(collectionName) ?? []) {
      if (before) index.get(fieldOf(before, field))?.delete(id)
      if (row) enter(index, fieldOf(row, field), id)
    }
    rows.set(id, row)
  }

  /** Adds the writes of another layer. */
  absorb(writes: Writes): void {
    for (const [name, rows] of writes) for (const [id, row] of rows) this.write(name, id, row)
  }

  private fieldIndex(collectionName: string, field: string): FieldIndex {
    let indexes = this.fieldIndexes.get(collectionName)
    if (!indexes) this.fieldIndexes.set(collectionName, (indexes = new Map()))
    let index = indexes.get(field)
    if (!index) {
      indexes.set(field, (index = new Map()))
      for (const [id, row] of this.writes.get(collectionName) ?? []) if (row) enter(index, fieldOf(row, field), id)
    }
    return index
  }
}

function enter(index: FieldIndex, value: unknown, id: string): void {
  const ids = index.get(value)
  if (ids) ids.add(id)
  else index.set(value, new Set([id]))
}

/** Outcome of one command. A refused command writes nothing. */
export type Outcome = { status: 'done'; writes: Writes; forgetsArgs: boolean } | { status: 'refused'; refusal: Refusal }

const idKey = (collectionName: string, id: string) => `${collectionName}/${id}`
const fieldKey = (collectionName: string, field: string, value: unknown) => `${collectionName}:${field}=${value}`

function transactionOver(layer: WriteLayer, touches: readonly Touch[], forgetArgs: () => void = () => {}): CommandTx {
  const declared = new Set<string>()
  const declaredFields = new Map<string, Set<string>>()
  for (const touch of touches) {
    const name = touch.collection.name
    if ('id' in touch) declared.add(idKey(name, touch.id))
    else if ('reference' in touch) {
      const { collection, id, field } = touch.reference
      const row = layer.get(collection, id)
      if (row) declared.add(idKey(name, String(fieldOf(row, field))))
    } else {
      declared.add(fieldKey(name, touch.field, touch.value))
      declaredFields.set(name, (declaredFields.get(name) ?? new Set()).add(touch.field))
    }
  }
  const own = new Set<string>()
  const requireDeclared = (collection: AnyCollection, id: string) => {
    const key = idKey(collection.name, id)
    if (own.has(key) || declared.has(key)) return
    const row = layer.get(collection, id)
    for (const field of declaredFields.get(collection.name) ?? [])
      if (row && declared.has(fieldKey(collection.name, field, fieldOf(row, field)))) return
    throw new Error(`a command reads ${key} without naming it in touches`)
  }
  return {
    get(collection, id) {
      if (collection.reach === 'server-only') throw new Error(`commands never read ${collection.name}`)
      requireDeclared(collection, id)
      return layer.get(collection, id) as never
    },
    where(collection, field, value) {
      if (collection.reach === 'server-only') throw new Error(`commands never read ${collection.name}`)
      if (!declared.has(fieldKey(collection.name, field, value)))
        throw new Error(`a command reads ${collection.name} by ${field} without naming it in touches`)
      // sorted, because each store has its own order and every run must have the same outcome
      return [...layer.where(collection, field, value)].sort((a, b) => (a.id < b.id ? -1 : 1)) as never
    },
    put(collection, row) {
      own.add(idKey(collection.name, row.id))
      layer.write(collection.name, row.id, row)
    },
    remove(collection, id) {
      requireDeclared(collection, id)
      own.add(idKey(collection.name, id))
      layer.write(collection.name, id, null)
    },
    forgetArgs,
  }
}

/** Runs one command over rows and returns its writes; the rows stay unchanged. An error that is not a Refusal is a bug and is thrown on. */
export function runOver(rows: RowReader, command: AnyCommand, args: unknown, context: Omit<CommandContext, 'newId'>): Outcome {
  const layer = new WriteLayer(rows)
  let minted = 0
  let forgetsArgs = false
  const ctx: CommandContext = { ...context, newId: () => derivedId(context.commandId, minted++) }
  try {
    command.run(
      transactionOver(layer, command.touches(args), () => (forgetsArgs = true)),
      args,
      ctx,
    )
    return { status: 'done', writes: layer.writes, forgetsArgs }
  } catch (thrown) {
    if (thrown instanceof Refusal) return { status: 'refused', refusal: thrown }
    throw thrown
  }
}

/** True when the command's `proofIf` asks for a proof before this run. */
export function asksForProof(rows: RowReader, command: AnyCommand, args: unknown, actor: Actor): boolean {
  return command.proofIf?.(transactionOver(new WriteLayer(rows), command.touches(args)), args, actor) === true
}

/** True when this actor may run this command. A former admin may still record facts (law *Facts*). */
export function mayRun(command: AnyCommand, actor: Actor): boolean {
  return command.roles.includes(actor.role) || (command.isFact && actor.wasAdmin && command.roles.includes('admin'))
}

/** Upgrades arguments of this version to the current version and parses them with the command's schema. */
export function readArgs(command: AnyCommand, version: number, args: unknown): ReturnType<AnyCommand['args']['safeParse']> {
  let current = args
  for (let from = version; from < command.version; from++) current = (command.upgrades[from] ?? ((same: unknown) => same))(current)
  return command.args.safeParse(current)
}
