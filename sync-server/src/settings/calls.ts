import { confirmRestore, getRestore } from '@shop/shared/settings/calls.ts'
import { noteRestoreConfirmed } from '@shop/shared/settings/commands.ts'
import { type CallImplementation, implementCall } from '../platform/http/implement-call.ts'

/** GET /admin/restore. */
export const getRestoreCall = implementCall(getRestore, async ({ platform }) => {
  const detectedAtMs = await platform.restoreDetectedAtMs()
  return { detectedAt: detectedAtMs === null ? null : new Date(detectedAtMs).toISOString() }
})

/** POST /admin/restore/confirm. */
export const confirmRestoreCall = implementCall(confirmRestore, async ({ actor, platform }) => {
  const detectedAtMs = await platform.restoreDetectedAtMs()
  if (detectedAtMs !== null) {
    await platform.runCommand(actor, noteRestoreConfirmed, { detectedAtMs })
    await platform.confirmRestore()
  }
  return { message: 'Payouts are open again' }
})

/** Every call of settings, with the code that answers it. */
export const settingsCalls: readonly CallImplementation[] = [getRestoreCall, confirmRestoreCall]
