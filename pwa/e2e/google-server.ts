import { generateKeyPairSync, sign } from 'node:crypto'
import { ConsentServer } from './consent-server.ts'

/** An account as Google's userinfo endpoint returns it. */
export type GoogleAccount = { sub: string; name: string; email: string; email_verified: boolean }

const CLIENT = { id: 'the-shop.apps.googleusercontent.com', secret: 'the secret of the shop at Google' }
const PLACES = { title: 'Google', consent: '/consent', token: '/token', profile: '/userinfo' }

/** A local OpenID Connect provider with a discovery document, as Google has. */
export class GoogleServer extends ConsentServer<GoogleAccount> {
  static start(): Promise<GoogleServer> {
    return new GoogleServer(PLACES, CLIENT).open()
  }

  get environment(): Record<string, string> {
    return { GOOGLE_ISSUER: this.url, GOOGLE_CLIENT_ID: CLIENT.id, GOOGLE_CLIENT_SECRET: CLIENT.secret }
  }

  private readonly key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

  /** An ID token, with its subject, issuer and audience. */
  protected override moreTokens({ sub }: GoogleAccount, nonce: string | null): object {
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: this.url, aud: this.client.id, sub, iat: now, exp: now + 3600, ...(nonce !== null && { nonce }) }
    const text = [{ alg: 'RS256', typ: 'JWT' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    return { id_token: `${text}.${sign('RSA-SHA256', Buffer.from(text), this.key).toString('base64url')}` }
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
