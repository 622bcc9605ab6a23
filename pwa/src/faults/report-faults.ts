import { reportFaultsCall } from '@shop/shared/faults/calls.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import type { useCall } from '../sync/api.ts'
import { dropFaults, keptFaults } from './fault-box.ts'

/** Reports the kept faults. They stay on the device until the server has answered; a report that the server cannot read is dropped, since it would
 *  hold up all later ones. */
export async function reportKeptFaults(call: ReturnType<typeof useCall>): Promise<void> {
  const faults = keptFaults()
  if (faults.length === 0) return
  try {
    await call(reportFaultsCall, { body: { faults } })
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    if (thrown.status !== 400) return
  }
  dropFaults(faults)
}
