import { defineRefusals } from '../kernel/errors.ts'

/** Refusals of the addresses a shop answers under. */
export const hostRefusals = defineRefusals({
  /** `message` names the host, and says how to confirm it. */
  HOST_UNKNOWN: { status: 421, message: 'The shop does not answer under this address.' },
  HOST_IN_USE: { status: 409, message: 'You are using the shop by this address now. Open it by another one to remove this one.' },
  HOST_CONFIGURED: {
    status: 409,
    message: 'The server’s configuration or its machine gives the shop this address. It cannot be removed here.',
  },
  HOSTS_FULL: { status: 409, message: 'The shop has too many addresses. Please remove one first.' },
})
