import { setTimeout as sleep } from 'node:timers/promises'
import { type HttpBindings, serve } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'

export type Member = { readonly email: string | null; readonly access_level: 'customer' | 'admin' | 'no_access' }

export type Mood = 'well' | 'slow' | 'busy' | 'failing' | 'malformed' | 'otherShape' | 'moved' | 'hangingUp'

/** A membership provider on this machine that speaks Whop's interface. */
export class MembershipServer {
  readonly apiKey = 'apik_canary_5d1f0c'
  /** Members by the id of their membership. */
  readonly members = new Map<string, Member>()
  mood: Mood = 'well'
  /** Paths of the received requests. */
  asked: string[] = []
  private acceptedKey = this.apiKey
  private server: ReturnType<typeof serve> | undefined
  private port = 0

  get url(): string {
    return `http://127.0.0.1:${this.port}/api/v1`
  }

  /** The environment of a shop that sells its memberships here. */
  get environment() {
    return { WHOP_API_KEY: this.apiKey, WHOP_API_URL: this.url, WHOP_WEBHOOK_SECRET: 'ws_canary_8a71', EXCHANGE_DOMAIN: 'exchange.example' }
  }

  /** Makes the server reject the shop's key, or accept it again with `false`. */
  revokeKey(isRevoked = true): void {
    this.acceptedKey = isRevoked ? 'another' : this.apiKey
  }

  add(email: string, access_level: Member['access_level'] = 'customer'): string {
    const id = `mem_${this.members.size + 1}`
    this.members.set(id, { email, access_level })
    return id
  }

  async open(): Promise<void> {
    const app = new Hono<{ Bindings: HttpBindings }>()
    app.use(async (c, next) => {
      this.asked.push(c.req.url.replace(/^http:\/\/[^/]+/, ''))
      if (this.mood === 'slow') await sleep(10_000)
      if (this.mood === 'busy') return c.json({ error: { message: 'Too many requests' } }, 429, { 'retry-after': '120' })
      if (this.mood === 'failing') return c.json({ error: { message: 'Internal error' } }, 500)
      if (this.mood === 'malformed') return c.body('<html>a proxy</html>', 200, { 'content-type': 'text/html' })
      if (this.mood === 'otherShape') return c.json({ data: [{ access: true }] })
      if (this.mood === 'moved') return c.redirect('http://127.0.0.1:1/')
      if (this.mood === 'hangingUp') {
        c.env.outgoing.destroy()
        return RESPONSE_ALREADY_SENT
      }
      if (c.req.header('authorization') !== `Bearer ${this.acceptedKey}`) return c.json({ error: { message: 'Unauthorized' } }, 401)
      return next()
    })
    app.get('/api/v1/members', (c) => {
      const { query = '', first = '10', after = '0' } = c.req.query()
      const found = [...this.members].filter(([, { email }]) => email?.toLowerCase().includes(query.toLowerCase()))
      const from = Number(after)
      const page = found.slice(from, from + Number(first))
      const end = from + page.length
      return c.json({
        data: page.map(([id, { email, access_level }]) => ({
          id: `mber_${id}`,
          access_level,
          status: 'joined',
          user: { id, email, username: id },
        })),
        page_info: { has_next_page: end < found.length, has_previous_page: from > 0, start_cursor: String(from), end_cursor: String(end) },
      })
    })
    app.get('/api/v1/memberships/:id', (c) => {
      const member = this.members.get(c.req.param('id'))
      if (!member) return c.json({ error: { message: 'Not found' } }, 404)
      return c.json({ id: c.req.param('id'), status: 'active', user: { id: 'user_1', email: member.email } })
    })
    this.port = await new Promise((resolve) => {
      this.server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve(port))
    })
  }

  close(): void {
    this.server?.close()
  }
}
