import { confirmRestoreCall, getRestoreCall, settleRestoreReportCall } from '@shop/shared/settings/calls.ts'
import { confirmRestore, settleRestoreReport } from '@shop/shared/settings/commands.ts'
import { type CallImplementation, implementCall } from '../platform/http/implement-call.ts'

/** GET /admin/restore. */
export const handleGetRestore = implementCall(getRestoreCall, async ({ platform }) => {
  const [detectedAtMs, report] = [await platform.restoreDetectedAtMs(), await platform.restoreReport()]
  return {
    detectedAt: detectedAtMs === null ? null : new Date(detectedAtMs).toISOString(),
    report: report && { at: new Date(report.atMs).toISOString(), byUid: report.uid },
    waiting: await platform.waitingReplays(),
  }
})

/** POST /admin/restore/confirm. */
export const handleConfirmRestore = implementCall(confirmRestoreCall, async ({ actor, platform }) => {
  const detectedAtMs = await platform.restoreDetectedAtMs()
  if (detectedAtMs !== null) {
    await platform.confirmRestore((also) => platform.runCommand(actor, confirmRestore, { detectedAtMs }, { also }))
  }
  return { message: 'Payouts are open again' }
})

/** POST /admin/restore/report. */
export const handleSettleRestoreReport = implementCall(settleRestoreReportCall, async ({ actor, platform, body: { wasRestored } }) => {
  const report = await platform.restoreReport()
  if (report) {
    const args = { reportedAtMs: report.atMs, wasRestored }
    await platform.settleRestoreReport(wasRestored, (also) => platform.runCommand(actor, settleRestoreReport, args, { also }))
  }
  return { message: wasRestored ? 'Payouts are closed until they are checked' : 'Payouts stay open' }
})

export const settingsCalls: readonly CallImplementation[] = [handleGetRestore, handleConfirmRestore, handleSettleRestoreReport]
