import * as z from 'zod/mini'
import { touchesOfAccount } from '../../accounts/rules/successor.ts'
import { byField, byId, type CommandTx, defineCommand } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { snapshotText } from '../../kernel/text.ts'
import { type AuditEntry, auditEntries } from '../../settings/schema.ts'
import { barcodeKeys } from '../rules/barcodes.ts'
import { requireConsignor } from '../rules/consignor.ts'
import { addItem, moveStock } from '../rules/stock.ts'
import { type Item, type ItemChanges, type ItemTexts, items, itemTextsSchema, quantitySchema } from '../schema.ts'

/** Maximum number of rows in one import. */
export const MAX_IMPORT_ROWS = 200_000
/** Maximum number of rows in one part of an import. The limit keeps the server responsive. */
export const MAX_IMPORT_PART_ROWS = 1_000

/** Treatment of a row whose barcode the owner already has. `update` adds the row's quantity to the known item and writes the row's filled fields
 *  into it; `add` adds a second item. */
export const importModeSchema = z.enum(['skip', 'update', 'add'])
/** Treatment of known barcodes. */
export type ImportMode = z.infer<typeof importModeSchema>

/** One row of an import. `id`: made by the client, so that a row sent twice is one item; `line`: its line in the file, from 1. */
export const importRowSchema = z.object({
  id: idSchema,
  line: z.int().check(z.minimum(1)),
  texts: itemTextsSchema,
  quantity: quantitySchema,
})
/** One row of an import. */
export type ImportRow = z.infer<typeof importRowSchema>

/** Imports one part of a file into the inventory of the shop, of a consignor, or of the account to which the consignor's was migrated; the commit
 *  call applies all parts together. Refuses CONSIGNOR_NOT_FOUND. */
export const importItems = defineCommand({
  name: 'inventory.import',
  args: z.object({
    importId: idSchema,
    /** Owner of the inventory; null for the shop's own inventory. */
    consignorId: z.nullable(idSchema),
    mode: importModeSchema,
    fileName: snapshotText(500),
    rows: z
      .array(importRowSchema)
      .check(z.minLength(1, 'The file has no rows'), z.maxLength(MAX_IMPORT_PART_ROWS, `At most ${MAX_IMPORT_PART_ROWS} rows at once`)),
  }),
  roles: ['admin'],
  channel: 'server',
  refusals: ['CONSIGNOR_NOT_FOUND'],
  touches: ({ importId, consignorId, mode, rows }) => {
    const keys = new Set(mode === 'add' ? [] : rows.flatMap((row) => barcodeKeys(row.texts.barcode1)))
    return [
      byId(auditEntries, importId),
      ...(consignorId === null ? [] : touchesOfAccount(consignorId)),
      ...rows.map((row) => byId(items, row.id)),
      ...[...keys].map((key) => byField(items, 'barcode1', key)),
    ]
  },
  run(tx, { importId, consignorId: namedUid, mode, fileName, rows }, ctx) {
    const consignorId = namedUid === null ? null : requireConsignor(tx, namedUid).id
    const entry = tx.get(auditEntries, importId)
    const count = { added: 0, updated: 0, skipped: 0, ...(entry?.after as Partial<ImportCount> | undefined) }
    for (const { id, texts, quantity } of rows) {
      const known = mode === 'add' ? undefined : heldAlready(tx, consignorId, texts.barcode1)
      if (tx.get(items, id) || (known && mode === 'skip')) count.skipped += 1
      else if (known) {
        moveStock(tx, ctx, known, { deltaCount: quantity, kind: 'import', sourceId: importId }, filledTexts(texts))
        count.updated += 1
      } else {
        addItem(tx, ctx, { id, consignorId, texts, quantity, kind: 'import', sourceId: importId })
        count.added += 1
      }
    }
    // the goods and their movements tell the rest
    tx.forgetArgs()
    tx.put(auditEntries, {
      id: importId,
      atMs: ctx.nowMs,
      byUid: ctx.actor.uid,
      action: 'inventory.import',
      subject: importId,
      before: {},
      after: { ...count, consignorId, mode, fileName },
    })
  },
})

type ImportCount = { readonly added: number; readonly updated: number; readonly skipped: number }

/** Adds up the audit entries of the parts of one import. */
export function sumOfParts(entries: readonly AuditEntry[]): AuditEntry {
  const [first] = entries
  if (!first) throw new Error('an import has at least one part')
  const count = (of: keyof ImportCount) => entries.reduce((sum, { after }) => sum + Number(after[of] ?? 0), 0)
  return { ...first, after: { ...first.after, added: count('added'), updated: count('updated'), skipped: count('skipped') } }
}

/** Finds the owner's oldest item with this barcode, in any spelling. */
function heldAlready(tx: CommandTx, consignorId: string | null, barcode: string): Item | undefined {
  const held = barcodeKeys(barcode).flatMap((key) => tx.where(items, 'barcode1', key).filter((item) => item.consignorId === consignorId))
  return held.reduce<Item | undefined>((oldest, item) => (oldest && isOlder(oldest, item) ? oldest : item), undefined)
}

const isOlder = (a: Item, b: Item) => a.createdAtMs < b.createdAtMs || (a.createdAtMs === b.createdAtMs && a.id < b.id)

/** Drops empty texts, because an empty cell of the file clears no field. */
function filledTexts(texts: ItemTexts): ItemChanges {
  return Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== '' && value !== null))
}
