import { hashedOnce } from '../../accounts/testing/hashed-once.ts'
import type { Platform } from '../../platform/platform.ts'
import { readConfig } from '../config.ts'
import { createServer, type ServerOptions, type ShopServer } from '../server.ts'

/** The usual password of accounts in tests. */
export const PASSWORD = 'a long enough password'
export const ISO_8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
/** The e-mail of the admin whom the environment variable `ADMIN_EMAIL` names. */
export const ADMIN_EMAIL = 'admin@example.org'

// biome-ignore lint/suspicious/noExplicitAny: bodies of any call, which the asking test checks
export type Answer = { status: number; headers: Headers; body: any }

/** Options of one request. `peer`: the address from which it comes, by default this machine's. */
export type RequestOptions = {
  token?: string | undefined
  headers?: Record<string, string>
  raw?: string | Uint8Array<ArrayBuffer>
  peer?: string
}

/** A server under test, which is called without a network. */
export type TestShop = {
  readonly server: ShopServer
  readonly platform: Platform
  ask(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Answer>
  signUp(email: string, options?: RequestOptions): Promise<{ uid: string; token: string }>
  signIn(email: string, password?: string): Promise<string>
}

/** Builds a server on an open platform, with `environment` as at a real start. Each password is hashed only once. */
export async function testShop(
  platform: Platform,
  environment: Record<string, string> = {},
  options: Partial<ServerOptions> = {},
): Promise<TestShop> {
  const server = await createServer(readConfig(environment), { log: platform.log, platform, passwords: hashedOnce, ...options })
  const ask: TestShop['ask'] = async (method, path, body, { token, headers = {}, raw, peer } = {}) => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await server.fetch(
      new Request(`http://localhost${path.startsWith('/api') ? '' : '/api'}${path}`, {
        method,
        headers: {
          ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(sent === undefined ? {} : { body: sent }),
      }),
      peer,
    )
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text.startsWith('{') ? JSON.parse(text) : text }
  }
  return {
    server,
    platform,
    ask,
    async signUp(email, options) {
      const person = { email, password: PASSWORD, name: email.split('@')[0] }
      const { status, body } = await ask('POST', '/identity/sign-up/email', person, options)
      if (status !== 200) throw new Error(`sign-up answered ${status} ${JSON.stringify(body)}`)
      return { uid: body.user.id, token: body.token }
    },
    async signIn(email, password = PASSWORD) {
      const { status, body } = await ask('POST', '/identity/sign-in/email', { email, password })
      if (status !== 200) throw new Error(`sign-in answered ${status} ${JSON.stringify(body)}`)
      return body.token
    },
  }
}

/** An environment with which the start creates the first admin. */
export const OPENED = { ADMIN_EMAIL, ADMIN_PASSWORD: PASSWORD }
