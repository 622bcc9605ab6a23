import type { CallImplementation } from '../platform/http/implement-call.ts'
import type { Pictures } from '../platform/kernel/pictures.ts'
import type { Accounts } from './accounts.ts'
import {
  changeUserCall,
  createUserCall,
  deleteUserCall,
  listAdminUsersCall,
  migrateAllUsersCall,
  migrateUserCall,
  migrateUserDomainCall,
} from './calls/administration.ts'
import {
  changePasswordCall,
  checkPasswordResetCall,
  requestPasswordResetCall,
  resetPasswordCall,
  setBackupPasswordCall,
} from './calls/password.ts'
import { getMeCall, getUserCall, listUsersCall, searchUsersCall } from './calls/people.ts'
import {
  changeAddressCall,
  changeMeCall,
  checkUsernameCall,
  chooseUsernameCall,
  createAddressCall,
  deleteAddressCall,
  uploadProfileImageCall,
} from './calls/profile.ts'
import {
  finishDiscordCall,
  finishGoogleCall,
  getDiscordClientIdCall,
  linkDiscordCall,
  listProvidersCall,
  signInWithOneTimeTokenCall,
  startDiscordCall,
  startGoogleCall,
} from './calls/providers.ts'
import { getSessionCall, listSessionsCall, revokeOtherSessionsCall, revokeSessionCall } from './calls/sessions.ts'
import { getSetUpCall, setUpCall, signInCall, signOutCall, signUpCall } from './calls/sign-in.ts'

/** Every call of accounts, with the code that answers it. */
export const accountsCalls = ({ accounts, pictures }: { accounts: Accounts; pictures: Pictures }): readonly CallImplementation[] => [
  getSetUpCall,
  setUpCall(accounts),
  signUpCall(accounts),
  signInCall(accounts),
  signOutCall(accounts),
  requestPasswordResetCall(accounts),
  checkPasswordResetCall(accounts),
  resetPasswordCall(accounts),
  changePasswordCall(accounts),
  setBackupPasswordCall(accounts),
  getSessionCall,
  listSessionsCall,
  revokeSessionCall(accounts),
  revokeOtherSessionsCall(accounts),
  listProvidersCall(accounts),
  startDiscordCall(accounts),
  getDiscordClientIdCall(accounts),
  linkDiscordCall(accounts),
  finishDiscordCall(accounts),
  startGoogleCall(accounts),
  finishGoogleCall(accounts),
  signInWithOneTimeTokenCall(accounts),
  getMeCall,
  changeMeCall,
  chooseUsernameCall,
  checkUsernameCall,
  uploadProfileImageCall(pictures),
  createAddressCall,
  changeAddressCall,
  deleteAddressCall,
  getUserCall,
  searchUsersCall,
  listUsersCall,
  listAdminUsersCall,
  createUserCall,
  changeUserCall,
  deleteUserCall(accounts),
  migrateUserCall,
  migrateUserDomainCall,
  migrateAllUsersCall,
]
