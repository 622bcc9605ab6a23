import { createHash, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { onTestFinished } from 'vitest'

/** A Discord account in the form of its API. */
export type DiscordAccount = { id: string; username: string; global_name: string | null; email: string | null; verified: boolean }

/** The outcome of the consent page: the account that consents, or a denial. */
type Consent = DiscordAccount | 'denied'

type Grant = { readonly account: DiscordAccount; readonly redirectUri: string; readonly challenge: string | undefined; isExpired: boolean }

const CLIENT = { id: '123456789012345678', secret: 'the secret of the shop at Discord' }

/** A Discord for tests. It checks what Discord checks: client, secret, redirect address, PKCE, and that a code is used once. */
export class DiscordServer {
  /** The person on Discord's page. */
  person: Consent = 'denied'
  /** With `hangs`, the server accepts requests and never answers; with `broken`, it answers 500; with `long`, it streams megabytes without a content
   *  length. */
  state: 'up' | 'hangs' | 'broken' | 'long' = 'up'
  /** Runs while Discord is asked for the account. */
  meanwhile: () => Promise<unknown> = async () => {}
  /** Reasons of refused token requests. */
  readonly refusals: string[] = []
  private accounts = 0
  private readonly grants = new Map<string, Grant>()
  private readonly tokens = new Map<string, DiscordAccount>()
  private constructor(
    readonly url: string,
    readonly close: () => Promise<void>,
  ) {}

  /** Environment variables that point a shop at this server. */
  get environment(): Record<string, string> {
    return { DISCORD_URL: this.url, DISCORD_CLIENT_ID: CLIENT.id, DISCORD_CLIENT_SECRET: CLIENT.secret }
  }

  /** Opens a server on loopback, and closes it when the test ends. */
  static async start(): Promise<DiscordServer> {
    const discord = await DiscordServer.open()
    onTestFinished(discord.close)
    return discord
  }

  /** Opens a server on loopback, which the caller closes. */
  static async open(): Promise<DiscordServer> {
    let discord: DiscordServer | undefined
    const server = serve({ fetch: (request) => (discord as DiscordServer).answer(request), port: 0, hostname: '127.0.0.1' })
    await new Promise((resolve) => server.once('listening', resolve))
    const close = () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      })
    discord = new DiscordServer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, close)
    return discord
  }

  /** Makes an account whose id and names are unique on this server. */
  account(email: string | null, more: Partial<DiscordAccount> = {}): DiscordAccount {
    const nth = ++this.accounts
    const id = String(900_000_000_000_000_000n + BigInt(nth))
    return { id, username: `user${nth}`, global_name: `User ${nth}`, email, verified: true, ...more }
  }

  /** Opens a consent address as a browser does. Answers the address to which Discord redirects. */
  async consent(url: string): Promise<string> {
    const response = await fetch(url, { redirect: 'manual' })
    const location = response.headers.get('location')
    if (response.status !== 302 || !location) throw new Error(`Discord answered ${response.status} ${await response.text()}`)
    return location
  }

  expireCodes(): void {
    for (const grant of this.grants.values()) grant.isExpired = true
  }

  private readonly app = new Hono()
    .use(async (_c, next) => {
      if (this.state === 'hangs') await new Promise(() => {})
      await next()
    })
    .use(async (c, next) => {
      await next()
      if (this.state !== 'long') return
      const answer = new Uint8Array(await c.res.arrayBuffer())
      const body = new Blob([' '.repeat(5_000_000), answer]).stream()
      c.res = new Response(body, { status: c.res.status, headers: { 'content-type': 'application/json' } })
    })
    .use(async (c, next) => (this.state === 'broken' ? c.text('upstream error', 500) : next()))
    .get('/oauth2/authorize', (c) => {
      const query = c.req.query()
      const isSound =
        query.client_id === CLIENT.id &&
        query.response_type === 'code' &&
        query.scope === 'identify email' &&
        query.state &&
        query.redirect_uri
      if (!isSound) return c.text('a parameter is wrong', 400)
      const back = new URL(query.redirect_uri as string)
      back.searchParams.set('state', query.state as string)
      if (this.person === 'denied') {
        back.searchParams.set('error', 'access_denied')
        return c.redirect(back.href)
      }
      const code = randomUUID()
      this.grants.set(code, {
        account: this.person,
        redirectUri: query.redirect_uri as string,
        challenge: query.code_challenge_method === 'S256' ? query.code_challenge : undefined,
        isExpired: false,
      })
      back.searchParams.set('code', code)
      return c.redirect(back.href)
    })
    .post('/api/v10/oauth2/token', async (c) => {
      const form = await c.req.parseBody()
      const grant = this.grants.get(String(form.code))
      this.grants.delete(String(form.code))
      const verified =
        typeof form.code_verifier === 'string' ? createHash('sha256').update(form.code_verifier).digest('base64url') : undefined
      const wrong =
        form.client_id !== CLIENT.id || form.client_secret !== CLIENT.secret
          ? 'invalid_client'
          : !grant || grant.isExpired
            ? 'invalid_grant: code'
            : form.redirect_uri !== grant.redirectUri
              ? 'invalid_grant: redirect_uri'
              : verified !== grant.challenge
                ? 'invalid_grant: code_verifier'
                : undefined
      if (wrong !== undefined || !grant) {
        this.refusals.push(String(wrong))
        return c.json({ error: String(wrong).split(':')[0] }, 400)
      }
      const token = randomUUID()
      this.tokens.set(token, grant.account)
      return c.json({ access_token: token, token_type: 'Bearer', expires_in: 604_800, scope: 'identify email' })
    })
    .get('/api/v10/users/@me', async (c) => {
      await this.meanwhile()
      const account = this.tokens.get((c.req.header('authorization') ?? '').replace('Bearer ', ''))
      return account ? c.json({ ...account, discriminator: '0' }) : c.json({ message: '401: Unauthorized' }, 401)
    })

  private answer(request: Request): Response | Promise<Response> {
    return this.app.fetch(request)
  }
}
