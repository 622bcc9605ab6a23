import { z } from 'zod'
import type { Provider, ProviderAccess } from './provider.ts'
import { ProviderProtocol } from './provider-protocol.ts'

const meSchema = z.object({
  id: z.string().min(1).max(100),
  username: z.string(),
  discriminator: z.string().nullish(),
  global_name: z.string().nullish(),
  email: z.string().nullish(),
  verified: z.boolean().nullish(),
})

/** Discord, by OAuth 2 and the profile of its API. */
export function discordProvider(access: ProviderAccess): Provider {
  const protocol = new ProviderProtocol(access)
  const server = { issuer: access.url, token_endpoint: `${access.url}/api/v10/oauth2/token` }
  return {
    id: 'discord',
    clientId: access.clientId,
    async authorizeUrl(consent) {
      const url = await protocol.pageOf(`${access.url}/oauth2/authorize`, 'identify email', consent)
      // Discord can be told to ask for the press of a button, but not for a password
      if (consent.isProof) url.searchParams.set('prompt', 'consent')
      return url.href
    },
    async profileOf(returned, consent) {
      const tokens = await protocol.tokensFor(server, returned, consent)
      const me = await protocol.resource(`${access.url}/api/v10/users/@me`, tokens, meSchema)
      // Discord names from before 2023 are unique only together with their number
      const hasNumber = me.discriminator && me.discriminator !== '0'
      const username = (hasNumber ? `${me.username}#${me.discriminator}` : me.username).slice(0, 100)
      return { id: me.id, email: me.email ?? '', isEmailVerified: me.verified === true, name: me.global_name || me.username, username }
    },
  }
}
