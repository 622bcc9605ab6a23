import { ConsentServer } from './consent-server.ts'

/** An account at Google, as its userinfo endpoint tells of it. */
export type GoogleAccount = { sub: string; name: string; email: string; email_verified: boolean }

const CLIENT = { id: 'the-shop.apps.googleusercontent.com', secret: 'the secret of the shop at Google' }
const PLACES = { title: 'Google', consent: '/consent', token: '/token', profile: '/userinfo' }

/** An OpenID Connect provider of this machine, found by its discovery document as Google is. */
export class GoogleServer extends ConsentServer<GoogleAccount> {
  static start(): Promise<GoogleServer> {
    return new GoogleServer(PLACES, CLIENT).open()
  }

  get environment(): Record<string, string> {
    return { GOOGLE_ISSUER: this.url, GOOGLE_CLIENT_ID: CLIENT.id, GOOGLE_CLIENT_SECRET: CLIENT.secret }
  }

  protected override document(pathname: string): object | undefined {
    if (pathname !== '/.well-known/openid-configuration') return undefined
    const { url } = this
    return {
      issuer: url,
      authorization_endpoint: `${url}${PLACES.consent}`,
      token_endpoint: `${url}${PLACES.token}`,
      userinfo_endpoint: `${url}${PLACES.profile}`,
    }
  }
}
