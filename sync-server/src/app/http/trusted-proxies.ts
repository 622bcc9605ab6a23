import { BlockList, isIP } from 'node:net'
import { plainAddress } from '../../platform/http/client-network.ts'
import { PRIVATE_NETWORKS } from '../../platform/http/public-address.ts'

type Network = readonly [address: string, bits: number]

/** The proxies in front of this server. Only their X-Forwarded-… headers are believed. */
export class TrustedProxies {
  /** Number of proxies that a request passes; undefined when their addresses are named instead. */
  private readonly hops: number | undefined
  private readonly list = new BlockList()

  constructor(networks: readonly Network[], hops?: number) {
    this.hops = hops
    for (const [address, bits] of networks) this.list.addSubnet(address, bits, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }

  /** True when a proxy stands in front of this server. */
  get exist(): boolean {
    return this.hops !== 0
  }

  /** True when the sender of a connection may be a proxy. */
  includes(address: string | undefined): boolean {
    const plain = plainAddress(address ?? '')
    const family = isIP(plain)
    return this.exist && family !== 0 && this.list.check(plain, family === 6 ? 'ipv6' : 'ipv4')
  }

  /** Reads the client from the addresses that the proxies wrote, each at the end. The client may have invented what stands before its own. */
  clientOf(addresses: readonly string[]): string | undefined {
    if (this.hops !== undefined) return addresses.at(-this.hops)
    return [...addresses].reverse().find((address) => !this.includes(address)) ?? addresses[0]
  }
}

/** Server without a proxy. */
export const NO_PROXIES = new TrustedProxies([], 0)

const MAX_HOPS = 10

/** Reads the proxies from `true` (one in a private network), `false`, the number of proxies behind one in a private network, or a list of addresses and
 *  networks. Undefined for every other text. */
export function trustedProxies(value: string): TrustedProxies | undefined {
  if (value === 'false' || value === '0') return NO_PROXIES
  if (value === 'true') return new TrustedProxies(PRIVATE_NETWORKS, 1)
  if (/^\d+$/.test(value)) return Number(value) <= MAX_HOPS ? new TrustedProxies(PRIVATE_NETWORKS, Number(value)) : undefined
  const networks = value.split(',').map((one) => networkOf(one.trim()))
  return networks.every((network) => network !== undefined) ? new TrustedProxies(networks) : undefined
}

/** Bits before the IPv4 address in an IPv6 address that stands for one. */
const MAPPED_BITS = 96

/** Reads an address, or a network such as 10.0.0.0/8. A network of all addresses is refused, because it would believe everybody. */
function networkOf(text: string): Network | undefined {
  const [, address = '', length] = /^([\da-f.:]+)(?:\/([1-9]\d{0,2}))?$/i.exec(text) ?? []
  const plain = plainAddress(address)
  const family = isIP(plain)
  if (family === 0) return undefined
  const most = family === 6 ? 128 : 32
  const bits = length === undefined ? most : Number(length) - (plain === address ? 0 : MAPPED_BITS)
  return bits >= 1 && bits <= most ? [plain, bits] : undefined
}
