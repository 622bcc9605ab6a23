import { isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { hostNameOf } from './host-name.ts'

/** The list is read again after this time, because a machine's addresses change now and then. */
const FRESH_MS = 10_000

/** The names and addresses of the machine this server runs on, as `hostNameOf` writes them. */
export class MachineHosts {
  private known: { readonly hosts: ReadonlySet<string>; readonly atMs: number } | undefined

  get all(): ReadonlySet<string> {
    const atMs = performance.now()
    if (!this.known || atMs - this.known.atMs > FRESH_MS) this.known = { hosts: readHosts(), atMs }
    return this.known.hosts
  }
}

function readHosts(): ReadonlySet<string> {
  const name = hostname()
  const short = name.split('.')[0] ?? name
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list?.map(({ address }) => address) ?? [])
  const named = [name, short, `${short}.local`, ...addresses.map((address) => (address.includes(':') ? `[${address}]` : address))]
  return new Set(named.map(hostNameOf).filter((host) => host !== undefined))
}

/** True for a host name under which only programs on the same machine can reach the server. Browsers resolve every name below localhost to their own
 *  machine. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))
}
