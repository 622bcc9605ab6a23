import type { AnyCall } from '../kernel/define-call.ts'
import type { AnyCommand } from '../kernel/define-command.ts'
import {
  changeUser,
  createUser,
  deleteUser,
  listAdminUsers,
  migrateAllUsers,
  migrateUser,
  migrateUserDomain,
} from './calls/administration.ts'
import { changePassword, checkPasswordReset, requestPasswordReset, resetPassword, setBackupPassword } from './calls/password.ts'
import { getMe, getUser, listUsers, searchUsers } from './calls/people.ts'
import {
  changeAddress,
  changeMe,
  checkUsername,
  chooseUsername,
  createAddress,
  deleteAddress,
  uploadProfileImage,
} from './calls/profile.ts'
import {
  finishDiscord,
  finishGoogle,
  getDiscordClientId,
  linkDiscord,
  listProviders,
  signInWithOneTimeToken,
  startDiscord,
  startGoogle,
} from './calls/providers.ts'
import { getSession, listSessions, revokeOtherSessions, revokeSession } from './calls/sessions.ts'
import { getSetUp, setUp, signIn, signOut, signUp } from './calls/sign-in.ts'
import { addAddress } from './commands/add-address.ts'
import { addEarlierAccounts } from './commands/add-earlier-accounts.ts'
import { changeRole } from './commands/change-role.ts'
import { closeAccount } from './commands/close-account.ts'
import { editAddress } from './commands/edit-address.ts'
import { editProfile } from './commands/edit-profile.ts'
import { editUser } from './commands/edit-user.ts'
import { linkDiscordAccount } from './commands/link-discord-account.ts'
import { migrateAccount } from './commands/migrate-account.ts'
import { registerUser } from './commands/register-user.ts'
import { removeAddress } from './commands/remove-address.ts'
import { setDefaultAddress } from './commands/set-default-address.ts'
import { setPhoto } from './commands/set-photo.ts'
import { setUpShop } from './commands/set-up-shop.ts'
import { setUsername } from './commands/set-username.ts'

/** The commands of accounts that devices queue. */
export const deviceCommands: readonly AnyCommand[] = [editProfile, addAddress, editAddress, removeAddress, setDefaultAddress]

/** The commands of accounts that the server alone runs. */
export const serverCommands: readonly AnyCommand[] = [
  setUpShop,
  registerUser,
  changeRole,
  setUsername,
  setPhoto,
  linkDiscordAccount,
  editUser,
  closeAccount,
  addEarlierAccounts,
  migrateAccount,
]

/** The calls of accounts. */
export const calls: readonly AnyCall[] = [
  getSetUp,
  setUp,
  signUp,
  signIn,
  signOut,
  requestPasswordReset,
  checkPasswordReset,
  resetPassword,
  changePassword,
  setBackupPassword,
  getSession,
  listSessions,
  revokeSession,
  revokeOtherSessions,
  listProviders,
  startDiscord,
  getDiscordClientId,
  linkDiscord,
  finishDiscord,
  startGoogle,
  finishGoogle,
  signInWithOneTimeToken,
  getMe,
  changeMe,
  chooseUsername,
  checkUsername,
  uploadProfileImage,
  createAddress,
  changeAddress,
  deleteAddress,
  getUser,
  searchUsers,
  listUsers,
  listAdminUsers,
  createUser,
  changeUser,
  deleteUser,
  migrateUser,
  migrateUserDomain,
  migrateAllUsers,
]
