import { newSecret } from '../token-hash.ts'

/** Who asks, and by which origin. */
export type BrowserCaller = { readonly request: Request; readonly origin: string }

const NAME = 'shop-browser'
/** A little longer than the provider's page and the callback screen may take together. */
const SECONDS = 900
const SECRET = /^[\w-]{43}$/

export { newSecret as newBrowserSecret }

/** The secret this browser got when it began to sign in by a provider. It is the one cookie of the app, and only the sign-in by providers looks at it. */
export function browserSecretOf(request: Request): string | undefined {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [name, value = ''] = part.trim().split('=')
    if (name === NAME && SECRET.test(value)) return value
  }
  return undefined
}

/** Gives the browser its secret. `Lax`: it comes along when the provider sends the browser back. */
export function browserCookie(secret: string, redirectUri: string): string {
  const secure = redirectUri.startsWith('https:') ? '; Secure' : ''
  return `${NAME}=${secret}; Path=/api/auth; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`
}

/** Takes the secret back from the browser. */
export const endedBrowserCookie = `${NAME}=; Path=/api/auth; Max-Age=0; HttpOnly; SameSite=Lax`
