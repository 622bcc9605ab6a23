import { defineRefusals } from '../kernel/errors.ts'

/** Refusals of erasing what is held on a person. */
export const privacyRefusals = defineRefusals({
  NOT_SETTLED: { status: 409, message: 'Something is still to be settled first.' },
  NAME_DIFFERS: { status: 400, message: 'This is not the name of the account.' },
})
