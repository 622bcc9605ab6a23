import { isIPv6 } from 'node:net'

/** Number of groups of an IPv6 address that identify the network. The network's owner chooses the other four. */
const NETWORK_GROUPS = 4
/** Number of groups that identify the site. Providers give a customer up to 65,536 networks. */
const SITE_GROUPS = 3

/** Answers the network under which rate limits count an address: the IPv4 address itself, or the /64 of an IPv6 address, because one customer has all
 *  addresses of a /64. */
export function networkOf(address: string): string {
  return prefixOf(address, NETWORK_GROUPS)
}

/** Answers the site of an address: the IPv4 address itself, or the /48 of an IPv6 address. */
export function siteOf(address: string): string {
  return prefixOf(address, SITE_GROUPS)
}

/** Answers the IPv4 address that an IPv6 address such as `::ffff:192.0.2.7` stands for, however it is written, and every other text unchanged. */
export function plainAddress(address: string): string {
  const groups = groupsOf(address)
  if (groups?.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return address
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join('.')
}

function prefixOf(address: string, length: number): string {
  const plain = plainAddress(address)
  const groups = groupsOf(plain)
  return groups ? `${groups.slice(0, length).join(':')}::/${length * 16}` : plain
}

/** Splits an IPv6 address into its eight groups, without leading zeros. Undefined for every other text. */
function groupsOf(address: string): string[] | undefined {
  const withoutZone = address.replace(/%.*$/, '')
  if (!isIPv6(withoutZone)) return undefined
  const [head = '', tail] = withoutZone.toLowerCase().split('::')
  const [before, after] = [splitPart(head), splitPart(tail ?? '')]
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
}

/** Splits one side of the `::` into groups. An IPv4 address at its end stands for two groups. */
function splitPart(part: string): string[] {
  if (part === '') return []
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [group.replace(/^0+(?=.)/, '')]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [(a << 8) | b, (c << 8) | d].map((pair) => pair.toString(16))
  })
}
