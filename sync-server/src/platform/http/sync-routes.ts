import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { CallCost } from '@shop/shared/kernel/define-call.ts'
import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { frameOf, START_FRAMES_TYPE } from '@shop/shared/kernel/frames.ts'
import { idSchema } from '@shop/shared/kernel/ids.ts'
import { HEARTBEAT_SECONDS, MAX_PULL_BYTES, MAX_PUSH_COMMANDS } from '@shop/shared/kernel/limits.ts'
import { pullRequestSchema, pushRequestSchema } from '@shop/shared/kernel/wire.ts'
import { type Context, Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import * as z from 'zod/mini'
import type { ProofJudge } from '../commands/command-tx.ts'
import type { Platform } from '../platform.ts'
import { plainLines } from '../pull/zipped-lines.ts'
import { AuditLimits } from './audit-limits.ts'
import { networkOf } from './client-network.ts'
import { parseInput } from './parse-input.ts'
import { PushLimits } from './push-limits.ts'
import { readJsonBody } from './read-json-body.ts'

/** Answers the user who makes a request; null when nobody is signed in. `cost` is the cost of the request. */
export type Authenticate = (request: Request, cost?: CallCost) => Promise<Actor | null>

export const FIRST_SYNC_COST: CallCost = 'firstSync'

/** Maximum milliseconds of an event stream. After that the client reconnects, and its session is checked again. */
const EVENTS_MAX_MS = 30 * 60_000
const startQuerySchema = z.object({ protocol: z.coerce.number().check(z.int(), z.minimum(1)), clientId: z.optional(idSchema) })
/** The query of an event stream. A client may send its id, which has no effect. */
const eventsQuerySchema = z.object({ clientId: z.optional(idSchema) })

/** Builds the routes of the sync engine, for the path /api/sync. They throw refusals, which the app turns into answers. `proofOf` reads what a sender
 *  has proved, for commands that need a proof. */
export function syncRoutes(
  platform: Platform,
  authenticate: Authenticate,
  addressOf: (request: Request) => string = () => 'unknown',
  proofOf?: (request: Request, actor: Actor) => Promise<ProofJudge>,
): Hono {
  const routes = new Hono()

  const audits = new AuditLimits()
  const pushes = new PushLimits()

  const signedIn = async (c: Context, cost?: CallCost): Promise<Actor> => {
    const actor = await authenticate(c.req.raw, cost)
    if (!actor) throw refusal(kernelRefusals, 'SIGN_IN_REQUIRED')
    return actor
  }

  routes.post('/push', async (c) => {
    const actor = await signedIn(c)
    const address = addressOf(c.req.raw)
    const { maxBytes, maxValues } = pushes.of(actor)
    let bytes = 0
    const admit = (count: number) => {
      bytes = count
      pushes.demand(actor, address, count)
    }
    const body = await readJsonBody(c.req.raw, maxBytes, { maxValues, admit })
    const { commands } = (body ?? {}) as { commands?: unknown }
    if (Array.isArray(commands) && commands.length > MAX_PUSH_COMMANDS)
      throw refusal(kernelRefusals, 'TOO_LARGE', { message: `At most ${MAX_PUSH_COMMANDS} entries at once.` })
    const request = parseInput(pushRequestSchema, body)
    pushes.demandCommands(actor, address, { commands: request.commands, bytes, isFact: ({ name }) => platform.isFact(name) })
    const readProof = proofOf && (() => proofOf(c.req.raw, actor))
    return c.json(await platform.push(actor, request, { readProof }))
  })

  routes.post('/pull', async (c) => {
    const actor = await signedIn(c)
    const request = parseInput(pullRequestSchema, await readJsonBody(c.req.raw, MAX_PULL_BYTES))
    return c.json(await platform.pull(actor, request, { admitAudit: () => audits.demand(actor, request.clientId) }))
  })

  routes.get('/start', async (c) => {
    const actor = await signedIn(c, FIRST_SYNC_COST)
    const { protocol, clientId } = parseInput(startQuerySchema, c.req.query())
    const lines = await platform.start(actor, protocol, clientId)
    const headers = { 'cache-control': 'no-store', vary: 'accept, accept-encoding' }
    const answer = (body: Readable, type: Record<string, string>) =>
      c.body(Readable.toWeb(body) as ReadableStream, 200, { ...headers, ...type })
    if (c.req.header('accept')?.includes(START_FRAMES_TYPE))
      return answer(Readable.from(framed(lines), { objectMode: false }), { 'content-type': START_FRAMES_TYPE })
    const type = { 'content-type': 'application/x-ndjson; charset=utf-8' }
    const texts = Readable.from(plainLines(lines), { objectMode: false })
    return /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
      ? answer(
          pipeline(texts, createGzip(), () => {}),
          { ...type, 'content-encoding': 'gzip' },
        )
      : answer(texts, type)
  })

  routes.get('/events', async (c) => streamEvents(c, platform, { actor: await signedIn(c), authenticate, addressOf }))

  return routes
}

/** Parts of an event stream: its user, a function that authenticates its request again, and a function that answers the client's address. */
type EventParts = { readonly actor: Actor; readonly authenticate: Authenticate; readonly addressOf: (request: Request) => string }

/** Streams pokes until the client, the end of the session, the server or the maximum time ends the stream. */
function streamEvents(c: Context, platform: Platform, { actor, authenticate, addressOf }: EventParts): Response {
  parseInput(eventsQuerySchema, c.req.query())
  // the answer to a HEAD request has no stream
  if (c.req.method === 'HEAD') return c.body(null)
  // subscribes before the stream opens, while the request can still be refused
  let poke = () => {}
  const ending = new AbortController()
  const unsubscribe = platform.events.subscribe(actor, () => poke(), {
    recheck: () => authenticate(c.req.raw),
    end: () => ending.abort(),
    network: networkOf(addressOf(c.req.raw)),
  })
  c.header('x-accel-buffering', 'no')
  return streamSSE(c, async (stream) => {
    platform.metrics.eventClients.inc()
    const ended = new Promise<void>((resolve) => {
      const write = (text: string) => void stream.write(text)
      const heartbeat = setInterval(() => write(': heartbeat\n\n'), HEARTBEAT_SECONDS * 1_000)
      const limit = setTimeout(stop, EVENTS_MAX_MS)
      const offClose = platform.events.onClose(stop)
      ending.signal.addEventListener('abort', stop)
      function stop() {
        unsubscribe()
        clearInterval(heartbeat)
        clearTimeout(limit)
        offClose()
        resolve()
      }
      poke = () => write('event: poke\ndata: {}\n\n')
      stream.onAbort(stop)
      if (ending.signal.aborted) stop()
    }).finally(() => platform.metrics.eventClients.dec())
    await stream.writeSSE({ event: 'hello', data: JSON.stringify({ serverNowMs: platform.nowMs() }) })
    await ended
  })
}

async function* framed(lines: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  for await (const line of lines) yield frameOf(line)
}
