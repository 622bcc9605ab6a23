import type { ImportMode, ImportRow } from '@shop/shared/inventory/commands/import-items.ts'
import { expect } from 'vitest'
import type { TestShop } from '../../app/testing/shop.ts'
import { freshId } from '../../platform/testing/commands.ts'

const CHUNK_ROWS = 1_000

type Texts = Partial<ImportRow['texts']>
/** A row as an import has it. */
export const importRow = (line: number, texts: Texts, quantity = 1) => ({ id: freshId(), line, texts, quantity })

/** Stages an import over HTTP, and answers its id. */
export async function stageImport(
  ask: TestShop['ask'],
  token: string,
  plan: { mode: ImportMode; consignorID?: string },
  rows: readonly ReturnType<typeof importRow>[],
): Promise<string> {
  const id = freshId()
  const started = await ask('POST', '/inventory/imports', { id, fileName: 'all.csv', rowCount: rows.length, ...plan }, { token })
  expect(started.status).toBe(200)
  for (let n = 1, at = 0; at < rows.length; at += CHUNK_ROWS, n++) {
    const body = { rows: rows.slice(at, at + CHUNK_ROWS) }
    expect((await ask('PUT', `/inventory/imports/${id}/chunks/${n}`, body, { token })).status).toBe(200)
  }
  return id
}
