import { defineRefusals } from '../kernel/errors.ts'

/** Refusals of the shop's settings. */
export const settingsRefusals = defineRefusals({
  SETTINGS_MISSING: { status: 409, message: 'This shop is not set up yet.' },
})
