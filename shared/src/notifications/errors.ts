import { defineRefusals } from '../kernel/errors.ts'

/** Refusals of notifications. */
export const notificationRefusals = defineRefusals({
  PUSH_ADDRESS_REFUSED: { status: 400, message: 'This is not the address of a public push service.' },
  PUSH_KEY_OTHER: { status: 409, message: 'This device was set up with another key of the shop. Please switch it off and on again.' },
})
