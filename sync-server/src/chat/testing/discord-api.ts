import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type HttpBindings, serve } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { onTestFinished } from 'vitest'

export type PostedMessage = { readonly channelId: string; readonly content: string; readonly nonce: string; readonly isSilent: boolean }

/** A fault of the next request: `limited` answers 429, `hangs` never answers, `drips` never ends its answer, and `lost` posts the message and drops
 *  the connection. */
export type Fault =
  | { readonly kind: 'limited'; readonly seconds: number; readonly isGlobal?: boolean }
  | { readonly kind: 'drips' }
  | { readonly kind: 'status'; readonly status: 400 | 403 | 404 | 500 | 502 | 503; readonly code?: number }
  | { readonly kind: 'hangs' }
  | { readonly kind: 'lost' }

/** Rate limit headers of the answer to a posted message. */
const BUCKET = { 'x-ratelimit-bucket': 'bucket', 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '4', 'x-ratelimit-reset-after': '1' }

const TOKEN = 'bot.token-of.the-shop'

/** The part of Discord's interface for bots that the shop uses: channels, direct channels, nonces, rate limits for a route or for all, and error
 *  codes. */
export class DiscordApi {
  readonly posted: PostedMessage[] = []
  /** Received requests, by method and path. */
  readonly asked: string[] = []
  /** Channels in which the bot may write. */
  readonly channels = new Set<string>()
  /** Channels that the bot cannot see. */
  readonly hidden = new Set<string>()
  /** People who accept no messages from the bot. */
  readonly closed = new Set<string>()
  /** Faults of the coming requests, in order. */
  readonly faults: Fault[] = []
  isTokenRevoked = false
  /** True while a proxy before Discord refuses everything and names no time to wait. */
  isBlocking = false
  private readonly nonces = new Map<string, { id: string; content: string }>()
  private constructor(readonly url: string) {}

  /** The environment of a shop whose bot uses this server. */
  get environment(): Record<string, string> {
    return { DISCORD_URL: this.url, DISCORD_BOT_TOKEN: TOKEN }
  }

  in(channelId: string): string[] {
    return this.posted.filter((message) => message.channelId === channelId).map(({ content }) => content)
  }

  /** The channel of the bot's direct messages to a person. */
  static directChannel(userId: string): string {
    return `9${userId.slice(1)}`
  }

  /** Starts a server on loopback. It closes at `atEnd`, by default after the test. */
  static async start(atEnd: (close: () => Promise<void>) => void = onTestFinished): Promise<DiscordApi> {
    let api: DiscordApi | undefined
    const server = serve({
      fetch: (request, env) => (api as DiscordApi).app.fetch(request, env as HttpBindings),
      port: 0,
      hostname: '127.0.0.1',
    })
    await new Promise((resolve) => server.once('listening', resolve))
    atEnd(
      () =>
        new Promise<void>((resolve) => {
          server.close(() => resolve())
          if ('closeAllConnections' in server) server.closeAllConnections()
        }),
    )
    api = new DiscordApi(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    return api
  }

  private readonly app = new Hono<{ Bindings: HttpBindings }>()
    .basePath('/api/v10')
    .use(async (c, next) => {
      this.asked.push(`${c.req.method} ${c.req.path.replace('/api/v10', '')}`)
      if (this.isBlocking) return c.text('error code: 1015', 429)
      if (this.isTokenRevoked || c.req.header('authorization') !== `Bot ${TOKEN}`)
        return c.json({ message: '401: Unauthorized', code: 0 }, 401)
      const fault = this.faults.shift()
      if (fault?.kind === 'hangs') await new Promise(() => {})
      if (fault?.kind === 'drips') return c.body(dripping(), 200, { 'content-type': 'application/json' })
      if (fault?.kind === 'limited') return limited(c, fault.seconds, fault.isGlobal ?? false)
      if (fault?.kind === 'status') return c.json({ message: 'Something', code: fault.code ?? 0 }, fault.status)
      await next()
      if (fault?.kind === 'lost') c.env.incoming.socket.destroy()
    })
    .post('/users/@me/channels', async (c) => {
      const { recipient_id } = (await c.req.json()) as { recipient_id: string }
      if (!/^\d{17,20}$/.test(recipient_id)) return c.json({ message: 'Unknown User', code: 10013 }, 404)
      const id = DiscordApi.directChannel(recipient_id)
      if (!this.closed.has(recipient_id)) this.channels.add(id)
      return c.json({ id, type: 1 })
    })
    .post('/channels/:id/messages', async (c) => {
      const channelId = c.req.param('id')
      if (this.hidden.has(channelId)) return c.json({ message: 'Missing Access', code: 50001 }, 403)
      if (!this.channels.has(channelId)) {
        const isDirect = [...this.closed].some((user) => DiscordApi.directChannel(user) === channelId)
        return isDirect
          ? c.json({ message: 'Cannot send messages to this user', code: 50007 }, 403)
          : c.json({ message: 'Unknown Channel', code: 10003 }, 404)
      }
      const body = (await c.req.json()) as {
        content: string
        nonce: string
        enforce_nonce: boolean
        allowed_mentions?: { parse: string[] }
      }
      if (body.content.length < 1 || [...body.content].length > 2_000 || body.nonce.length > 25)
        return c.json({ message: 'Invalid Form Body', code: 50035 }, 400)
      const known = this.nonces.get(body.nonce)
      if (known && body.enforce_nonce) return c.json(known)
      const message = { id: String(this.posted.length + 1), content: body.content }
      this.nonces.set(body.nonce, message)
      this.posted.push({ channelId, content: body.content, nonce: body.nonce, isSilent: body.allowed_mentions?.parse.length === 0 })
      return c.json(message, 200, BUCKET)
    })
}

function dripping(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(body) {
      await sleep(50)
      body.enqueue(new TextEncoder().encode(' '))
    },
  })
}

function limited(c: Context, seconds: number, isGlobal: boolean): Response {
  return c.json({ message: 'You are being rate limited.', retry_after: seconds, global: isGlobal }, 429, {
    'retry-after': String(seconds),
    'x-ratelimit-scope': isGlobal ? 'global' : 'user',
    ...(isGlobal
      ? { 'x-ratelimit-global': 'true' }
      : { ...BUCKET, 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': String(seconds) }),
  })
}
