import type { CallImplementation } from '../platform/http/implement-call.ts'
import type { Pictures } from '../platform/kernel/pictures.ts'
import type { Accounts } from './accounts.ts'
import {
  handleAddUser,
  handleCloseAccount,
  handleEditUser,
  handleListAdminUsers,
  handleMigrateAccount,
  handleMigrateAllAccounts,
  handleMigrateDomain,
} from './calls/administration.ts'
import { handleProveEmail, handleProveEmailByLink, handleRequestEmailProof, handleVouchForEmail } from './calls/email-proof.ts'
import { handleGetFactorDemand, handleSetFactorDemand } from './calls/factor-demand.ts'
import { handleConfirmHost, handleListHosts, handleRemoveHost } from './calls/hosts.ts'
import {
  handleAddPasskey,
  handleEditPasskey,
  handleRemovePasskey,
  handleSignInWithPasskey,
  handleStartPasskey,
  handleStartPasskeyUse,
} from './calls/passkeys.ts'
import {
  handleChangePassword,
  handleCheckPasswordReset,
  handleRequestPasswordReset,
  handleResetPassword,
  handleSetBackupPassword,
} from './calls/password.ts'
import { handleGetMe, handleGetUser, handleListUsers, handleSearchUsers } from './calls/people.ts'
import { handleEraseAccount, handleExportPerson, handleGetErasure, handleListErased } from './calls/privacy.ts'
import {
  handleAddAddress,
  handleCheckUsername,
  handleEditAddress,
  handleEditProfile,
  handleRemoveAddress,
  handleSetPhoto,
  handleSetUsername,
} from './calls/profile.ts'
import { handleGetProofWays, handleProveIdentity, handleStartProviderProof } from './calls/proof.ts'
import {
  handleFinishDiscord,
  handleFinishGoogle,
  handleGetDiscordClientId,
  handleLinkDiscord,
  handleListProviders,
  handleSignInWithOneTimeToken,
  handleStartDiscord,
  handleStartGoogle,
  handleUnlinkProvider,
} from './calls/providers.ts'
import {
  handleConfirmCodes,
  handleGetSecondFactor,
  handleRemoveCodes,
  handleResetRecoveryCodes,
  handleStartCodes,
} from './calls/second-factor.ts'
import { handleListOwnSecurityRecord, handleListRestoreChanges, handleListSecurityRecord } from './calls/security-record.ts'
import {
  handleGetSession,
  handleListSessions,
  handleOpenSealedWork,
  handleRevokeOtherSessions,
  handleRevokeSession,
} from './calls/sessions.ts'
import { handleGetSetUp, handleSetUpShop, handleSignIn, handleSignInWithSecondStep, handleSignOut, handleSignUp } from './calls/sign-in.ts'
import {
  handleAddInvitation,
  handleCheckInvitation,
  handleGetSignUpRule,
  handleListInvitations,
  handleRevokeInvitation,
  handleSetSignUpRule,
} from './calls/sign-up.ts'
import type { Privacy } from './privacy.ts'

type Parts = { accounts: Accounts; pictures: Pictures; privacy: Privacy }

export const accountsCalls = (parts: Parts): readonly CallImplementation[] => [...signInCalls(parts), ...peopleCalls(parts)]

/** Signing in and proving one's identity: passwords, second steps, sessions, providers. */
const signInCalls = ({ accounts }: Parts): readonly CallImplementation[] => [
  handleGetSetUp,
  handleSetUpShop(accounts),
  handleSignUp(accounts),
  handleSignIn(accounts),
  handleSignInWithSecondStep(accounts),
  handleSignOut(accounts),
  handleRequestPasswordReset(accounts),
  handleCheckPasswordReset(accounts),
  handleResetPassword(accounts),
  handleChangePassword(accounts),
  handleSetBackupPassword(accounts),
  handleGetProofWays(accounts),
  handleProveIdentity(accounts),
  handleStartProviderProof(accounts),
  handleGetSecondFactor(accounts),
  handleStartCodes(accounts),
  handleConfirmCodes(accounts),
  handleRemoveCodes(accounts),
  handleResetRecoveryCodes(accounts),
  handleStartPasskey(accounts),
  handleAddPasskey(accounts),
  handleEditPasskey(accounts),
  handleRemovePasskey(accounts),
  handleStartPasskeyUse(accounts),
  handleSignInWithPasskey(accounts),
  handleGetFactorDemand(accounts),
  handleSetFactorDemand(accounts),
  handleRequestEmailProof(accounts),
  handleProveEmail(accounts),
  handleProveEmailByLink(accounts),
  handleGetSession,
  handleListSessions,
  handleRevokeSession(accounts),
  handleRevokeOtherSessions(accounts),
  handleListSecurityRecord,
  handleListOwnSecurityRecord,
  handleListRestoreChanges,
  handleOpenSealedWork(accounts),
  handleListProviders(accounts),
  handleStartDiscord(accounts),
  handleGetDiscordClientId(accounts),
  handleLinkDiscord(accounts),
  handleUnlinkProvider(accounts),
  handleFinishDiscord(accounts),
  handleStartGoogle(accounts),
  handleFinishGoogle(accounts),
  handleSignInWithOneTimeToken(accounts),
]

/** Profiles, the people of the shop, and what the shop holds on them. */
const peopleCalls = ({ accounts, pictures, privacy }: Parts): readonly CallImplementation[] => [
  handleGetMe(accounts),
  handleEditProfile,
  handleSetUsername,
  handleCheckUsername,
  handleSetPhoto(pictures),
  handleAddAddress,
  handleEditAddress,
  handleRemoveAddress,
  handleGetUser,
  handleSearchUsers,
  handleListUsers,
  handleListAdminUsers,
  handleAddUser,
  handleEditUser,
  handleCloseAccount(accounts),
  handleMigrateAccount,
  handleMigrateDomain(accounts),
  handleMigrateAllAccounts,
  handleListHosts(accounts),
  handleConfirmHost(accounts),
  handleRemoveHost(accounts),
  handleExportPerson({ accounts, privacy }),
  handleGetErasure({ accounts, privacy }),
  handleEraseAccount({ accounts, privacy }),
  handleListErased({ accounts, privacy }),
  handleVouchForEmail(accounts),
  handleGetSignUpRule,
  handleSetSignUpRule(accounts),
  handleListInvitations(accounts),
  handleAddInvitation(accounts),
  handleRevokeInvitation(accounts),
  handleCheckInvitation(accounts),
]
