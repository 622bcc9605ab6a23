import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { invalid, kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { idSchema } from '@shop/shared/kernel/ids.ts'
import { HEARTBEAT_SECONDS, MAX_PUSH_BYTES, MAX_PUSH_COMMANDS } from '@shop/shared/kernel/limits.ts'
import { PAGE_FORMS, START_STREAM_TYPE } from '@shop/shared/kernel/packed-page.ts'
import { pullRequestSchema, pushRequestSchema } from '@shop/shared/kernel/wire.ts'
import { type Context, Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { z } from 'zod'
import type { Platform } from './platform.ts'
import { readJsonBody } from './read-json-body.ts'

/** Who makes this request; null when nobody is signed in. */
export type Authenticate = (request: Request) => Promise<Actor | null>

const MAX_PULL_BYTES = 100_000
/** An event stream ends after this long; the client comes back with its sign-in checked anew. */
const EVENTS_MAX_MS = 30 * 60_000
const startQuerySchema = z.object({ protocol: z.coerce.number().int().min(1), pages: z.enum(PAGE_FORMS).default('rows') })
const eventsQuerySchema = z.object({ clientId: idSchema.optional() })

/** The sync engine's routes, to be mounted at /api/sync. Refusals are thrown: the app that mounts them answers them. */
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
    const { protocol, pages } = parse(startQuerySchema, c.req.query())
    const stream = Readable.from(await platform.start(actor, protocol, pages), { objectMode: false })
    if (pages === 'columns')
      return c.body(Readable.toWeb(stream) as ReadableStream, 200, { 'content-type': START_STREAM_TYPE, 'cache-control': 'no-store' })
    const headers = { 'content-type': 'application/x-ndjson; charset=utf-8', 'cache-control': 'no-store', vary: 'accept-encoding' }
    const takesGzip = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
    const body = takesGzip ? stream : pipeline(stream, createGunzip(), () => {})
    return c.body(Readable.toWeb(body) as ReadableStream, 200, takesGzip ? { ...headers, 'content-encoding': 'gzip' } : headers)
  })

  routes.get('/events', async (c) => {
    const actor = await signedIn(c)
    const { clientId } = parse(eventsQuerySchema, c.req.query())
    // nobody reads on there
    if (c.req.method === 'HEAD') return c.body(null)
    // before the stream is opened, when it can still be refused
    let poke = () => {}
    const unsubscribe = platform.events.subscribe(actor, clientId ?? null, () => poke())
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

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw invalid(parsed.error)
  return parsed.data
}
