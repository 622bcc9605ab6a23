import * as z from 'zod/mini'
import { defineCall } from '../../kernel/define-call.ts'
import { secondFactorRefusals } from '../second-factor-errors.ts'

/** Tells whether the shop demands a second factor of its admins. */
export const getFactorDemandCall = defineCall({
  name: 'accounts.getFactorDemand',
  method: 'GET',
  path: '/admin/second-factor-demand',
  access: 'admin',
  summary: 'Says whether the shop demands a second factor of its admins, and how many of them have none.',
  output: z.object({ isDemanded: z.boolean(), adminsWithout: z.int(), hasRecoveryCodes: z.boolean() }),
})

/** Switches the requirement of a second factor for admins on or off. */
export const setFactorDemandCall = defineCall({
  name: 'accounts.setFactorDemand',
  method: 'PUT',
  path: '/admin/second-factor-demand',
  access: 'admin',
  assurance: 'second',
  summary: 'Switches the requirement of a second factor for admins on or off. Only an admin who has recovery codes can switch it on.',
  body: z.object({ isDemanded: z.boolean() }),
  output: z.object({ isDemanded: z.boolean() }),
  refusals: { RECOVERY_CODES_MISSING: secondFactorRefusals.RECOVERY_CODES_MISSING },
})
