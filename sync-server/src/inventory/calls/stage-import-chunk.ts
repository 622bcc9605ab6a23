import { stageImportChunk } from '@shop/shared/inventory/calls/import-items.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { keepChunk, requirePlan } from '../import-staging.ts'

/** PUT /inventory/imports/{id}/chunks/{n}. */
export const stageImportChunkCall = implementCall(stageImportChunk, async ({ params, body, actor, platform }) => {
  await requirePlan(platform, actor.uid, params.id)
  await keepChunk(platform, actor.uid, params.id, params.n, body.rows)
  return { rowCount: body.rows.length }
})
