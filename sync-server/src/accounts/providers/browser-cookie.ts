import { newSecret } from '../token-hash.ts'

/** A request and the origin it came to. */
export type BrowserCaller = { readonly request: Request; readonly origin: string }

const NAME = 'shop-browser'
/** Slightly longer than the provider's page and the callback screen may take together. */
const SECONDS = 900
const SECRET = /^[\w-]{43}$/

export { newSecret as newBrowserSecret }

/** Reads the secret this browser got when it started to sign in by a provider. It is the app's only cookie, read by this sign-in alone. */
export function browserSecretOf(request: Request): string | undefined {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [name, value = ''] = part.trim().split('=')
    if (name === NAME && SECRET.test(value)) return value
  }
  return undefined
}

/** Sets the browser's secret. `Lax` lets it come back with the redirect from the provider. */
export function browserCookie(secret: string, redirectUri: string): string {
  const secure = redirectUri.startsWith('https:') ? '; Secure' : ''
  return `${NAME}=${secret}; Path=/api/auth; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`
}

/** Deletes the browser's secret. */
export const endedBrowserCookie = `${NAME}=; Path=/api/auth; Max-Age=0; HttpOnly; SameSite=Lax`
