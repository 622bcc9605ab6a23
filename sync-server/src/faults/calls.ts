import { listFaultsCall, reportFaultsCall } from '@shop/shared/faults/calls.ts'
import { type CallImplementation, implementCall } from '../platform/http/implement-call.ts'
import { addFaults, readFaults } from './fault-rows.ts'

/** POST /faults. */
export const handleReportFaults = implementCall(reportFaultsCall, async ({ body: { faults }, platform }) => {
  await platform.transaction((tx) => addFaults(tx, faults, platform.nowMs()))
  return { success: true as const }
})

/** GET /admin/faults. */
export const handleListFaults = implementCall(listFaultsCall, async ({ platform }) => ({ faults: await readFaults(platform.db) }))

export const faultsCalls: readonly CallImplementation[] = [handleReportFaults, handleListFaults]
