import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A local membership provider that answers a search for members as Whop does. */
export class MembershipServer {
  readonly emails = new Set<string>()
  private readonly server: Server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost')
    const email = searchParams.get('query') ?? ''
    const data = this.emails.has(email) ? [{ id: 'mber_1', access_level: 'customer', user: { id: 'user_1', email } }] : []
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ data, page_info: { has_next_page: false } }))
  })

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
  }

  /** Environment variables that point a shop's server to this provider. */
  get environment(): Record<string, string> {
    return { WHOP_API_KEY: 'key', WHOP_API_URL: `http://127.0.0.1:${(this.server.address() as AddressInfo).port}` }
  }

  close(): void {
    this.server.close()
  }
}
