import { newSecret } from '../token-hash.ts'

export type BrowserCaller = { readonly request: Request; readonly origin: string }

/** Lifetime of the cookie, slightly longer than the provider's page and the callback screen may take together. */
const SECONDS = 900
const SECRET = /^[\w-]{43}$/

export { newSecret as newBrowserSecret }

/** Name and place of the cookie at an address of the shop. Over HTTPS the prefix `__Host-` makes browsers reject a cookie that another subdomain or
 *  an attacker on the network sets. The prefix requires `Path=/`. */
const kindAt = (address: string) =>
  address.startsWith('https:')
    ? { name: '__Host-shop-browser', path: '/', end: '; Secure' }
    : { name: 'shop-browser', path: '/api/auth', end: '' }

/** Reads the secret that this browser got when it started to sign in by a provider. The app sets no other cookie, and nothing else reads this one. */
export function browserSecretOf(request: Request, address: string): string | undefined {
  const { name: wanted } = kindAt(address)
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [name, value = ''] = part.trim().split('=')
    if (name === wanted && SECRET.test(value)) return value
  }
  return undefined
}

/** Writes the header that sets the browser's secret. With `Lax`, the browser sends the cookie when the provider redirects back. */
export const browserCookie = (secret: string, address: string): string => cookie(secret, SECONDS, address)

/** Writes the header that deletes the browser's secret. */
export const endedBrowserCookie = (address: string): string => cookie('', 0, address)

function cookie(value: string, seconds: number, address: string): string {
  const { name, path, end } = kindAt(address)
  return `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${end}`
}
