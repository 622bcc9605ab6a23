import type { AuthorizationServer } from 'oauth4webapi'
import { z } from 'zod'
import type { Provider, ProviderAccess } from './provider.ts'
import { ProviderProtocol } from './provider-protocol.ts'

const DISCOVERY_MS = 3_600_000
const webUrl = z.string().refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol))
const discoverySchema = z.object({ authorization_endpoint: webUrl, token_endpoint: webUrl, userinfo_endpoint: webUrl })
const userInfoSchema = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().nullish(),
  // some issuers send this flag as text
  email_verified: z.union([z.boolean(), z.string()]).nullish(),
  name: z.string().nullish(),
})

/** Google, by OpenID Connect. The discovery document names the endpoints, and the userinfo endpoint answers the profile. */
export function googleProvider(access: ProviderAccess): Provider {
  const protocol = new ProviderProtocol(access)
  let known: { readonly server: Promise<AuthorizationServer & z.infer<typeof discoverySchema>>; readonly untilMs: number } | undefined
  const discover = async () => {
    if (!known || known.untilMs < performance.now()) {
      const server = protocol.discover(discoverySchema)
      known = { server, untilMs: performance.now() + DISCOVERY_MS }
      server.catch(() => (known = undefined))
    }
    return known.server
  }
  return {
    id: 'google',
    clientId: access.clientId,
    async authorizeUrl(consent) {
      const { authorization_endpoint } = await discover()
      const url = await protocol.pageOf(authorization_endpoint, 'openid email profile', consent)
      url.searchParams.set('nonce', consent.nonce)
      // on a shared tablet the account of the previous person must not be picked silently
      url.searchParams.set('prompt', 'select_account')
      if (consent.isProof) {
        // Google has no `prompt=login` and may ignore `max_age`. It tells the time of the last sign-in at Google if the shop's client there may ask
        // for it
        url.searchParams.set('max_age', '0')
        url.searchParams.set('claims', JSON.stringify({ id_token: { auth_time: { essential: true } } }))
      }
      return url.href
    },
    async profileOf(returned, consent) {
      const server = await discover()
      const tokens = await protocol.tokensFor(server, returned, consent, consent.nonce)
      const info = await protocol.userInfo(server, tokens, userInfoSchema)
      const isEmailVerified = info.email_verified === true || info.email_verified === 'true'
      const shownAtMs = protocol.shownAtMs(tokens)
      return { id: info.sub, email: info.email ?? '', isEmailVerified, name: info.name ?? '', username: '', shownAtMs }
    },
  }
}
