import { getSetUp } from '@shop/shared/accounts/calls/sign-in.ts'
import { implementPublicCall } from '../../platform/http/implement-call.ts'
import { isSetUp } from '../shop-opening.ts'

/** GET /setup. */
export const getSetUpCall = implementPublicCall(getSetUp, async ({ platform }) => ({ needed: !(await isSetUp(platform.db)) }))
