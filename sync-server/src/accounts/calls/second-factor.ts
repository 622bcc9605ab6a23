import {
  confirmCodesCall,
  getSecondFactorCall,
  removeCodesCall,
  resetRecoveryCodesCall,
  startCodesCall,
} from '@shop/shared/accounts/calls/second-factor.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'
import { admitsPasskeys } from '../passkeys.ts'
import { noteProof } from '../proofs.ts'

/** GET /identity/second-factor. */
export const handleGetSecondFactor = ({ factors, passkeys, address }: Accounts) =>
  implementCall(getSecondFactorCall, async ({ actor, origin }) => ({
    ...(await factors.of(actor.uid)),
    passkeys: await passkeys.of(actor.uid),
    admitsPasskeys: admitsPasskeys(address.ofBrowser(origin)),
    isDemanded: await factors.isDemandedOf(actor.uid),
  }))

/** POST /identity/second-factor/codes/start. */
export const handleStartCodes = ({ factors }: Accounts) =>
  implementCall(startCodesCall, async ({ actor }) => {
    const { email, shopName } = await factors.labelsOf(actor.uid)
    return factors.startCodes(actor.uid, email, shopName)
  })

/** POST /identity/second-factor/codes/confirm. */
export const handleConfirmCodes = ({ factors, limits }: Accounts) =>
  implementCall(confirmCodesCall, async ({ actor, body, platform, request, clientAddress }) => {
    limits.code(clientAddress, `${actor.uid} confirming`)
    const recoveryCodes = await factors.confirmCodes(actor.uid, body.ticket, body.code)
    limits.codeTaken(`${actor.uid} confirming`)
    await noteProof(platform.db, request, 'second')
    platform.log.info({ uid: actor.uid }, 'codes of an authenticator app were switched on')
    return { recoveryCodes: [...recoveryCodes] }
  })

/** DELETE /identity/second-factor/codes. */
export const handleRemoveCodes = ({ factors }: Accounts) =>
  implementCall(removeCodesCall, async ({ actor, platform }) => {
    await factors.removeCodes(actor.uid)
    platform.log.info({ uid: actor.uid }, 'codes of an authenticator app were switched off')
    return { success: true as const }
  })

/** POST /identity/second-factor/recovery-codes. */
export const handleResetRecoveryCodes = ({ factors }: Accounts) =>
  implementCall(resetRecoveryCodesCall, async ({ actor, platform }) => {
    const recoveryCodes = await factors.resetRecoveryCodes(actor.uid)
    platform.log.info({ uid: actor.uid }, 'recovery codes were replaced')
    return { recoveryCodes: [...recoveryCodes] }
  })
