import { reportFaultsCall } from '@shop/shared/faults/calls.ts'
import type { useCall } from '../sync/api.ts'
import { giveBackFaults, takeFaults } from './fault-box.ts'

/** Reports the kept faults. Throws the server's refusal, and keeps the faults then. */
export async function reportFaults(call: ReturnType<typeof useCall>): Promise<void> {
  const faults = takeFaults()
  if (faults.length === 0) return
  try {
    await call(reportFaultsCall, { body: { faults } })
  } catch (thrown) {
    giveBackFaults(faults)
    throw thrown
  }
}
