import { defineRefusals } from '../kernel/errors.ts'

/** Refusals of decrypting work that was sealed at a sign-out. */
export const sealedWorkRefusals = defineRefusals({
  /** Not 400, because the device sends what it stored. */
  SEALED_WORK_UNREADABLE: { status: 409, message: 'This work was locked for another shop, or is damaged. It cannot be opened here.' },
})
