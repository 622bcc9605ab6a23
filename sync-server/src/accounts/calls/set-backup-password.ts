import { setBackupPassword } from '@shop/shared/accounts/calls/password.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'
import { addPassword } from '../passwords.ts'

/** POST /identity/link-password. */
export const setBackupPasswordCall = ({ identity }: Accounts) =>
  implementCall(setBackupPassword, async ({ actor, body, platform }) => {
    await addPassword(platform, identity, actor.uid, body.password)
    return { success: true as const }
  })
