import { type Brand, type PageBrand, pageBrandOf } from '@shop/shared/brands/schema.ts'

/** Normalises a host name for a comparison: lower case, without port and final dot. */
export function hostNameOf(host: string): string {
  const name = host.trim().toLowerCase()
  return (/^(\[[^\]]*\]|[^:]*)/.exec(name)?.[0] ?? name).replace(/\.$/, '')
}

/** The variants of this shop, and the hosts that serve them. */
export class Brands {
  private readonly byHost = new Map<string, Brand>()
  private readonly first: Brand
  private readonly exchange: PageBrand['exchange']

  /** `exchangeDomain`: an additional host of the paid variant; by default its first listed host. */
  constructor(
    readonly list: readonly Brand[],
    exchangeDomain?: string,
  ) {
    if (!list[0]) throw new Error('there is no brand')
    this.first = list[0]
    for (const brand of list) for (const host of brand.hosts) this.byHost.set(hostNameOf(host), brand)
    const paid = list.find(({ membership }) => membership)
    const domain = exchangeDomain === undefined ? paid?.hosts[0] : hostNameOf(exchangeDomain)
    if (paid && domain !== undefined) this.byHost.set(domain, paid)
    this.exchange = paid && domain !== undefined ? { domain, title: paid.title } : null
  }

  /** Hosts that are configured for a brand. */
  get hosts(): readonly string[] {
    return [...this.byHost.keys()]
  }

  /** Answers the brand of a host name, regardless of the port; the first brand for an unknown host. */
  of(host: string): Brand {
    return this.byHost.get(hostNameOf(host)) ?? this.first
  }

  /** Answers the brand of an origin such as https://shop.example. */
  ofOrigin(origin: string): Brand {
    return URL.canParse(origin) ? this.of(new URL(origin).hostname) : this.first
  }

  /** Domain of the paid variant; null in a shop without one. */
  get exchangeDomain(): string | null {
    return this.exchange?.domain ?? null
  }

  /** The only domain that somebody who signs up at this origin may use; '' for all domains. */
  domainOfSignUp(origin: string): string {
    return this.ofOrigin(origin).membership ? (this.exchange?.domain ?? '') : ''
  }

  /** True when this origin's host is configured for a brand. */
  names(origin: string): boolean {
    return URL.canParse(origin) && this.byHost.has(hostNameOf(new URL(origin).hostname))
  }

  /** Answers the part of a brand that its pages need. */
  pageOf(brand: Brand): PageBrand {
    return pageBrandOf(brand, this.exchange)
  }
}
