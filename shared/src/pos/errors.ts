import { defineRefusals } from '../kernel/errors.ts'

/** Refusals of the till. */
export const posRefusals = defineRefusals({
  SHIFT_CLOSED: { status: 409, message: 'This shift was closed already.' },
})
