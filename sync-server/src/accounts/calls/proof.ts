import { getProofWaysCall, proveIdentityCall } from '@shop/shared/accounts/calls/proof.ts'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'
import { hasPassword, isPasswordOf } from '../passwords.ts'
import { noteProof, readProof } from '../proofs.ts'
import { linkedProviders } from '../providers/provider-accounts.ts'

/** GET /identity/proof. */
export const handleGetProofWays = ({ providers }: Accounts) =>
  implementCall(getProofWaysCall, async ({ actor, platform, request }) => {
    const linked = await linkedProviders(platform.db, actor.uid)
    return {
      ...(await readProof(platform.db, request)),
      password: await hasPassword(platform.db, actor.uid),
      google: linked.has('google') && providers.has('google'),
      discord: linked.has('discord') && providers.has('discord'),
    }
  })

/** POST /identity/proof. */
export const handleProveIdentity = ({ identity, limits }: Accounts) =>
  implementCall(proveIdentityCall, async ({ actor, body, platform, request, clientAddress }) => {
    limits.signIn(clientAddress, actor.uid)
    if (!(await isPasswordOf(platform, identity, actor.uid, body.password))) {
      throw refusal(accountRefusals, 'CURRENT_PASSWORD_WRONG', { fields: { password: accountRefusals.CURRENT_PASSWORD_WRONG.message } })
    }
    limits.signedIn(clientAddress, actor.uid)
    await noteProof(platform.db, request, 'recent')
    return { success: true as const }
  })
