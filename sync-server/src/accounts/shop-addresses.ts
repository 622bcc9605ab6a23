import type { Platform } from '../platform/platform.ts'
import { ShopAddress } from './shop-address.ts'
import { ShopHosts } from './shop-hosts.ts'

/** The variants of the shop, by their hosts. */
export type BrandsOfShop = {
  readonly list: readonly { readonly id: string; readonly title: string; readonly hosts: readonly string[] }[]
  /** Every host that serves a variant. */
  readonly hosts: readonly string[]
  ofOrigin(origin: string): { readonly id: string }
  /** True when a variant lists this origin's host. */
  names(origin: string): boolean
  /** Domain of the paid variant; null in a shop without one. */
  readonly exchangeDomain: string | null
  /** The only domain that somebody who signs up at this origin may use; '' for all domains. */
  domainOfSignUp(origin: string): string
}

/** The configuration of the shop's addresses: PUBLIC_URL, and the port and host this server listens on. */
export type ConfiguredAddresses = {
  readonly publicUrl: string | undefined
  readonly port: number
  readonly host: string | undefined
  /** The certificate with which this server itself speaks HTTPS; undefined behind a proxy or without HTTPS. */
  readonly tls: object | undefined
  readonly proxies: { readonly exist: boolean }
  readonly brands: BrandsOfShop
}

/** Addresses that mean every network interface, and so do not name the machine. */
const WILDCARDS: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

/** Makes the list of hosts under which the shop answers, and its address for browsers and mails. */
export function addressesOf(
  platform: Pick<Platform, 'db' | 'log'>,
  { publicUrl, port, host, tls, proxies, brands }: ConfiguredAddresses,
): { readonly hosts: ShopHosts; readonly address: ShopAddress } {
  const brandOf = (origin: string) => ({ id: brands.ofOrigin(origin).id, isOwnHost: brands.names(origin) })
  const listening = host === undefined || WILDCARDS.has(host) ? [] : [host]
  const configured = [...(publicUrl === undefined ? [] : [publicUrl]), ...listening, ...brands.hosts]
  const hosts = new ShopHosts(platform, { configured, brandOf })
  return {
    hosts,
    address: new ShopAddress(platform, hosts, {
      publicUrl,
      port,
      hasTls: tls !== undefined,
      isBehindProxy: proxies.exist,
      brandOf,
      brands: brands.list,
    }),
  }
}
