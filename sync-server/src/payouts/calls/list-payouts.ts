import { listPayouts } from '@shop/shared/payouts/calls.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { readPayoutsOf, restPayout } from '../rest-payouts.ts'

/** GET /sales/payouts/{id}. */
export const listPayoutsCall = implementCall(listPayouts, async ({ params, platform }) => ({
  payouts: (await readPayoutsOf(platform, params.id.toLowerCase())).map(restPayout),
}))
