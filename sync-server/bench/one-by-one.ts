import type { Row } from '@shop/shared/kernel/define-command.ts'
import { type RowReader, readArgs, runOver } from '@shop/shared/kernel/unit-of-work.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { completePosSale } from '@shop/shared/sales/commands/complete-pos-sale.ts'
import { CompiledQuery } from 'kysely'
import { tables } from '../src/app/tables.ts'
import type { AnyCollectionTable } from '../src/platform/database/collection-table.ts'
import type { Tx } from '../src/platform/database/database.ts'
import type { Platform } from '../src/platform/platform.ts'
import { ADMIN } from './shop.ts'

const tableOf = new Map(tables.map((table) => [table.collection.name, table]))

type Field = { readonly field: string; readonly column: string; readonly isJson: boolean }
const fieldsOf = new Map(
  tables.map((table) => [
    table.collection.name,
    [...table.columns].map(([field, { column, type }]): Field => ({ field, column, isJson: type === 'jsonb' })),
  ]),
)
const statements = new Map<string, string>()

function statement(key: string, make: () => string): string {
  const text = statements.get(key) ?? make()
  statements.set(key, text)
  return text
}

const query = async <R>(tx: Tx, text: string, values: readonly unknown[]): Promise<R[]> =>
  (await tx.executeQuery<R>(CompiledQuery.raw(text, [...values]))).rows

/** Records sales with one transaction for each sale and one prepared statement for each row, by the shop's own rules and with the same rows. */
export async function recordSalesOneByOne(platform: Platform, clientId: string, sales: readonly QueuedCommand[]): Promise<void> {
  for (const sale of sales) await platform.transaction((tx) => recordSale(tx, clientId, sale))
}

async function recordSale(tx: Tx, clientId: string, queued: QueuedCommand): Promise<void> {
  await query(tx, 'select role, admin_until_ms from users where id = $1', [ADMIN.uid])
  const known = await query(tx, 'select status from command_log where id = $1', [queued.id])
  if (known.length > 0) return
  const parsed = readArgs(completePosSale, queued.version, queued.args)
  if (!parsed.success) throw parsed.error
  const { args, found } = await readTouched(tx, parsed.data)
  const rows: RowReader = {
    get: (collection, id) => found.get(`${collection.name}/${id}`),
    where: () => [],
  }
  const outcome = runOver(rows, completePosSale, args, {
    commandId: queued.id,
    nowMs: queued.at,
    receivedAtMs: null,
    isReturned: false,
    actor: ADMIN,
  })
  if (outcome.status !== 'done') throw outcome.refusal
  for (const [name, writes] of outcome.writes)
    for (const [id, row] of writes) if (row) await writeRow(tx, tableOf.get(name) as AnyCollectionTable, row, found.has(`${name}/${id}`))
  await query(
    tx,
    `insert into command_log (id, uid, client_id, name, version, args, args_hash, at_ms, status) values ($1, $2, $3, $4, $5, $6, '', $7, 'done')`,
    [queued.id, ADMIN.uid, clientId, queued.name, queued.version, JSON.stringify(queued.args), queued.at],
  )
  await query(tx, 'insert into command_acks (client_id, command_id, uid) values ($1, $2, $3)', [clientId, queued.id, ADMIN.uid])
}

async function readTouched(tx: Tx, args: unknown): Promise<{ args: never; found: Map<string, Row> }> {
  const found = new Map<string, Row>()
  for (const touch of completePosSale.touches(args as never)) {
    if ('reference' in touch) throw new Error('a sale names no row by reference')
    const { name } = touch.collection
    const table = tableOf.get(name) as AnyCollectionTable
    const [field, value] = 'id' in touch ? (['id', touch.id] as const) : ([touch.field, touch.value] as const)
    const text = statement(`${name}.${field}.${touch.lock}`, () => {
      const fields = (fieldsOf.get(name) as Field[]).map((one) => `${one.column} as "${one.field}"`)
      return `select ${fields.join(', ')} from ${table.name} where ${table.columns.get(field)?.column} = $1${touch.lock ? ' for update' : ''}`
    })
    for (const row of await query<Row>(tx, text, [value])) found.set(`${name}/${row.id}`, row)
  }
  return { args: args as never, found }
}

async function writeRow(tx: Tx, table: AnyCollectionTable, row: Row, exists: boolean): Promise<void> {
  const { collection } = table
  const fields = fieldsOf.get(collection.name) as Field[]
  const isSynced = collection.reach === 'synced'
  const text = statement(`${collection.name}.${exists ? 'update' : 'insert'}`, () => {
    const columns = [...fields.map(({ column }) => column), ...(isSynced ? ['audience'] : [])]
    return exists
      ? `update ${table.name} set ${columns.map((column, at) => `${column} = $${at + 1}`).join(', ')} where id = $1`
      : `insert into ${table.name} (${columns.join(', ')}) values (${columns.map((_column, at) => `$${at + 1}`).join(', ')})`
  })
  const record = row as unknown as Record<string, unknown>
  const values = fields.map(({ field, isJson }) => (isJson ? JSON.stringify(record[field]) : record[field]))
  await query(tx, text, isSynced ? [...values, [...collection.audience(row)]] : values)
}
