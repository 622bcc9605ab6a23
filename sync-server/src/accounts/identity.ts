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
/** A session lasts this long after its last use: longer than any tablet may stay offline (365 days). */
export const SESSION_DAYS = 400
/** The header by which our own code tells the provider where a request came from. Never taken from outside. */
export const CLIENT_ADDRESS_HEADER = 'x-shop-client-address'

/** A new sign-in was made; its profile has to follow. */
export type OnIdentity = (identity: { uid: string; email: string; name: string }) => Promise<void>

/** What the identity provider needs to work on our database. */
export type IdentityParts = {
  readonly db: Db
  readonly log: Log
  /** Signs what leaves the server; kept in the database. */
  readonly secret: string
  readonly baseUrl: string
  readonly onIdentity: OnIdentity
  /** How passwords are hashed; by default as the provider does. */
  readonly passwords?: Passwords | undefined
}

export type Passwords = NonNullable<NonNullable<BetterAuthOptions['emailAndPassword']>['password']>

/** How the identity provider is set up. A test holds migration 0002 to the tables these options ask for. */
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
    // the app limits by address and by account, and checks origins, for every route alike
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: () => uuidv7(Date.now(), randomBytes(10)) },
      // whole addresses: the list of devices shows them to their owner
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER], ipv6Subnet: 128 },
      disableOriginCheck: true,
      disableCSRFCheck: true,
    },
    databaseHooks: { user: { create: { after: ({ id, email, name }) => onIdentity({ uid: id, email, name }) } } },
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message, ...details) => log.error({ details }, `identity: ${message}`) },
  } satisfies BetterAuthOptions
}

/** Opens the identity provider (design §3): it makes accounts, checks passwords and makes sessions. Its own routes stay closed. */
export async function openIdentity(parts: IdentityParts) {
  const options = identityOptions(parts)
  const adapter = hashedSessions(await getAdapter(options))
  return betterAuth({ ...options, database: () => adapter })
}

/** The identity provider. */
export type Identity = Awaited<ReturnType<typeof openIdentity>>

/** Throws what the identity provider failed with. It hides an outage of the database behind an error of its own: then the database's own is thrown. */
export async function rethrow(platform: Pick<Platform, 'ping'>, error: unknown): Promise<never> {
  await platform.ping()
  throw error
}
