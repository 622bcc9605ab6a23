import { confirmRestore } from '@shop/shared/settings/calls.ts'
import { noteRestoreConfirmed } from '@shop/shared/settings/commands.ts'
import { implementCall } from '../../platform/http/implement-call.ts'

/** POST /admin/restore/confirm. */
export const confirmRestoreCall = implementCall(confirmRestore, async ({ actor, platform }) => {
  const detectedAtMs = await platform.restoreDetectedAtMs()
  if (detectedAtMs !== null) {
    await platform.runCommand(actor, noteRestoreConfirmed, { detectedAtMs })
    await platform.confirmRestore()
  }
  return { message: 'Payouts are open again' }
})
