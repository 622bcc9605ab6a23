import { IMPORT_CHUNK_ROWS, startImport } from '@shop/shared/inventory/calls/import-items.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { keepPlan } from '../import-staging.ts'

/** POST /inventory/imports. */
export const startImportCall = implementCall(startImport, async ({ body, actor, platform }) => {
  await keepPlan(platform, actor.uid, body)
  return { id: body.id, chunkRows: IMPORT_CHUNK_ROWS }
})
