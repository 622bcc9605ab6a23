import type { AnyCall } from '../kernel/define-call.ts'
import {
  addUserCall,
  closeAccountCall,
  editUserCall,
  listAdminUsersCall,
  migrateAccountCall,
  migrateAllAccountsCall,
  migrateDomainCall,
} from './calls/administration.ts'
import { proveEmailByLinkCall, proveEmailCall, requestEmailProofCall, vouchForEmailCall } from './calls/email-proof.ts'
import { getFactorDemandCall, setFactorDemandCall } from './calls/factor-demand.ts'
import { confirmHostCall, listHostsCall, removeHostCall } from './calls/hosts.ts'
import { getMeCall } from './calls/own-user.ts'
import {
  addPasskeyCall,
  editPasskeyCall,
  removePasskeyCall,
  signInWithPasskeyCall,
  startPasskeyCall,
  startPasskeyUseCall,
} from './calls/passkeys.ts'
import {
  changePasswordCall,
  checkPasswordResetCall,
  requestPasswordResetCall,
  resetPasswordCall,
  setBackupPasswordCall,
} from './calls/password.ts'
import { getUserCall, listUsersCall, searchUsersCall } from './calls/people.ts'
import { eraseAccountCall, exportPersonCall, getErasureCall, listErasedCall } from './calls/privacy.ts'
import {
  addAddressCall,
  checkUsernameCall,
  editAddressCall,
  editProfileCall,
  removeAddressCall,
  setPhotoCall,
  setUsernameCall,
} from './calls/profile.ts'
import { getProofWaysCall, proveIdentityCall, startProviderProofCall } from './calls/proof.ts'
import {
  finishDiscordCall,
  finishGoogleCall,
  getDiscordClientIdCall,
  linkDiscordCall,
  listProvidersCall,
  signInWithOneTimeTokenCall,
  startDiscordCall,
  startGoogleCall,
  unlinkProviderCall,
} from './calls/providers.ts'
import { confirmCodesCall, getSecondFactorCall, removeCodesCall, resetRecoveryCodesCall, startCodesCall } from './calls/second-factor.ts'
import { listOwnSecurityRecordCall, listRestoreChangesCall, listSecurityRecordCall } from './calls/security-record.ts'
import { getSessionCall, listSessionsCall, revokeOtherSessionsCall, revokeSessionCall } from './calls/sessions.ts'
import { getSetUpCall, setUpShopCall, signInCall, signInWithSecondStepCall, signUpCall } from './calls/sign-in.ts'
import { openSealedWorkCall, signOutCall } from './calls/sign-out.ts'
import {
  addInvitationCall,
  checkInvitationCall,
  getSignUpRuleCall,
  listInvitationsCall,
  revokeInvitationCall,
  setSignUpRuleCall,
} from './calls/sign-up.ts'

/** The calls of accounts. */
export const calls: readonly AnyCall[] = [
  getSetUpCall,
  setUpShopCall,
  signUpCall,
  signInCall,
  signInWithSecondStepCall,
  signOutCall,
  requestPasswordResetCall,
  checkPasswordResetCall,
  resetPasswordCall,
  changePasswordCall,
  setBackupPasswordCall,
  getProofWaysCall,
  proveIdentityCall,
  startProviderProofCall,
  getSecondFactorCall,
  startCodesCall,
  confirmCodesCall,
  removeCodesCall,
  resetRecoveryCodesCall,
  startPasskeyCall,
  addPasskeyCall,
  editPasskeyCall,
  removePasskeyCall,
  startPasskeyUseCall,
  signInWithPasskeyCall,
  getFactorDemandCall,
  setFactorDemandCall,
  requestEmailProofCall,
  proveEmailCall,
  proveEmailByLinkCall,
  getSessionCall,
  listSessionsCall,
  revokeSessionCall,
  revokeOtherSessionsCall,
  listSecurityRecordCall,
  listOwnSecurityRecordCall,
  listRestoreChangesCall,
  openSealedWorkCall,
  listProvidersCall,
  startDiscordCall,
  getDiscordClientIdCall,
  linkDiscordCall,
  unlinkProviderCall,
  finishDiscordCall,
  startGoogleCall,
  finishGoogleCall,
  signInWithOneTimeTokenCall,
  getMeCall,
  editProfileCall,
  setUsernameCall,
  checkUsernameCall,
  setPhotoCall,
  addAddressCall,
  editAddressCall,
  removeAddressCall,
  getUserCall,
  searchUsersCall,
  listUsersCall,
  listAdminUsersCall,
  addUserCall,
  editUserCall,
  closeAccountCall,
  migrateAccountCall,
  migrateDomainCall,
  migrateAllAccountsCall,
  listHostsCall,
  confirmHostCall,
  removeHostCall,
  exportPersonCall,
  getErasureCall,
  eraseAccountCall,
  listErasedCall,
  vouchForEmailCall,
  getSignUpRuleCall,
  setSignUpRuleCall,
  listInvitationsCall,
  addInvitationCall,
  revokeInvitationCall,
  checkInvitationCall,
]
