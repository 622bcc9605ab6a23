import { confirmRestoreCall, getRestoreCall } from '@shop/shared/settings/calls.ts'
import { confirmRestore } from '@shop/shared/settings/commands.ts'
import { type CallImplementation, implementCall } from '../platform/http/implement-call.ts'

/** GET /admin/restore. */
export const handleGetRestore = implementCall(getRestoreCall, async ({ platform }) => {
  const detectedAtMs = await platform.restoreDetectedAtMs()
  return { detectedAt: detectedAtMs === null ? null : new Date(detectedAtMs).toISOString() }
})

/** POST /admin/restore/confirm. */
export const handleConfirmRestore = implementCall(confirmRestoreCall, async ({ actor, platform }) => {
  const detectedAtMs = await platform.restoreDetectedAtMs()
  if (detectedAtMs !== null) {
    await platform.runCommand(actor, confirmRestore, { detectedAtMs })
    await platform.confirmRestore()
  }
  return { message: 'Payouts are open again' }
})

/** Every call of settings with its handler. */
export const settingsCalls: readonly CallImplementation[] = [handleGetRestore, handleConfirmRestore]
