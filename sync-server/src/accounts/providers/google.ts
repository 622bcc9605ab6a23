import { z } from 'zod'
import { askProvider, consentUrl, exchangeCode, type Provider, type ProviderAccess } from './provider.ts'

const DISCOVERY_MS = 3_600_000
const webUrl = z.string().refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol))
const discoverySchema = z.object({ authorization_endpoint: webUrl, token_endpoint: webUrl, userinfo_endpoint: webUrl })
const userInfoSchema = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().nullish(),
  // some issuers say it as text
  email_verified: z.union([z.boolean(), z.string()]).nullish(),
  name: z.string().nullish(),
})

/** Google, by OpenID Connect: its addresses come from the issuer's discovery document, the profile from its userinfo endpoint. */
export function googleProvider(access: ProviderAccess): Provider {
  let known: { readonly endpoints: Promise<z.infer<typeof discoverySchema>>; readonly untilMs: number } | undefined
  const discover = async () => {
    if (!known || known.untilMs < performance.now()) {
      const endpoints = askProvider(`${access.url}/.well-known/openid-configuration`, {}, discoverySchema, access.timeoutMs)
      known = { endpoints, untilMs: performance.now() + DISCOVERY_MS }
      endpoints.catch(() => (known = undefined))
    }
    return known.endpoints
  }
  return {
    id: 'google',
    clientId: access.clientId,
    async authorizeUrl(consent) {
      const { authorization_endpoint } = await discover()
      const url = consentUrl(authorization_endpoint, access.clientId, 'openid email profile', consent)
      // a shared tablet: ask which account, not the one of whoever was here before
      url.searchParams.set('prompt', 'select_account')
      return url.href
    },
    async profileOf(code, consent) {
      const { token_endpoint, userinfo_endpoint } = await discover()
      const token = await exchangeCode(token_endpoint, access, code, consent)
      const info = await askProvider(userinfo_endpoint, { headers: { authorization: `Bearer ${token}` } }, userInfoSchema, access.timeoutMs)
      const isEmailVerified = info.email_verified === true || info.email_verified === 'true'
      return { id: info.sub, email: info.email ?? '', isEmailVerified, name: info.name ?? '', username: '' }
    },
  }
}
