import { openSealedWorkCall } from '@shop/shared/accounts/calls/sign-out.ts'
import { refusalBodySchema } from '@shop/shared/kernel/errors.ts'
import { FrameReader, START_FRAMES_TYPE } from '@shop/shared/kernel/frames.ts'
import { HEARTBEAT_SECONDS, SYNC_TIMEOUT_MS } from '@shop/shared/kernel/limits.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { pullResponseSchema, pushResponseSchema } from '@shop/shared/kernel/wire.ts'
import type * as z from 'zod/mini'
import { gunzipText } from './gzip.ts'
import { type Server, ServerProblem, type StartLine } from './ports.ts'
import { newRequestId } from './request-id.ts'

/** Number of heartbeats that a stream may miss before it counts as dead. */
const MISSED_HEARTBEATS = 3

export type HttpOptions = {
  /** Answers the signed-in person's bearer token; null when nobody is signed in, and then no request is sent. */
  readonly token: () => Promise<string | null>
  /** Called with the token of each request that our API accepted, except the event stream, as proof of contact. */
  readonly onContact?: (token: string) => void
  readonly fetch?: typeof fetch
  /** Defaults to '', the page's own origin. */
  readonly origin?: string
}

/** An answer that is no refusal. Call `noteContact` once it is clear that our server gave the answer. */
type Accepted = { readonly response: Response; readonly requestId: string; readonly noteContact: () => void }

export function httpServer(options: HttpOptions): Server {
  const request = async (path: string, init: RequestInit, signal: AbortSignal | undefined, timeoutMs: number | null): Promise<Accepted> => {
    const token = await options.token()
    if (!token) throw new ServerProblem('signedOut', 'nobody is signed in')
    const signals = [signal, timeoutMs === null ? undefined : AbortSignal.timeout(timeoutMs)].filter((one) => one !== undefined)
    const requestId = newRequestId()
    let response: Response
    try {
      response = await (options.fetch ?? fetch)(`${options.origin ?? ''}/api/sync/${path}`, {
        ...init,
        headers: { ...init.headers, authorization: `Bearer ${token}`, 'x-request-id': requestId },
        cache: 'no-store',
        credentials: 'omit',
        signal: AbortSignal.any(signals),
      })
    } catch (cause) {
      throw new ServerProblem('offline', 'no answer', { cause, requestId })
    }
    if (!response.ok) throw await problemOf(response, requestId)
    return { response, requestId, noteContact: () => options.onContact?.(token) }
  }

  const post = async <T>(path: string, body: unknown, schema: z.ZodMiniType<T>, signal?: AbortSignal): Promise<T> => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const { response, requestId, noteContact } = await request(path, init, signal, SYNC_TIMEOUT_MS)
    const answer: unknown = await response.json().catch((cause: unknown) => {
      throw new ServerProblem('offline', 'the answer was cut off, or is not from our server', { cause, requestId })
    })
    const parsed = schema.safeParse(answer)
    if (!parsed.success)
      throw new ServerProblem('broken', 'the server gave an answer that this app cannot read', { cause: parsed.error, requestId })
    noteContact()
    return parsed.data
  }

  return {
    push: (body, signal) => post('push', body, pushResponseSchema, signal),
    pull: (body, signal) => post('pull', body, pullResponseSchema, signal),
    openSealed: async (part, signal) => (await post('sealed-work', part, openSealedWorkCall.output, signal)).text,
    async *start(clientId, signal) {
      const stall = new StallGuard(SYNC_TIMEOUT_MS, signal)
      try {
        const path = `start?protocol=${PROTOCOL_VERSION}${clientId === null ? '' : `&clientId=${clientId}`}`
        const { response, noteContact } = await request(path, { headers: { accept: START_FRAMES_TYPE } }, stall.signal, null)
        noteContact()
        const onBytes = () => stall.alive()
        if (response.headers.get('content-type') === START_FRAMES_TYPE) yield* framesOf(bodyOf(response), onBytes)
        // a server of an earlier release sends lines
        else for await (const text of linesOf(bodyOf(response), onBytes)) yield { text }
      } finally {
        stall.end()
      }
    },
    async events({ onOpen, onPoke }, signal) {
      const stall = new StallGuard(MISSED_HEARTBEATS * HEARTBEAT_SECONDS * 1_000, signal)
      try {
        const { response } = await request('events', { headers: { accept: 'text/event-stream' } }, stall.signal, null)
        onOpen()
        for await (const line of linesOf(bodyOf(response), () => stall.alive())) if (/^event: ?poke$/.test(line)) onPoke()
      } finally {
        stall.end()
      }
    },
  }
}

/** Aborts a stream that stays silent for too long. */
class StallGuard {
  private readonly controller = new AbortController()
  private timer: ReturnType<typeof setTimeout> | undefined
  readonly signal: AbortSignal
  constructor(
    private readonly patienceMs: number,
    outer: AbortSignal | undefined,
  ) {
    this.signal = outer ? AbortSignal.any([outer, this.controller.signal]) : this.controller.signal
    this.alive()
  }
  alive(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.controller.abort(), this.patienceMs)
  }
  end(): void {
    clearTimeout(this.timer)
    this.controller.abort()
  }
}

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>

function bodyOf(response: Response): Bytes {
  if (!response.body) throw new ServerProblem('broken', 'the server sent no stream')
  return response.body
}

async function* framesOf(body: Bytes, onBytes: () => void): AsyncIterable<StartLine> {
  const frames = new FrameReader()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      onBytes()
      for (const gzip of frames.take(value)) yield { text: await gunzipText(gzip), gzip }
    }
    if (!frames.isBetweenFrames) throw new Error('the last frame is incomplete')
  } catch (cause) {
    throw new ServerProblem('offline', 'the stream was cut off', { cause })
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

async function* linesOf(body: Bytes, onBytes: () => void): AsyncIterable<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  // pieces of an unfinished line, joined once because a page arrives in many pieces
  let pieces: string[] = []
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      onBytes()
      let from = 0
      for (let at = value.indexOf('\n'); at >= 0; at = value.indexOf('\n', from)) {
        pieces.push(value.slice(from, at))
        yield pieces.join('').replace(/\r$/, '')
        pieces = []
        from = at + 1
      }
      pieces.push(value.slice(from))
    }
  } catch (cause) {
    throw new ServerProblem('offline', 'the stream was cut off', { cause })
  } finally {
    await reader.cancel().catch(() => undefined)
  }
  const last = pieces.join('')
  if (last !== '') yield last
}

async function problemOf(response: Response, requestId: string): Promise<ServerProblem> {
  const body = refusalBodySchema.safeParse(await response.json().catch(() => null))
  const { status } = response
  const message = body.data?.message ?? `The server answered ${status}`
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const details = {
    status,
    requestId,
    ...(body.data ? { code: body.data.code } : {}),
    ...(Number.isFinite(retryAfter) ? { retryAfterMs: retryAfter * 1_000 } : {}),
  }
  if (status === 401) return new ServerProblem('signedOut', message, details)
  // a proxy or a captive portal has answered instead of our server
  if (!body.success) return new ServerProblem('offline', message, details)
  return new ServerProblem(status >= 500 || status === 429 ? 'broken' : 'refused', message, details)
}
