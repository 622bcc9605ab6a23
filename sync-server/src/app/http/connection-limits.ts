import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../../platform/http/client-network.ts'

/** Limits on a client's connections. Only tests change them. */
export type ConnectionLimits = {
  /** Longest time for the headers of a request. */
  readonly headersMs: number
  /** Longest time for a whole request, the last resort behind the limits of its body. */
  readonly requestMs: number
  /** Longest silence within a body. */
  readonly bodySilenceMs: number
  /** Milliseconds over which the speed of a body is averaged; it must reach `bodyBytesPerSecond` in each such span. */
  readonly bodySpanMs: number
  readonly bodyBytesPerSecond: number
  /** Longest silence of a connection in both directions while an answer is under way; event streams have their heartbeats. */
  readonly stallMs: number
  /** Interval between two checks of the connections. */
  readonly lookMs: number
  /** Most connections of one network. Behind a proxy all connections are the proxy's, and the proxy counts them. */
  readonly perNetwork: number
  /** Most connections in all. */
  readonly total: number
}

/** People whose devices share one address: a shop's customers and staff behind its router, or a carrier's phones behind one gateway. */
const PEOPLE_AT_ONE_ADDRESS = 1_000
/** Connections that a browser opens to one host over HTTP/1.1 while it loads the app; at rest it keeps one, the event stream. */
const CONNECTIONS_OF_A_BROWSER = 6
/** Room for the connections of devices that went away without closing them, until the server cuts these off. */
const SPARE_CONNECTIONS = 2_000

/** Limits of a shop. They suit a phone at the edge of its network, and let everybody behind one address load the app at once, as after a power
 *  cut. */
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

/** Options for Node's server, which has no property for them. */
export const socketOptions = ({ lookMs }: ConnectionLimits) => ({ connectionsCheckingInterval: lookMs })

/** Cuts off clients that are slow on purpose, and bounds the connections of one network. */
export function limitConnections(server: Server, limits: ConnectionLimits, isBehindProxy: boolean): void {
  server.headersTimeout = limits.headersMs
  server.requestTimeout = limits.requestMs
  server.timeout = limits.stallMs
  server.maxConnections = limits.total
  if (!isBehindProxy) limitNetworks(server, limits.perNetwork)
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { 'content-length': length, 'transfer-encoding': coding } = incoming.headers
    if (coding !== undefined || Number(length ?? 0) > 0) watchBody(incoming, outgoing, limits)
  })
}

function limitNetworks(server: Server, most: number): void {
  const counts = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const network = networkOf((socket.remoteAddress ?? '').replace(/^::ffff:/, ''))
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

/** A check that runs this much late (milliseconds) shows that the server is busy. */
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
    // received bytes wait to be read, or this check runs late: the client is not to blame
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

/** Ends a connection, with an answer when none has begun on it. */
function cutOff(socket: Socket, outgoing: ServerResponse): void {
  if (!outgoing.headersSent && outgoing.socket === socket)
    socket.write(
      `HTTP/1.1 408 Request Timeout\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(TOO_SLOW)}\r\n` +
        `cache-control: no-store\r\nconnection: close\r\n\r\n${TOO_SLOW}`,
    )
  socket.destroySoon()
}
