import { z } from 'zod'
import { askProvider, consentUrl, exchangeCode, type Provider, type ProviderAccess } from './provider.ts'

const meSchema = z.object({
  id: z.string().min(1).max(100),
  username: z.string(),
  discriminator: z.string().nullish(),
  global_name: z.string().nullish(),
  email: z.string().nullish(),
  verified: z.boolean().nullish(),
})

/** Discord, by its OAuth 2 and the profile of its API. */
export function discordProvider(access: ProviderAccess): Provider {
  return {
    id: 'discord',
    clientId: access.clientId,
    authorizeUrl: async (consent) => consentUrl(`${access.url}/oauth2/authorize`, access.clientId, 'identify email', consent).href,
    async profileOf(code, consent) {
      const token = await exchangeCode(`${access.url}/api/v10/oauth2/token`, access, code, consent)
      const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
      const me = await askProvider(`${access.url}/api/v10/users/@me`, { headers }, meSchema, access.timeoutMs)
      // names from before 2023 are unique only with their number
      const hasNumber = me.discriminator && me.discriminator !== '0'
      const username = (hasNumber ? `${me.username}#${me.discriminator}` : me.username).slice(0, 100)
      return { id: me.id, email: me.email ?? '', isEmailVerified: me.verified === true, name: me.global_name || me.username, username }
    },
  }
}
