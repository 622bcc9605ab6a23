import { randomBytes } from 'node:crypto'
import { MAX_PASSWORD, MIN_PASSWORD } from '@shop/shared/accounts/rules.ts'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import type { Db } from '../platform/database/database.ts'
import type { Log } from '../platform/kernel/log.ts'

const DAY_SECONDS = 86_400
/** Days for which a session lasts after its last use: more than the 365 days for which a tablet may stay offline. */
export const SESSION_DAYS = 400

export type IdentityParts = {
  readonly db: Db
  readonly log: Log
  /** The provider's signing secret, kept in the database. */
  readonly secret: string
  readonly baseUrl: string
  /** Hashing of passwords; the provider's by default. */
  readonly passwords?: Passwords | undefined
}

export type Passwords = NonNullable<NonNullable<BetterAuthOptions['emailAndPassword']>['password']>

/** Options of the identity provider. A test checks that the migrations make the tables that these options ask for. */
export function identityOptions({ db, log, secret, baseUrl, passwords }: IdentityParts) {
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
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD,
      ...(passwords && { password: passwords }),
    },
    // the app itself limits requests by address and by account, and checks origins
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: () => uuidv7(Date.now(), randomBytes(10)) },
      disableOriginCheck: true,
      disableCSRFCheck: true,
    },
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message, ...details) => log.error({ details }, `identity: ${message}`) },
  } satisfies BetterAuthOptions
}

/** Opens the identity provider, which hashes and checks passwords. The provider's routes stay closed: the app itself makes accounts and sessions. */
export const openIdentity = (parts: IdentityParts) => betterAuth(identityOptions(parts))

export type Identity = ReturnType<typeof openIdentity>
