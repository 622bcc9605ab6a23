import type { RequestOptions, TestShop } from './shop.ts'

/** A browser that signs in by a provider and keeps one cookie. `at`: the address of the shop that it opened, by default `http://localhost`. */
export class Browser {
  cookie: string | undefined
  constructor(
    private readonly shop: TestShop,
    private readonly at: Pick<RequestOptions, 'headers' | 'peer'> = {},
  ) {}

  /** Starts a sign-in, a link or a proof at a provider, and keeps the cookie. */
  async start(path: string, options: { token?: string; method?: string } = {}) {
    const answer = await this.shop.ask(options.method ?? 'GET', path, undefined, this.sent(options.token))
    this.keep(answer.headers)
    return answer
  }

  /** Opens the address of the shop to which a provider redirects. Answers the screen to which the shop leads. */
  async open(url: string): Promise<{ path: string; query: Record<string, string> }> {
    const { pathname, search } = new URL(url)
    const answer = await this.shop.ask('GET', `${pathname}${search}`, undefined, this.sent())
    if (answer.status !== 302) throw new Error(`${pathname} answered ${answer.status}`)
    const screen = new URL(answer.headers.get('location') ?? '', 'http://localhost')
    return { path: screen.pathname, query: Object.fromEntries(screen.searchParams) }
  }

  exchange(token: string, knownDevice?: string) {
    return this.shop.ask('POST', '/auth/sign-in-token', { token, knownDevice }, this.sent())
  }

  private sent(token?: string): RequestOptions {
    const cookie: Record<string, string> = this.cookie === undefined ? {} : { cookie: this.cookie, origin: 'http://localhost' }
    return { token, ...this.at, headers: { ...cookie, ...this.at.headers } }
  }

  private keep(headers: Headers): void {
    const given = headers.get('set-cookie')
    if (given) this.cookie = given.split(';')[0]
  }
}
