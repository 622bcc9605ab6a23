import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The shop's credentials at a local provider. */
export type ConsentClient = { readonly id: string; readonly secret: string }

/** Paths of a provider's pages, and its title. */
type Places = { readonly title: string; readonly consent: string; readonly token: string; readonly profile: string }

/** A person's consent, with the parameters of the authorization request. */
type Grant<Account> = {
  readonly account: Account
  readonly challenge: string | null
  readonly redirectUri: string | null
  readonly nonce: string | null
}

/** A local OAuth 2 provider: consent page, tokens for codes with PKCE, and the profile of the consenting person. */
export abstract class ConsentServer<Account extends object> {
  /** The person at the consent page; `denied` presses Cancel. */
  person: Account | 'denied' = 'denied'
  private readonly codes = new Map<string, Grant<Account>>()
  private readonly tokens = new Map<string, Account>()
  private readonly server: Server

  protected constructor(
    private readonly places: Places,
    protected readonly client: ConsentClient,
  ) {
    this.server = createServer((request, response) => {
      this.answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
    })
  }

  /** Environment variables that point a shop to this provider. */
  abstract get environment(): Record<string, string>

  /** A JSON document that the provider has at this path, such as a discovery document. */
  protected document(_pathname: string): object | undefined {
    return undefined
  }

  /** Further tokens in the answer with the access token. */
  protected moreTokens(_account: Account, _nonce: string | null): object {
    return {}
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    return this
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url)
    const { consent, token, profile } = this.places
    const document = this.document(pathname)
    if (document) json(response, document)
    else if (pathname === consent) this.consent(searchParams, response)
    else if (pathname === token) json(response, this.token(new URLSearchParams(await textOf(request))))
    else if (pathname === profile) json(response, this.tokens.get((request.headers.authorization ?? '').replace('Bearer ', '')))
    else response.writeHead(404).end()
  }

  private consent(query: URLSearchParams, response: ServerResponse): void {
    const back = new URL(query.get('redirect_uri') ?? '')
    back.searchParams.set('state', query.get('state') ?? '')
    if (this.person === 'denied') back.searchParams.set('error', 'access_denied')
    else {
      const code = randomUUID()
      this.codes.set(code, {
        account: this.person,
        challenge: query.get('code_challenge'),
        redirectUri: query.get('redirect_uri'),
        nonce: query.get('nonce'),
      })
      back.searchParams.set('code', code)
    }
    const name = this.person === 'denied' ? 'Cancel' : 'Authorize'
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<title>${this.places.title}</title><a href="${back.href.replaceAll('&', '&amp;')}">${name}</a>`)
  }

  private token(form: URLSearchParams): object | undefined {
    const grant = this.codes.get(form.get('code') ?? '')
    this.codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isSound =
      grant?.challenge === challenge && form.get('client_secret') === this.client.secret && form.get('redirect_uri') === grant.redirectUri
    if (!grant || !isSound) return undefined
    const access_token = randomUUID()
    this.tokens.set(access_token, grant.account)
    return { access_token, token_type: 'Bearer', ...this.moreTokens(grant.account, grant.nonce) }
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
