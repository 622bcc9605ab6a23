import * as z from 'zod/mini'
import { defineCall } from '../../kernel/define-call.ts'
import { idSchema } from '../../kernel/ids.ts'
import { snapshotText } from '../../kernel/text.ts'
import { importModeSchema, importRowSchema, MAX_IMPORT_PART_ROWS, MAX_IMPORT_ROWS } from '../commands/import-items.ts'
import { inventoryRefusals } from '../errors.ts'
import { importRefusals } from '../import-errors.ts'

/** Maximum number of rows of one staged chunk. */
export const IMPORT_CHUNK_ROWS = MAX_IMPORT_PART_ROWS
/** Maximum size of one staged chunk, in bytes: 8 kB for each row. */
export const MAX_IMPORT_CHUNK_BYTES = 8_000_000

/** Plan of an import, sent before its rows. */
export const importPlanSchema = z.object({
  /** Made by the caller. The same id resumes the same import. */
  id: idSchema,
  /** Owner of the inventory; absent or null for the shop's own inventory. */
  consignorID: z.pipe(
    z.nullish(idSchema),
    z.transform((id) => id ?? null),
  ),
  mode: importModeSchema,
  fileName: snapshotText(500),
  rowCount: z.int().check(z.minimum(1, 'The file has no rows'), z.maximum(MAX_IMPORT_ROWS, `At most ${MAX_IMPORT_ROWS} rows at once`)),
})
/** Plan of an import. */
export type ImportPlan = z.infer<typeof importPlanSchema>

const { IMPORT_NOT_FOUND, IMPORT_INCOMPLETE, IMPORT_DONE, IMPORT_OF_OTHER } = importRefusals
const { CONSIGNOR_NOT_FOUND } = inventoryRefusals
const importPath = z.object({ id: idSchema })

/** Begins an import. Nothing changes in the inventory before the commit. */
export const startImportCall = defineCall({
  name: 'inventory.startImport',
  method: 'POST',
  path: '/inventory/imports',
  access: 'admin',
  cost: 'import',
  summary: 'Begins an import of items. Rows follow in chunks; nothing changes before the commit.',
  body: importPlanSchema,
  output: z.object({ id: z.string(), chunkRows: z.int() }),
})

/** Stages some rows. A chunk that arrives twice is staged once. */
export const stageImportChunkCall = defineCall({
  name: 'inventory.stageImportChunk',
  method: 'PUT',
  path: '/inventory/imports/{id}/chunks/{n}',
  access: 'admin',
  cost: 'import',
  summary: 'Stages rows of an import. Chunks are numbered from 1 and may arrive in any order, even twice.',
  params: z.extend(importPath, {
    n: z.coerce
      .number('Chunks count from 1')
      .check(z.int('Chunks count from 1'), z.minimum(1, 'Chunks count from 1'), z.maximum(MAX_IMPORT_ROWS)),
  }),
  body: z.object({
    rows: z.array(importRowSchema).check(z.minLength(1), z.maxLength(IMPORT_CHUNK_ROWS, `At most ${IMPORT_CHUNK_ROWS} rows in one chunk`)),
  }),
  maxBodyBytes: MAX_IMPORT_CHUNK_BYTES,
  output: z.object({ rowCount: z.int() }),
  refusals: { IMPORT_NOT_FOUND },
})

/** Imports all staged rows, or none. */
export const commitImportCall = defineCall({
  name: 'inventory.commitImport',
  method: 'POST',
  path: '/inventory/imports/{id}/commit',
  access: 'admin',
  cost: 'import',
  summary: 'Imports all staged rows or none. A second commit returns the outcome of the first.',
  params: importPath,
  output: z.object({ message: z.string(), added: z.int(), updated: z.int(), skipped: z.int() }),
  refusals: { IMPORT_NOT_FOUND, IMPORT_INCOMPLETE, CONSIGNOR_NOT_FOUND },
})

/** Drops the staged rows. */
export const cancelImportCall = defineCall({
  name: 'inventory.cancelImport',
  method: 'DELETE',
  path: '/inventory/imports/{id}',
  access: 'admin',
  summary:
    'Drops the staged rows of an import, for the admin who began it. Waits for one that is being applied, and refuses one that is done or that another admin began.',
  params: importPath,
  output: z.object({ message: z.string() }),
  refusals: { IMPORT_DONE, IMPORT_OF_OTHER },
})
