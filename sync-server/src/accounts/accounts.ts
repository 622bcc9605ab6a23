import type { SendMail } from '../platform/kernel/outgoing-mail.ts'
import type { Platform } from '../platform/platform.ts'
import { AttemptLimits } from './attempt-limits.ts'
import { type Identity, openIdentity, type Passwords } from './identity.ts'
import { Passkeys } from './passkeys.ts'
import { discordProvider } from './providers/discord.ts'
import { googleProvider } from './providers/google.ts'
import type { ProviderAccess } from './providers/provider.ts'
import { ProviderFlow } from './providers/provider-flow.ts'
import { openSecurityRecord, type SecurityRecord } from './record/security-record.ts'
import { SealingKey } from './sealing-key.ts'
import { SecondFactors } from './second-factors.ts'
import { serverSecret } from './secrets.ts'
import { Sessions } from './sessions.ts'
import type { ShopAddress } from './shop-address.ts'
import { addressesOf, type ConfiguredAddresses } from './shop-addresses.ts'
import type { ShopHosts } from './shop-hosts.ts'
import { mailAboutSignInChanges } from './sign-in-mail.ts'

/** Services that the calls of accounts use besides the platform. */
export type Accounts = {
  readonly identity: Identity
  readonly sessions: Sessions
  readonly limits: AttemptLimits
  readonly address: ShopAddress
  readonly hosts: ShopHosts
  readonly providers: ProviderFlow
  readonly factors: SecondFactors
  readonly passkeys: Passkeys
  readonly recordSecurity: SecurityRecord['recordSecurity']
  /** Waits until every entry of the security record is in its files. */
  readonly flushRecord: SecurityRecord['flush']
  readonly sealing: SealingKey
  readonly sendMail: SendMail
  readonly hasMailServer: boolean
  /** The only domain that somebody who signs up at this origin may use; '' for all domains. */
  readonly domainOfSignUp: (origin: string) => string
  /** Domain of the paid variant; null in a shop without one. */
  readonly exchangeDomain: string | null
}

/** Settings of the accounts, and services of other features that they use. */
export type AccountsParts = ConfiguredAddresses & {
  readonly baseUrl: string
  /** Folders of the second copy of the security record. */
  readonly recordDirs: readonly string[]
  readonly google: ProviderAccess | undefined
  readonly discord: ProviderAccess | undefined
  readonly sendMail: SendMail
  readonly hasMailServer: boolean
  /** Hashing of passwords; by default the identity provider's. */
  readonly passwords?: Passwords | undefined
}

export async function openAccounts(
  platform: Platform,
  { baseUrl, recordDirs, google, discord, sendMail, hasMailServer, passwords, ...configured }: AccountsParts,
): Promise<Accounts> {
  const identity = openIdentity({
    db: platform.db,
    log: platform.log,
    secret: await serverSecret(platform.db, 'identity'),
    baseUrl,
    passwords,
  })
  const { recordSecurity, flush: flushRecord } = await openSecurityRecord(platform, recordDirs)
  const { hosts, address } = addressesOf(platform, configured)
  mailAboutSignInChanges(platform, { address, sendMail, baseUrl })
  const sessions = new Sessions(platform)
  const { brands } = configured
  const factors = new SecondFactors(platform, await serverSecret(platform.db, 'second factors'))
  const domainOfSignUp = (origin: string) => brands.domainOfSignUp(origin)
  const limits = new AttemptLimits()
  const providers = new ProviderFlow({
    platform,
    limits,
    recordSecurity,
    address,
    domainOfSignUp,
    hasSecond: async (uid) => (await factors.of(uid)).hasSecond,
    forgetSessions: () => sessions.forgetAll(),
    providers: { ...(google && { google: googleProvider(google) }), ...(discord && { discord: discordProvider(discord) }) },
    secret: await serverSecret(platform.db, 'providers'),
  })
  const parts = { identity, sessions, limits, address, hosts, providers }
  const sealing = new SealingKey(await serverSecret(platform.db, 'sealing'))
  const passkeys = new Passkeys(platform, address, await serverSecret(platform.db, 'passkeys'))
  const more = { factors, passkeys, domainOfSignUp, exchangeDomain: brands.exchangeDomain }
  return { ...parts, ...more, recordSecurity, flushRecord, sealing, sendMail, hasMailServer }
}
