import type { Platform } from '../platform/platform.ts'
import { AttemptLimits } from './attempt-limits.ts'
import { type Identity, openIdentity } from './identity.ts'
import { serverSecret } from './secrets.ts'
import { register, Sessions } from './sessions.ts'

/** What the calls of accounts work with besides the platform. */
export type Accounts = { readonly identity: Identity; readonly sessions: Sessions; readonly limits: AttemptLimits }

/** Opens identity and sessions on the platform's database. */
export async function openAccounts(platform: Platform, baseUrl: string): Promise<Accounts> {
  const identity = openIdentity({
    db: platform.db,
    log: platform.log,
    secret: await serverSecret(platform.db, 'identity'),
    baseUrl,
    onIdentity: (made) => register(platform, made),
  })
  return { identity, sessions: new Sessions(platform, identity), limits: new AttemptLimits() }
}
