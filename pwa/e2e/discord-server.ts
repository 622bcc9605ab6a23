import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An account at Discord, as its API tells of it. */
export type DiscordAccount = { id: string; username: string; global_name: string; email: string; verified: boolean }

const CLIENT = { id: '123456789012345678', secret: 'the secret of the shop at Discord' }

/** A Discord of this machine: its page of consent, tokens for codes with PKCE, and the profile. */
export class DiscordServer {
  /** Who is at Discord, and consents; `denied` presses Cancel. */
  person: DiscordAccount | 'denied' = 'denied'
  private readonly codes = new Map<string, { account: DiscordAccount; challenge: string | null; redirectUri: string | null }>()
  private readonly tokens = new Map<string, DiscordAccount>()
  private constructor(private readonly server: Server) {}

  static async start(): Promise<DiscordServer> {
    const server = createServer((request, response) => {
      discord.answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
    })
    const discord = new DiscordServer(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return discord
  }

  /** Variables that lead a shop to it. */
  get environment(): Record<string, string> {
    const url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
    return { DISCORD_URL: url, DISCORD_CLIENT_ID: CLIENT.id, DISCORD_CLIENT_SECRET: CLIENT.secret }
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://discord')
    if (pathname === '/oauth2/authorize') this.consent(searchParams, response)
    else if (pathname === '/api/v10/oauth2/token') json(response, this.token(new URLSearchParams(await textOf(request))))
    else if (pathname === '/api/v10/users/@me')
      json(response, this.tokens.get((request.headers.authorization ?? '').replace('Bearer ', '')))
    else response.writeHead(404).end()
  }

  private consent(query: URLSearchParams, response: ServerResponse): void {
    const back = new URL(query.get('redirect_uri') ?? '')
    back.searchParams.set('state', query.get('state') ?? '')
    if (this.person === 'denied') back.searchParams.set('error', 'access_denied')
    else {
      const code = randomUUID()
      this.codes.set(code, { account: this.person, challenge: query.get('code_challenge'), redirectUri: query.get('redirect_uri') })
      back.searchParams.set('code', code)
    }
    const name = this.person === 'denied' ? 'Cancel' : 'Authorize'
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<title>Discord</title><a href="${back.href.replaceAll('&', '&amp;')}">${name}</a>`)
  }

  private token(form: URLSearchParams): object | undefined {
    const grant = this.codes.get(form.get('code') ?? '')
    this.codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isSound =
      grant?.challenge === challenge && form.get('client_secret') === CLIENT.secret && form.get('redirect_uri') === grant.redirectUri
    if (!grant || !isSound) return undefined
    const access_token = randomUUID()
    this.tokens.set(access_token, grant.account)
    return { access_token, token_type: 'Bearer' }
  }
}

function json(response: ServerResponse, body: object | undefined): void {
  response.writeHead(body ? 200 : 400, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? { error: 'invalid_grant' }))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
