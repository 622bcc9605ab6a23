import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../../platform/http/client-network.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

/** Limits on a client's connections. Only tests change them. */
export type ConnectionLimits = {
  /** Maximum milliseconds for the headers of a request. */
  readonly headersMs: number
  /** Maximum milliseconds for a whole request. The limits of the body take effect earlier. */
  readonly requestMs: number
  /** Maximum milliseconds of silence within a body. */
  readonly bodySilenceMs: number
  /** Milliseconds over which the speed of a body is averaged. In each such span a body has to reach `bodyBytesPerSecond`. */
  readonly bodySpanMs: number
  readonly bodyBytesPerSecond: number
  /** Maximum milliseconds in which a connection may carry no bytes while an answer is under way. Event streams send heartbeats. */
  readonly stallMs: number
  /** Milliseconds between two checks of the connections. */
  readonly lookMs: number
  /** Maximum number of connections of one network. It does not apply to a proxy, from which all connections come. */
  readonly perNetwork: number
  /** Maximum number of all connections. */
  readonly total: number
}

/** Number of people whose devices may share one address: the customers and staff of a shop, or the phones behind one gateway of a carrier. */
const PEOPLE_AT_ONE_ADDRESS = 1_000
/** Number of connections that a browser opens to one host over HTTP/1.1 while it loads the app. Later it keeps one, for the event stream. */
const CONNECTIONS_OF_A_BROWSER = 6
/** Number of spare connections, for devices that went away without closing theirs. */
const SPARE_CONNECTIONS = 2_000

/** The limits of a shop. They suit a phone with a weak signal. Everybody behind one address can load the app at once, as after a power cut. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 5_400_000,
  bodySilenceMs: 10_000,
  bodySpanMs: 30_000,
  bodyBytesPerSecond: 2_000,
  stallMs: 600_000,
  lookMs: 1_000,
  perNetwork: PEOPLE_AT_ONE_ADDRESS * CONNECTIONS_OF_A_BROWSER + SPARE_CONNECTIONS,
  total: 16_000,
}

/** Options that have to be passed when Node's server is created. */
export const socketOptions = ({ lookMs }: ConnectionLimits) => ({ connectionsCheckingInterval: lookMs })

/** Cuts off clients that are too slow, and limits the connections of one network. */
export function limitConnections(server: Server, limits: ConnectionLimits, proxies: TrustedProxies): void {
  server.headersTimeout = limits.headersMs
  server.requestTimeout = limits.requestMs
  server.timeout = limits.stallMs
  server.maxConnections = limits.total
  limitNetworks(server, limits.perNetwork, proxies)
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { 'content-length': length, 'transfer-encoding': coding } = incoming.headers
    if (coding !== undefined || Number(length ?? 0) > 0) watchBody(incoming, outgoing, limits)
  })
}

function limitNetworks(server: Server, most: number, proxies: TrustedProxies): void {
  const counts = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    if (proxies.includes(socket.remoteAddress)) return
    const network = networkOf(socket.remoteAddress ?? '')
    const count = counts.get(network) ?? 0
    if (count >= most) {
      socket.destroy()
      return
    }
    counts.set(network, count + 1)
    socket.once('close', () => {
      const left = (counts.get(network) ?? 0) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    })
  })
}

/** Milliseconds by which a check may run late. A later check shows that the server is busy. */
const LATE_MS = 1_000

type Sample = { readonly atMs: number; readonly bytes: number }

/** Watches a body until it is whole, and answers 408 when the client sends it too slowly. */
function watchBody(incoming: IncomingMessage, outgoing: ServerResponse, limits: ConnectionLimits): void {
  const { socket } = incoming
  const sampleNow = (): Sample => ({ atMs: performance.now(), bytes: socket.bytesRead })
  let samples = [sampleNow()]
  const timer = setInterval(() => {
    if (incoming.complete || incoming.destroyed || socket.destroyed) return clearInterval(timer)
    const now = sampleNow()
    const isServerSlow = incoming.readableLength > 0 || now.atMs - (samples.at(-1)?.atMs ?? 0) > limits.lookMs + LATE_MS
    // received bytes wait to be read, or this check runs late, so the client is not too slow
    if (isServerSlow) samples = [now]
    else if (isTooSlow(samples, now, limits)) {
      clearInterval(timer)
      cutOff(socket, outgoing)
    } else samples = [...samples.filter(({ atMs }) => atMs >= now.atMs - limits.bodySpanMs - limits.lookMs), now]
  }, limits.lookMs)
  timer.unref()
  incoming.once('close', () => clearInterval(timer))
}

function isTooSlow(samples: readonly Sample[], now: Sample, limits: ConnectionLimits): boolean {
  const brought = (since: Sample) => now.bytes - since.bytes
  const before = (ms: number) => samples.filter(({ atMs }) => atMs <= now.atMs - ms).at(-1)
  const [silent, span] = [before(limits.bodySilenceMs), before(limits.bodySpanMs)]
  if (silent && brought(silent) === 0) return true
  return span !== undefined && brought(span) < (limits.bodyBytesPerSecond * (now.atMs - span.atMs)) / 1_000
}

const TOO_SLOW = JSON.stringify({ code: 'TOO_SLOW', message: 'The request came too slowly. Please try again.' })

/** Answers 408 if no answer has begun, then ends the connection. */
function cutOff(socket: Socket, outgoing: ServerResponse): void {
  if (!outgoing.headersSent && outgoing.socket === socket)
    socket.write(
      `HTTP/1.1 408 Request Timeout\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(TOO_SLOW)}\r\n` +
        `cache-control: no-store\r\nconnection: close\r\n\r\n${TOO_SLOW}`,
    )
  socket.destroySoon()
}
