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

function prefixOf(address: string, length: number): string {
  const plain = address.replace(/%.*$/, '')
  if (!isIPv6(plain)) return address
  const [head = '', tail] = plain.toLowerCase().split('::')
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')]
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  return `${groups.slice(0, length).join(':')}::/${length * 16}`
}

/** Splits an address into its groups, without leading zeros. An IPv4 address at the end stands for two groups, which do not belong to the network
 *  part. */
function groupsOf(part: string): string[] {
  if (part === '') return []
  return part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group.replace(/^0+(?=.)/, '')]))
}
