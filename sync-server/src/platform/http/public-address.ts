import { lookup as systemLookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Networks of this machine, of homes and shops, and of one cable. */
export const PRIVATE_NETWORKS: readonly (readonly [string, number])[] = [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
]
/** Further ranges that are not public: of carriers, for documents and tests, or reserved. */
const IPV4_NOT_PUBLIC: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['100.64.0.0', 10],
  // the internal service of Azure
  ['168.63.129.16', 32],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
/** Ranges within public IPv6 that embed an IPv4 address or are reserved. */
const IPV6_NOT_PUBLIC: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
]

const notPublic = new BlockList()
for (const [net, bits] of PRIVATE_NETWORKS) notPublic.addSubnet(net, bits, isIP(net) === 6 ? 'ipv6' : 'ipv4')
for (const [net, bits] of IPV4_NOT_PUBLIC) notPublic.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of IPV6_NOT_PUBLIC) notPublic.addSubnet(net, bits, 'ipv6')
const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')

/** Bits of a local network's IPv6 prefix. */
const NEIGHBOURS_BITS = 64

/** Makes the list of a machine's own addresses, and of the IPv6 networks in which its neighbours have public addresses. */
export function networksOf(interfaces: ReturnType<typeof networkInterfaces>): BlockList {
  const list = new BlockList()
  for (const { address, family } of Object.values(interfaces).flatMap((all) => all ?? []))
    if (family === 'IPv4') list.addAddress(address, 'ipv4')
    // none but public networks: that of ::1 would contain every IPv4 address as well
    else if (publicIpv6.check(address, 'ipv6')) list.addSubnet(address, NEIGHBOURS_BITS, 'ipv6')
  return list
}

/** True for an IP address of the public internet. False for this machine, its neighbours, private networks and the internal services of a cloud. */
export function isPublicAddress(address: string, networks = networksOf(networkInterfaces())): boolean {
  const family = isIP(address)
  if (family === 4) return !notPublic.check(address, 'ipv4') && !networks.check(address, 'ipv4')
  return family === 6 && publicIpv6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6') && !networks.check(address, 'ipv6')
}

/** Thrown for a host name with an address that is not public. */
export class NotPublic extends Error {
  override readonly name = 'NotPublic'
}

/** Resolves a host name for a connection. The connection uses exactly these addresses, so that DNS rebinding gains nothing. Refuses the name when one
 *  of its addresses is not public. Literal addresses are not looked up, so the caller has to check them. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '')
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new NotPublic('The host is not on the public internet.'), '')
    if (options.all) return callback(null, addresses)
    callback(null, addresses[0]?.address ?? '', addresses[0]?.family)
  })
}

/** True for an address that a public service may have: https on its usual port, a host name with a dot, and no user name. `publicLookup` checks the
 *  IP addresses of the name. */
export function isPublicHttps(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, port, username, password } = new URL(url)
  return protocol === 'https:' && port === '' && username === '' && password === '' && hostname.includes('.') && isIP(hostname) === 0
}

/** Ports of pages; '' is the scheme's default. */
const WEB_PORTS: readonly string[] = ['', '80', '443', '8080', '8443']

/** True for an address that a public page may have: http or https on a web port, no user name, and no private IP address. `publicLookup` checks the
 *  IP addresses of a name. */
export function isPublicWebUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, port, username, password } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && username === '' && password === '' && WEB_PORTS.includes(port) && (isIP(host) === 0 || isPublicAddress(host))
}

// names without a dot, or below a top-level domain that is never registered
const HOME_NAME = /^[^.]+\.?$|\.(?:local|localhost|localdomain|internal|intranet|private|corp|home|lan|home\.arpa|test|invalid|onion)\.?$/i

/** True for a host name that exists only in a private network, so that a failed lookup says nothing about the internet. */
export const isHomeName = (hostname: string): boolean => HOME_NAME.test(hostname)
