import { cancelImport } from '@shop/shared/inventory/calls/import-items.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { dropStaged } from '../import-staging.ts'

/** DELETE /inventory/imports/{id}. */
export const cancelImportCall = implementCall(cancelImport, async ({ params, actor, platform }) => {
  await dropStaged(platform, actor.uid, params.id)
  return { message: 'Import cancelled. Nothing was imported' }
})
