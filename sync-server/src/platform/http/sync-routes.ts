import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { invalid, kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { frameOf, START_FRAMES_TYPE } from '@shop/shared/kernel/frames.ts'
import { idSchema } from '@shop/shared/kernel/ids.ts'
import { HEARTBEAT_SECONDS, MAX_PUSH_BYTES, MAX_PUSH_COMMANDS } from '@shop/shared/kernel/limits.ts'
import { pullRequestSchema, pushRequestSchema } from '@shop/shared/kernel/wire.ts'
import { type Context, Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import * as z from 'zod/mini'
import type { Platform } from '../platform.ts'
import { plainLines } from '../pull/zipped-lines.ts'
import { readJsonBody } from './read-json-body.ts'

/** Answers the user who makes a request; null when nobody is signed in. */
export type Authenticate = (request: Request) => Promise<Actor | null>

const MAX_PULL_BYTES = 100_000
/** Longest event stream: the client reconnects, and its session is checked again. */
const EVENTS_MAX_MS = 30 * 60_000
const startQuerySchema = z.object({ protocol: z.coerce.number().check(z.int(), z.minimum(1)), clientId: z.optional(idSchema) })
/** A client may name itself, but is poked like every other one of its user. */
const eventsQuerySchema = z.object({ clientId: z.optional(idSchema) })

/** Routes of the sync engine, to be mounted at /api/sync. They throw refusals, which the mounting app turns into answers. */
export function syncRoutes(platform: Platform, authenticate: Authenticate): Hono {
  const routes = new Hono()

  const signedIn = async (c: Context): Promise<Actor> => {
    const actor = await authenticate(c.req.raw)
    if (!actor) throw refusal(kernelRefusals, 'SIGN_IN_REQUIRED')
    return actor
  }

  routes.post('/push', async (c) => {
    const actor = await signedIn(c)
    const body = await readJsonBody(c.req.raw, MAX_PUSH_BYTES)
    const { commands } = (body ?? {}) as { commands?: unknown }
    if (Array.isArray(commands) && commands.length > MAX_PUSH_COMMANDS)
      throw refusal(kernelRefusals, 'TOO_LARGE', { message: `At most ${MAX_PUSH_COMMANDS} entries at once.` })
    return c.json(await platform.push(actor, parse(pushRequestSchema, body)))
  })

  routes.post('/pull', async (c) => {
    const actor = await signedIn(c)
    const request = parse(pullRequestSchema, await readJsonBody(c.req.raw, MAX_PULL_BYTES))
    return c.json(await platform.pull(actor, request))
  })

  routes.get('/start', async (c) => {
    const actor = await signedIn(c)
    const { protocol, clientId } = parse(startQuerySchema, c.req.query())
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

  routes.get('/events', async (c) => {
    const actor = await signedIn(c)
    parse(eventsQuerySchema, c.req.query())
    // the answer to a HEAD request has no stream
    if (c.req.method === 'HEAD') return c.body(null)
    // subscribes before the stream opens, while the request can still be refused
    let poke = () => {}
    const unsubscribe = platform.events.subscribe(actor, () => poke())
    c.header('x-accel-buffering', 'no')
    return streamSSE(c, async (stream) => {
      platform.metrics.eventClients.inc()
      const ended = new Promise<void>((resolve) => {
        const write = (text: string) => void stream.write(text)
        const heartbeat = setInterval(() => write(': heartbeat\n\n'), HEARTBEAT_SECONDS * 1_000)
        const limit = setTimeout(stop, EVENTS_MAX_MS)
        const offClose = platform.events.onClose(stop)
        function stop() {
          unsubscribe()
          clearInterval(heartbeat)
          clearTimeout(limit)
          offClose()
          resolve()
        }
        poke = () => write('event: poke\ndata: {}\n\n')
        stream.onAbort(stop)
      }).finally(() => platform.metrics.eventClients.dec())
      await stream.writeSSE({ event: 'hello', data: JSON.stringify({ serverNowMs: platform.nowMs() }) })
      await ended
    })
  })

  return routes
}

function parse<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw invalid(parsed.error)
  return parsed.data
}

async function* framed(lines: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  for await (const line of lines) yield frameOf(line)
}
