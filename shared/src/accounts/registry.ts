import type { AnyCommand } from '../kernel/define-command.ts'
import { addAddress } from './commands/add-address.ts'
import { addEarlierAccounts } from './commands/add-earlier-accounts.ts'
import { closeAccount } from './commands/close-account.ts'
import { confirmHost } from './commands/confirm-host.ts'
import { editAddress } from './commands/edit-address.ts'
import { editProfile } from './commands/edit-profile.ts'
import { editUser } from './commands/edit-user.ts'
import { eraseAccount } from './commands/erase-account.ts'
import { eraseTraces } from './commands/erase-traces.ts'
import { linkDiscord } from './commands/link-discord.ts'
import { migrateAccount } from './commands/migrate-account.ts'
import { proveEmail } from './commands/prove-email.ts'
import { registerUser } from './commands/register-user.ts'
import { removeAddress } from './commands/remove-address.ts'
import { removeHost } from './commands/remove-host.ts'
import { resetSecondFactor } from './commands/reset-second-factor.ts'
import { setDefaultAddress } from './commands/set-default-address.ts'
import { setFactorDemand } from './commands/set-factor-demand.ts'
import { setPhoto } from './commands/set-photo.ts'
import { setRole } from './commands/set-role.ts'
import { setSignUpRule } from './commands/set-sign-up-rule.ts'
import { setUpShop } from './commands/set-up-shop.ts'
import { setUsername } from './commands/set-username.ts'
import { vouchForEmail } from './commands/vouch-for-email.ts'

/** The commands of accounts that devices queue. */
export const deviceCommands: readonly AnyCommand[] = [editProfile, addAddress, editAddress, removeAddress, setDefaultAddress]

/** The commands of accounts that only the server runs. */
export const serverCommands: readonly AnyCommand[] = [
  setUpShop,
  registerUser,
  setRole,
  setFactorDemand,
  setSignUpRule,
  resetSecondFactor,
  setUsername,
  setPhoto,
  linkDiscord,
  editUser,
  closeAccount,
  addEarlierAccounts,
  migrateAccount,
  confirmHost,
  removeHost,
  eraseAccount,
  eraseTraces,
  proveEmail,
  vouchForEmail,
]
