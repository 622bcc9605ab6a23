import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'

/** Where a request came from, as far as this server may believe it. */
export type Caller = {
  /** IP address of the client. */
  readonly address: string
  readonly isSecure: boolean
  /** Origin the client asked for, such as https://shop.example. */
  readonly origin: string
}

/** The last but `hops` of a comma-separated list: what the outermost trusted proxy wrote. */
function forwarded(headers: Headers, name: string, hops: number): string | undefined {
  if (hops === 0) return undefined
  return headers
    .get(name)
    ?.split(',')
    .map((part) => part.trim())
    .at(-hops)
}

/** Reads a request's caller from its connection, and from X-Forwarded-… as far as there are proxies to trust. */
export function callerOf(request: Request, incoming: IncomingMessage | undefined, hops: number): Caller {
  const { headers } = request
  const socket = incoming?.socket as TLSSocket | undefined
  const protocol = forwarded(headers, 'x-forwarded-proto', Math.min(hops, 1)) ?? (socket?.encrypted ? 'https' : 'http')
  const host = forwarded(headers, 'x-forwarded-host', Math.min(hops, 1)) ?? headers.get('host') ?? new URL(request.url).host
  const address = forwarded(headers, 'x-forwarded-for', hops) ?? socket?.remoteAddress ?? 'unknown'
  return { address: address.replace(/^::ffff:/, ''), isSecure: protocol === 'https', origin: `${protocol}://${host}` }
}
