import { defineRefusals } from '../kernel/errors.ts'

/** Refusals of the till. */
export const posRefusals = defineRefusals({
  SHIFT_NOT_FOUND: { status: 404, message: 'There is no such shift.' },
  SHIFT_CLOSED: { status: 409, message: 'This shift was closed already.' },
})
