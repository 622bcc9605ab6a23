import type { TestShop } from './shop.ts'

/** A browser that signs in by a provider and keeps one cookie. */
export class Browser {
  cookie: string | undefined
  constructor(private readonly shop: TestShop) {}

  /** Starts a sign-in, a link or a proof at a provider, and keeps the cookie. */
  async start(path: string, options: { token?: string; method?: string } = {}) {
    const answer = await this.shop.ask(options.method ?? 'GET', path, undefined, { token: options.token, headers: this.headers() })
    this.keep(answer.headers)
    return answer
  }

  /** Opens the address of the shop to which a provider redirects. Answers the screen to which the shop leads. */
  async open(url: string): Promise<{ path: string; query: Record<string, string> }> {
    const { pathname, search } = new URL(url)
    const answer = await this.shop.ask('GET', `${pathname}${search}`, undefined, { headers: this.headers() })
    if (answer.status !== 302) throw new Error(`${pathname} answered ${answer.status}`)
    const screen = new URL(answer.headers.get('location') ?? '', 'http://localhost')
    return { path: screen.pathname, query: Object.fromEntries(screen.searchParams) }
  }

  exchange(token: string, knownDevice?: string) {
    return this.shop.ask('POST', '/auth/sign-in-token', { token, knownDevice }, { headers: this.headers() })
  }

  private headers(): Record<string, string> {
    return this.cookie === undefined ? {} : { cookie: this.cookie, origin: 'http://localhost' }
  }

  private keep(headers: Headers): void {
    const given = headers.get('set-cookie')
    if (given) this.cookie = given.split(';')[0]
  }
}
