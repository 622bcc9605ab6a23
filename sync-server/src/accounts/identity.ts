import { randomBytes } from 'node:crypto'
import { MAX_PASSWORD, MIN_PASSWORD } from '@shop/shared/accounts/rules.ts'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { getAdapter } from 'better-auth/db/adapter'
import type { Db } from '../platform/database/database.ts'
import type { Log } from '../platform/kernel/log.ts'
import type { Platform } from '../platform/platform.ts'
import { hashedSessions } from './hashed-sessions.ts'

const DAY_SECONDS = 86_400
/** A session outlives its last use by this many days: more than a tablet may stay offline (365). */
export const SESSION_DAYS = 400
/** Passes the client's address from our own code to the provider. Never read from an outside request. */
export const CLIENT_ADDRESS_HEADER = 'x-shop-client-address'

/** Tells the sign-up hook which variant alone a new account may use. Never read from an outside request. */
export const DOMAIN_HEADER = 'x-shop-domain'

/** Runs after a sign-up, to create the profile. `registeredDomain`: the only variant the account may use; '' for any. */
export type OnIdentity = (identity: { uid: string; email: string; name: string; registeredDomain: string }) => Promise<void>

/** Parts that the identity provider needs to work on our database. */
export type IdentityParts = {
  readonly db: Db
  readonly log: Log
  /** Signs what leaves the server. Kept in the database. */
  readonly secret: string
  readonly baseUrl: string
  readonly onIdentity: OnIdentity
  /** Hashing of passwords; by default the provider's. */
  readonly passwords?: Passwords | undefined
}

export type Passwords = NonNullable<NonNullable<BetterAuthOptions['emailAndPassword']>['password']>

/** Options of the identity provider. A test compares migration 0002 with the tables that these options ask for. */
export function identityOptions({ db, log, secret, baseUrl, onIdentity, passwords }: IdentityParts) {
  return {
    appName: 'Shop',
    baseURL: baseUrl,
    basePath: '/api/identity',
    secret,
    database: { db, type: 'postgres', transaction: true },
    user: { modelName: 'identity_users' },
    session: { modelName: 'identity_sessions', expiresIn: SESSION_DAYS * DAY_SECONDS },
    account: { modelName: 'identity_accounts' },
    verification: { modelName: 'identity_verifications' },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD,
      ...(passwords && { password: passwords }),
    },
    // the app itself limits every route by address and by account, and checks origins
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: () => uuidv7(Date.now(), randomBytes(10)) },
      // whole addresses, because the list of devices shows them to their owner
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER], ipv6Subnet: 128 },
      disableOriginCheck: true,
      disableCSRFCheck: true,
    },
    databaseHooks: {
      user: {
        create: {
          after: ({ id, email, name }, context) =>
            onIdentity({ uid: id, email, name, registeredDomain: context?.headers?.get(DOMAIN_HEADER) ?? '' }),
        },
      },
    },
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message, ...details) => log.error({ details }, `identity: ${message}`) },
  } satisfies BetterAuthOptions
}

/** Opens the identity provider, which creates accounts, checks passwords and creates sessions. Its own routes stay closed. */
export async function openIdentity(parts: IdentityParts) {
  const options = identityOptions(parts)
  const adapter = hashedSessions(await getAdapter(options))
  return betterAuth({ ...options, database: () => adapter })
}

export type Identity = Awaited<ReturnType<typeof openIdentity>>

/** Throws the database's error when the database is down, because the identity provider hides it behind an error of its own. Otherwise rethrows the
 *  given error. */
export async function rethrow(platform: Pick<Platform, 'ping'>, error: unknown): Promise<never> {
  await platform.ping()
  throw error
}
