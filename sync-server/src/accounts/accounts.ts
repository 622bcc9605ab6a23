import type { SendMail } from '../platform/kernel/outgoing-mail.ts'
import type { Platform } from '../platform/platform.ts'
import { AttemptLimits } from './attempt-limits.ts'
import { type Identity, openIdentity, type Passwords } from './identity.ts'
import { discordProvider } from './providers/discord.ts'
import { googleProvider } from './providers/google.ts'
import type { ProviderAccess } from './providers/provider.ts'
import { ProviderFlow } from './providers/provider-flow.ts'
import { serverSecret } from './secrets.ts'
import { register, Sessions } from './sessions.ts'
import { ShopAddress } from './shop-address.ts'

/** What the calls of accounts work with besides the platform. */
export type Accounts = {
  readonly identity: Identity
  readonly sessions: Sessions
  readonly limits: AttemptLimits
  readonly address: ShopAddress
  readonly providers: ProviderFlow
  readonly sendMail: SendMail
  /** Whether mails leave the shop. */
  readonly hasMailServer: boolean
}

/** What the configuration says of signing in, and what other features do for it. */
export type AccountsParts = {
  readonly baseUrl: string
  readonly publicUrl: string | undefined
  /** Whether a variant of the shop lives at the host of this origin. */
  readonly isBrand: (origin: string) => boolean
  readonly google: ProviderAccess | undefined
  readonly discord: ProviderAccess | undefined
  readonly sendMail: SendMail
  /** Whether mails leave the shop. */
  readonly hasMailServer: boolean
  /** How passwords are hashed; by default as the identity provider does. */
  readonly passwords?: Passwords | undefined
}

/** Opens identity and sessions on the platform's database. */
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
  const address = new ShopAddress(platform, { publicUrl, isBrand })
  const providers = new ProviderFlow({
    platform,
    address,
    providers: { ...(google && { google: googleProvider(google) }), ...(discord && { discord: discordProvider(discord) }) },
    secret: await serverSecret(platform.db, 'providers'),
  })
  return { identity, sessions: new Sessions(platform), limits: new AttemptLimits(), address, providers, sendMail, hasMailServer }
}
