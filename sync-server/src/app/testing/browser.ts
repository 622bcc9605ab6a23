import type { TestShop } from './shop.ts'

/** A browser: its one cookie, and the way through a provider. */
export class Browser {
  cookie: string | undefined
  constructor(private readonly shop: TestShop) {}

  /** Begins at a provider, and keeps the cookie that is given. */
  async start(path: string, options: { token?: string; method?: string } = {}) {
    const answer = await this.shop.ask(options.method ?? 'GET', path, undefined, { token: options.token, headers: this.headers() })
    this.keep(answer.headers)
    return answer
  }

  /** Opens an address of the shop a provider sends it to; answers the screen it is led to. */
  async open(url: string): Promise<{ path: string; query: Record<string, string> }> {
    const { pathname, search } = new URL(url)
    const answer = await this.shop.ask('GET', `${pathname}${search}`, undefined, { headers: this.headers() })
    if (answer.status !== 302) throw new Error(`${pathname} answered ${answer.status}`)
    const screen = new URL(answer.headers.get('location') ?? '', 'http://localhost')
    return { path: screen.pathname, query: Object.fromEntries(screen.searchParams) }
  }

  /** Hands a one-time token in. */
  exchange(token: string) {
    return this.shop.ask('POST', '/auth/sign-in-token', { token }, { headers: this.headers() })
  }

  private headers(): Record<string, string> {
    return this.cookie === undefined ? {} : { cookie: this.cookie, origin: 'http://localhost' }
  }

  private keep(headers: Headers): void {
    const given = headers.get('set-cookie')
    if (given) this.cookie = given.split(';')[0]
  }
}
