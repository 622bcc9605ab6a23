import type { MailTarget } from '@shop/shared/accounts/calls/hosts.ts'
import type { confirmHost } from '@shop/shared/accounts/commands/confirm-host.ts'
import type { ArgsOf } from '@shop/shared/kernel/define-command.ts'
import type { Platform } from '../platform/platform.ts'
import { hostNameOf } from './host-name.ts'
import { isLoopbackHost } from './machine-hosts.ts'
import type { BrandOf, ShopHosts } from './shop-hosts.ts'

/** The origin for links in a mail. A mail with a link to an unconfirmed origin must not go to the mail server. */
export type MailAddress = { readonly origin: string; readonly isConfirmed: boolean }

/** `publicUrl`: the configured PUBLIC_URL; `port`: the port this server listens on; `hasTls`: this server itself speaks HTTPS. */
type Known = {
  readonly publicUrl: string | undefined
  readonly port: number
  readonly hasTls: boolean
  readonly isBehindProxy: boolean
  readonly brandOf: BrandOf
  readonly brands: readonly { readonly id: string; readonly title: string; readonly hosts: readonly string[] }[]
}

/** Knows the address of the shop. Links in sent mails lead only to a configured or confirmed address, because a stranger can write any accepted host
 *  into a request. */
export class ShopAddress {
  constructor(
    private readonly platform: Pick<Platform, 'db'>,
    private readonly hosts: ShopHosts,
    private readonly known: Known,
  ) {}

  /** Answers the origin to which the shop leads a browser that sent a request to this origin. */
  ofBrowser(origin: string): string {
    const { publicUrl, brandOf } = this.known
    if (publicUrl === undefined) return origin
    const own = new URL(publicUrl)
    if (!URL.canParse(origin) || new URL(origin).hostname === own.hostname || !brandOf(origin).isOwnHost) return publicUrl
    // a variant at its own host gets the scheme and port of PUBLIC_URL, because nothing of a request is trusted except a known host name
    own.hostname = new URL(origin).hostname
    return own.origin
  }

  /** Answers the origins of the shop's pages under the host of `ofBrowser`. A request could also name another port of that host, where another
   *  program serves pages. Without PUBLIC_URL the shop's pages are at the server's port (behind a proxy at the scheme's port) and at confirmed
   *  addresses. */
  async ofPages(origin: string): Promise<readonly string[]> {
    const own = new URL(this.ofBrowser(origin))
    return this.known.publicUrl === undefined ? this.originsOf(own, await this.hosts.confirmed()) : [own.origin]
  }

  /** Answers the one address that a public page names as its own. Each host of the shop has one such address, regardless of the port in the request;
   *  loopback names that belong to no variant share one. */
  async ofPublicPage(origin: string): Promise<string> {
    const own = new URL(this.ofBrowser(origin))
    if (this.known.publicUrl !== undefined) return own.origin
    if (isLoopbackHost(own.hostname) && !this.known.brandOf(own.origin).isOwnHost) own.hostname = 'localhost'
    const [first, confirmed] = this.originsOf(own, await this.hosts.confirmedLately())
    return confirmed ?? first
  }

  private originsOf(own: URL, confirmed: readonly string[]): readonly [string, ...string[]] {
    const { port, isBehindProxy } = this.known
    own.port = isBehindProxy && !isLoopbackHost(own.hostname) ? '' : String(port)
    return [own.origin, ...confirmed.filter((one) => hostNameOf(one) === own.hostname)]
  }

  /** Answers the origin for links in a mail, given the origin of the request that caused the mail. With PUBLIC_URL it is the same as for browsers.
   *  Without, it is the address that an admin confirmed for the brand, else the brand's own host, else the request's origin, unconfirmed. */
  async ofMail(origin: string): Promise<MailAddress> {
    const { publicUrl, brandOf } = this.known
    if (publicUrl !== undefined) return { origin: this.ofBrowser(origin), isConfirmed: true }
    const { id, isOwnHost } = brandOf(origin)
    const confirmed = await this.hosts.originOf(this.platform.db, id)
    if (confirmed !== undefined) return { origin: confirmed, isConfirmed: true }
    const host = hostNameOf(origin)
    const isConfirmed = isOwnHost && host !== undefined && !isLoopbackHost(host)
    const own = this.withoutForeignPort(origin)
    return { origin: isConfirmed && this.isSecure ? own.replace(/^http:/, 'https:') : own, isConfirmed }
  }

  /** True when people reach the shop by HTTPS. The scheme of a request does not say so, because a stranger may ask past the proxy. */
  private get isSecure(): boolean {
    return this.known.hasTls || this.known.isBehindProxy
  }

  /** Answers the origin of the links in each brand's mails; null if it is neither configured nor confirmed. Leaves out a
   *  brand that only this machine can reach. */
  async mailTargets(): Promise<MailTarget[]> {
    const targets: MailTarget[] = []
    const { port, brands } = this.known
    const scheme = this.isSecure ? 'https' : 'http'
    for (const { title, hosts } of brands) {
      const own = hosts.find((host) => !isLoopbackHost(host))
      if (own === undefined && hosts.length > 0) continue
      const { origin, isConfirmed } = await this.ofMail(own === undefined ? `http://localhost:${port}` : `${scheme}://${own}`)
      targets.push({ brand: title, origin: isConfirmed ? origin : null })
    }
    return targets
  }

  /** Answers the arguments with which the audit trail records the confirmation of an address. */
  async argsOfConfirming(origin: string, isForMails: boolean): Promise<ArgsOf<typeof confirmHost>> {
    const earlier = await this.hosts.originOf(this.platform.db, this.known.brandOf(origin).id)
    return { host: new URL(origin).host, mailOrigin: isForMails ? origin : null, earlierMailOrigin: earlier ?? null }
  }

  /** Removes a port that is neither the scheme's default nor this server's, because a request could name another service of the machine. */
  private withoutForeignPort(origin: string): string {
    if (!URL.canParse(origin)) return `http://localhost:${this.known.port}`
    const own = new URL(origin)
    if (own.port !== String(this.known.port)) own.port = ''
    return own.origin
  }
}
