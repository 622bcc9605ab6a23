import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { onTestFinished } from 'vitest'

/** Answers a request instead of the server behind the front. */
export type Fault = () => Response | Promise<Response>

/** A server that passes requests on to another one, and fails where a test wants it. */
export type FaultyFront = {
  readonly url: string
  /** Paths at which the front answers by itself. */
  readonly faults: Map<string, Fault>
}

/** Never answers. */
export const hangs: Fault = () => new Promise<Response>(() => {})

/** Answers 200 and the beginning of a body that never ends. */
export const stalls: Fault = () =>
  new Response(new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('{')) }), {
    headers: { 'content-type': 'application/json' },
  })

/** Answers 200 with this body. */
export const says =
  (body: string, type = 'application/json'): Fault =>
  () =>
    new Response(body, { headers: { 'content-type': type } })

/** Opens a front on loopback for the server at `behind`, and closes it when the test ends. */
export async function startFaultyFront(behind: string): Promise<FaultyFront> {
  const faults = new Map<string, Fault>()
  const passOn = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const { method, headers } = request
    const body = method === 'GET' ? undefined : await request.arrayBuffer()
    const answer = await fetch(`${behind}${pathname}${search}`, { method, headers, body: body ?? null, redirect: 'manual' })
    return new Response(await answer.arrayBuffer(), { status: answer.status, headers: answer.headers })
  }
  const server = serve({
    fetch: (request) => (faults.get(new URL(request.url).pathname) ?? (() => passOn(request)))(),
    port: 0,
    hostname: '127.0.0.1',
  })
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, faults }
}
