import { getFactorDemandCall, setFactorDemandCall } from '@shop/shared/accounts/calls/factor-demand.ts'
import { setFactorDemand } from '@shop/shared/accounts/commands/set-factor-demand.ts'
import { secondFactorRefusals } from '@shop/shared/accounts/second-factor-errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'
import { countAdminsWithout, isFactorDemanded, writeFactorDemand } from '../factor-demand.ts'

/** GET /admin/second-factor-demand. */
export const handleGetFactorDemand = ({ factors }: Accounts) =>
  implementCall(getFactorDemandCall, async ({ actor, platform }) => ({
    isDemanded: await isFactorDemanded(platform.db),
    adminsWithout: await countAdminsWithout(platform.db),
    hasRecoveryCodes: (await factors.of(actor.uid)).recoveryCodesLeft > 0,
  }))

/** PUT /admin/second-factor-demand. */
export const handleSetFactorDemand = ({ factors }: Accounts) =>
  implementCall(setFactorDemandCall, async ({ actor, body: { isDemanded }, platform }) => {
    // with recovery codes, the admin who switches this on can sign in again without a phone
    if (isDemanded && (await factors.of(actor.uid)).recoveryCodesLeft === 0) throw refusal(secondFactorRefusals, 'RECOVERY_CODES_MISSING')
    if (isDemanded !== (await isFactorDemanded(platform.db))) {
      await platform.runCommand(actor, setFactorDemand, { isDemanded }, { also: (tx) => writeFactorDemand(tx, isDemanded) })
      platform.log.info({ isDemanded, byUid: actor.uid }, 'the demand for a second factor of admins changed')
    }
    return { isDemanded }
  })
