import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { plainAddress } from '../../platform/http/client-network.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

/** The sender of a request, from those parts of the request that the server can trust. */
export type Caller = {
  /** IP address of the client, or `unknown`. */
  readonly address: string
  readonly isSecure: boolean
  /** Origin to which the client sent the request, such as https://shop.example. */
  readonly origin: string
  /** True when the client runs on this machine, asks a loopback host, and no proxy stands between. */
  readonly isSameMachine: boolean
}

/** Splits a header in which each proxy writes its entry at the end. */
function entriesOf(headers: Headers, name: string): string[] {
  return (headers.get(name)?.split(',') ?? []).map((part) => part.trim())
}

/** Removes the port that some proxies write behind an address. With it each connection would look like another client. */
const withoutPort = (address: string): string => address.replace(/^([\d.]+):\d+$/, '$1').replace(/^\[(.*)\](?::\d+)?$/, '$1')

/** Maximum length of a client's address; an IPv6 address with its zone is shorter. */
const MAX_ADDRESS = 64

/** Reads a request's caller from its connection and, if that is a trusted proxy's, from X-Forwarded-…. An invalid host counts as absent. */
export function callerOf(request: Request, incoming: IncomingMessage | undefined, proxies: TrustedProxies): Caller {
  const { headers } = request
  const socket = incoming?.socket as TLSSocket | undefined
  const forwarded = (name: string) => (proxies.includes(socket?.remoteAddress) ? entriesOf(headers, name) : [])
  const said = forwarded('x-forwarded-proto').at(-1)
  const protocol = said === 'https' || said === 'http' ? said : socket?.encrypted ? 'https' : 'http'
  const host = forwarded('x-forwarded-host').at(-1) ?? headers.get('host') ?? ''
  const address = proxies.clientOf(forwarded('x-forwarded-for').map(withoutPort)) ?? socket?.remoteAddress ?? 'unknown'
  const origin = isHost(host) ? `${protocol}://${host}` : `${protocol}://${new URL(request.url).host}`
  return {
    address: plainAddress(address).slice(0, MAX_ADDRESS),
    isSecure: protocol === 'https',
    origin,
    isSameMachine: !proxies.exist && isLoopback(socket?.remoteAddress) && isLoopback(new URL(origin).hostname) && !passedProxy(headers),
  }
}

/** The addresses that only programs on this machine can reach. */
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** True for an address or a host of the loopback interface. An IPv6 host may have brackets, as in a URL. */
function isLoopback(host: string | undefined): boolean {
  const bare = host?.replace(/^\[(.*)\]$/, '$1') ?? ''
  const family = isIP(bare)
  return family === 0 ? bare === 'localhost' : loopback.check(bare, family === 6 ? 'ipv6' : 'ipv4')
}

/** True when a proxy added a header. Needed because a proxy on this machine also connects from a loopback address. */
function passedProxy(headers: Headers): boolean {
  return [...headers.keys()].some(
    (name) => name === 'forwarded' || name === 'via' || name === 'x-real-ip' || name.startsWith('x-forwarded-'),
  )
}

/** True for a text that is only a host with an optional port. */
function isHost(host: string): boolean {
  const url = `http://${host}`
  if (!URL.canParse(url)) return false
  const { pathname, search, hash, username, password } = new URL(url)
  return host !== '' && `${pathname}${search}${hash}${username}${password}` === '/' && /^[\w.:[\]-]+$/.test(host)
}
