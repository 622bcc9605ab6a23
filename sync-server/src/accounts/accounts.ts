import type { SendMail } from '../platform/kernel/outgoing-mail.ts'
import type { Platform } from '../platform/platform.ts'
import { AttemptLimits } from './attempt-limits.ts'
import { type Identity, openIdentity, type Passwords } from './identity.ts'
import { discordProvider } from './providers/discord.ts'
import { googleProvider } from './providers/google.ts'
import type { ProviderAccess } from './providers/provider.ts'
import { ProviderFlow } from './providers/provider-flow.ts'
import { openSecurityRecord, type RecordSecurity } from './record/security-record.ts'
import { serverSecret } from './secrets.ts'
import { register, Sessions } from './sessions.ts'
import { ShopAddress } from './shop-address.ts'

/** Services that the calls of accounts use besides the platform. */
export type Accounts = {
  readonly identity: Identity
  readonly sessions: Sessions
  readonly limits: AttemptLimits
  readonly address: ShopAddress
  readonly providers: ProviderFlow
  readonly recordSecurity: RecordSecurity
  readonly sendMail: SendMail
  /** True when mails leave the shop. */
  readonly hasMailServer: boolean
}

/** Settings of signing in, and services of other features that it uses. */
export type AccountsParts = {
  readonly baseUrl: string
  readonly publicUrl: string | undefined
  /** True when a variant of the shop is served at the host of this origin. */
  readonly isBrand: (origin: string) => boolean
  readonly google: ProviderAccess | undefined
  readonly discord: ProviderAccess | undefined
  readonly sendMail: SendMail
  /** True when mails leave the shop. */
  readonly hasMailServer: boolean
  /** Hashing of passwords; by default the identity provider's. */
  readonly passwords?: Passwords | undefined
}

/** Opens identity, sessions and sign-in by providers on the platform's database. */
export async function openAccounts(
  platform: Platform,
  { baseUrl, publicUrl, isBrand, google, discord, sendMail, hasMailServer, passwords }: AccountsParts,
): Promise<Accounts> {
  const identity = await openIdentity({
    db: platform.db,
    log: platform.log,
    secret: await serverSecret(platform.db, 'identity'),
    baseUrl,
    onIdentity: (made) => register(platform, made),
    passwords,
  })
  const recordSecurity = await openSecurityRecord(platform)
  const address = new ShopAddress(platform, { publicUrl, isBrand })
  const providers = new ProviderFlow({
    platform,
    address,
    providers: { ...(google && { google: googleProvider(google) }), ...(discord && { discord: discordProvider(discord) }) },
    secret: await serverSecret(platform.db, 'providers'),
  })
  const parts = { identity, sessions: new Sessions(platform), limits: new AttemptLimits(), address, providers }
  return { ...parts, recordSecurity, sendMail, hasMailServer }
}
