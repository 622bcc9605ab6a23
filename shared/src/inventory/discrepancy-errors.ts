import { defineRefusals } from '../kernel/errors.ts'

// a separate file, because the till loads the other refusals at the start
/** Refusals of settling discrepancies. */
export const discrepancyRefusals = defineRefusals({
  DISCREPANCY_NOT_FOUND: { status: 404, message: 'This discrepancy does not exist (any more).' },
  ALREADY_SETTLED: { status: 409, message: 'This discrepancy was already settled.' },
  SETTLE_NOT_POSSIBLE: { status: 409, message: 'This discrepancy cannot be settled in this way.' },
})
