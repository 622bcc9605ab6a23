import { getRestore } from '@shop/shared/settings/calls.ts'
import { implementCall } from '../../platform/http/implement-call.ts'

/** GET /admin/restore. */
export const getRestoreCall = implementCall(getRestore, async ({ platform }) => {
  const detectedAtMs = await platform.restoreDetectedAtMs()
  return { detectedAt: detectedAtMs === null ? null : new Date(detectedAtMs).toISOString() }
})
