import type { SecurityKind, SecurityResult } from '@shop/shared/accounts/rules/security-record.ts'
import { addresses, users } from '@shop/shared/accounts/schema.ts'
import { defineTable } from '../platform/database/collection-table.ts'
import {
  bigint,
  boolean,
  definePlainTable,
  integer,
  jsonb,
  orNull,
  text,
  timestamp,
  withDefault,
} from '../platform/database/plain-table.ts'
import type { TicketKind } from './tickets.ts'

export const usersTable = defineTable(users, {
  email: 'text',
  displayName: 'text',
  username: 'text',
  role: 'text',
  adminUntilMs: 'bigint',
  photoUrl: 'text',
  discordId: 'text',
  discordUsername: 'text',
  discordLinkedAtMs: 'bigint',
  discordNotificationsEnabled: 'boolean',
  emailNotificationsEnabled: 'boolean',
  whopBypass: 'boolean',
  registeredDomain: 'text',
  migratedFrom: 'jsonb',
  migratedTo: 'text',
  isEarlier: 'boolean',
  closedAtMs: 'bigint',
  erasedAtMs: 'bigint',
  emailProvedAtMs: 'bigint',
  createdAtMs: 'bigint',
})

export const addressesTable = defineTable(addresses, {
  uid: 'text',
  name: 'text',
  street: 'text',
  city: 'text',
  state: 'text',
  zip: 'text',
  country: 'text',
  isDefault: 'boolean',
  createdAtMs: 'bigint',
})

/** People who can sign in. The identity provider names the columns of its tables. */
export const identityUsersTable = definePlainTable('identity_users', {
  id: text(),
  name: text(),
  email: text(),
  emailVerified: boolean(),
  image: orNull(text()),
  createdAt: withDefault(timestamp()),
  updatedAt: withDefault(timestamp()),
})

/** Sessions, each with the hash of its token. `known_device`: hash of the token by which the session's device is known; null in sessions of earlier
 *  releases. */
export const identitySessionsTable = definePlainTable('identity_sessions', {
  id: text(),
  expiresAt: timestamp(),
  token: text(),
  createdAt: withDefault(timestamp()),
  updatedAt: timestamp(),
  ipAddress: orNull(text()),
  userAgent: orNull(text()),
  userId: text(),
  proved_at: orNull(timestamp()),
  second_at: orNull(timestamp()),
  by_provider: withDefault(boolean()),
  known_device: orNull(text()),
})

/** Hashes of the tokens of sessions that somebody ended before they ran out. */
export const endedSessionsTable = definePlainTable('ended_sessions', { token: text(), ended_at: withDefault(timestamp()) })

/** Authenticator apps: the sealed secret, the time step of the last accepted code, and the time of the first right code. */
export const codeFactorsTable = definePlainTable('code_factors', {
  uid: text(),
  sealed_secret: text(),
  last_step: withDefault(bigint()),
  confirmed_at: orNull(timestamp()),
  created_at: withDefault(timestamp()),
})

/** Hashes of the recovery codes that were not used yet. */
export const recoveryCodesTable = definePlainTable('recovery_codes', { uid: text(), hash: text(), created_at: withDefault(timestamp()) })

/** Passkeys, each for one host of the shop. */
export const passkeysTable = definePlainTable('passkeys', {
  id: text(),
  uid: text(),
  host: text(),
  credential_id: text(),
  public_key: text(),
  counter: bigint(),
  transports: jsonb<string[]>(),
  name: text(),
  created_at: withDefault(timestamp()),
  last_used_at: orNull(timestamp()),
})

/** Demands that admins switched on: a second factor for admins, an invitation for newcomers, or no newcomers. */
export const shopDemandsTable = definePlainTable('shop_demands', { name: text(), demanded_at: withDefault(timestamp()) })

/** Sign-in methods: a password, or an account at a provider. */
export const identityAccountsTable = definePlainTable('identity_accounts', {
  id: text(),
  accountId: text(),
  providerId: text(),
  userId: text(),
  accessToken: orNull(text()),
  refreshToken: orNull(text()),
  idToken: orNull(text()),
  accessTokenExpiresAt: orNull(timestamp()),
  refreshTokenExpiresAt: orNull(timestamp()),
  scope: orNull(text()),
  password: orNull(text()),
  createdAt: withDefault(timestamp()),
  updatedAt: timestamp(),
})

export const identityVerificationsTable = definePlainTable('identity_verifications', {
  id: text(),
  identifier: text(),
  value: text(),
  expiresAt: timestamp(),
  createdAt: withDefault(timestamp()),
  updatedAt: withDefault(timestamp()),
})

export const serverSecretsTable = definePlainTable('server_secrets', { name: text(), value: text(), created_at: withDefault(timestamp()) })

/** Hashes of one-time secrets. */
export const ticketsTable = definePlainTable('tickets', {
  hash: text(),
  kind: text<TicketKind>(),
  uid: orNull(text()),
  payload: withDefault(jsonb()),
  expires_at: timestamp(),
  created_at: withDefault(timestamp()),
})

/** The newest mail that proves an address, by account. Its row stays after use, so that a second use of the link can be answered. */
export const emailProofsTable = definePlainTable('email_proofs', {
  uid: text(),
  email: text(),
  link_hash: text(),
  code_hash: text(),
  guesses: withDefault(integer()),
  expires_at: timestamp(),
})

/** State of an origin: used by admins before hosts were checked, confirmed by an admin, or removed by an admin. */
export type AddressState = 'used' | 'confirmed' | 'removed'

/** Invitations to create an account, each with the hash of its link's secret. `is_mailed`: only the mailbox got the secret. */
export const invitationsTable = definePlainTable('invitations', {
  id: text(),
  hash: text(),
  email: orNull(text()),
  is_mailed: boolean(),
  by_uid: text(),
  created_at: withDefault(timestamp()),
  expires_at: timestamp(),
  revoked_at: orNull(timestamp()),
  used_at: orNull(timestamp()),
  used_by: orNull(text()),
})

/** Origins that admins used, confirmed or removed. The shop answers under the hosts of all but the removed ones. `brand`: the id of the brand whose
 *  mails lead there. */
export const shopAddressesTable = definePlainTable('shop_addresses', {
  origin: text(),
  seen_at: withDefault(timestamp()),
  state: withDefault(text<AddressState>()),
  brand: orNull(text()),
})

/** Devices that signed in to an account, each with the hash of its token. */
export const knownDevicesTable = definePlainTable('known_devices', { uid: text(), hash: text(), used_at: withDefault(timestamp()) })

/** Admins' sessions from before hosts were checked. A host that such a session uses becomes accepted. */
export const hostNamingSessionsTable = definePlainTable('host_naming_sessions', { session_id: text() })

/** Security record. Every entry stays, but loses its network address after some time, and its device too when the account is erased. `count`: number
 *  of such acts in the hour, or of such wrong answers in the day, this one included. */
export const securityEventsTable = definePlainTable('security_events', {
  id: text(),
  at_ms: bigint(),
  kind: text<SecurityKind>(),
  result: text<SecurityResult>(),
  uid: orNull(text()),
  by_uid: orNull(text()),
  address: orNull(text()),
  client: text(),
  detail: jsonb<Readonly<Record<string, string>>>(),
  count: integer(),
})

/** Accounts whose password or second factor was changed after the backup that was restored. The restored password alone must not sign in. */
export const passwordRenewalsTable = definePlainTable('password_renewals', { uid: text(), created_at: withDefault(timestamp()) })
