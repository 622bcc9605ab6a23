import { OAuth2Server } from 'oauth2-mock-server'
import { onTestFinished } from 'vitest'

/** Starts a stand-in for Google on this machine, and closes it when the test ends. */
export const startGoogle = async () => {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(0, '127.0.0.1')
  onTestFinished(() => server.stop())
  const url = server.issuer.url as string
  return {
    server,
    environment: { GOOGLE_ISSUER: url, GOOGLE_CLIENT_ID: 'shop', GOOGLE_CLIENT_SECRET: 'the secret of the shop at Google' },
  }
}
/** Consents at Google's page. Answers the address to which Google redirects. */
export const consent = async (url: string) => (await fetch(url, { redirect: 'manual' })).headers.get('location') as string
/** Sets the person at Google's page: the subject of the tokens, and the profile. */
export const comes = ({ service }: OAuth2Server, person: { readonly sub: string; readonly [claim: string]: unknown }) => {
  service.removeAllListeners('beforeUserinfo')
  service.on('beforeTokenSigning', ({ payload }) => Object.assign(payload, { sub: person.sub }))
  service.on('beforeUserinfo', (answer) => {
    answer.body = person
  })
}
